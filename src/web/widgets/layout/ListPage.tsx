import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { SearchField } from '../controls/Field';
import { ListTable, type ListTableProps } from '../data/ListTable';
import { MoreRows } from '../data/MoreRows';
import { EmptyState } from '../feedback/EmptyState';
import { ErrorBox } from '../feedback/ErrorBox';
import { Spinner } from '../feedback/Spinner';
import type { IconName } from '../Icon';
import { PageHeader } from './PageHeader';

export interface ListPageProps<T> extends Omit<ListTableProps<T>, 'label' | 'rows' | 'empty'> {
  icon: IconName;
  texts: {
    title: string;
    subtitle: string;
    find: string;
    loading: string;
    empty: string;
    emptyHelp: string;
    emptyCommand: string;
  };
  /** Where the rows come from; its failure and its waiting are shown. */
  query: Pick<UseQueryResult, 'isPending' | 'error' | 'refetch'>;
  /** All rows that are known; undefined before the first answer. */
  rows: T[] | undefined;
  /** What the search field looks into. */
  textOf: (row: T) => string;
  /** The button that makes a new row. */
  action?: ReactNode;
  /** Above the rows: what goes on. */
  banner?: ReactNode;
  /** Asks for more rows; undefined where all have come. */
  onMore?: (() => void) | undefined;
}

/** A page that lists all things of a kind, with a search, and says what to do as long as there are none. */
export function ListPage<T>(props: ListPageProps<T>) {
  const { icon, texts, query, rows, textOf, action, banner, onMore, ...table } = props;
  const [wanted, setWanted] = useState('');
  const word = wanted.trim().toLowerCase();
  return (
    <>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        actions={
          <>
            <SearchField label={texts.find} value={wanted} onChange={setWanted} />
            {action}
          </>
        }
      />
      {banner}
      {query.isPending && <Spinner label={texts.loading} block />}
      {query.error && <ErrorBox error={query.error} onRetry={() => void query.refetch()} />}
      {rows?.length === 0 && (
        <EmptyState icon={icon} title={texts.empty} action={action}>
          <p>{texts.emptyHelp}</p>
          <p>
            <code>{texts.emptyCommand}</code>
          </p>
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <ListTable
          {...table}
          label={texts.title}
          rows={rows.filter((row) => textOf(row).toLowerCase().includes(word))}
        />
      )}
      {onMore && <MoreRows onMore={onMore} />}
    </>
  );
}
