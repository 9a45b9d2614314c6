// All pipelines of the project: open, make, rename, copy, delete, import and export them.

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';

import { formatTime } from '../../app/format';
import { useText } from '../../app/i18n';
import { Button } from '../../widgets/controls/Button';
import { SearchField } from '../../widgets/controls/Field';
import { Menu } from '../../widgets/controls/Menu';
import { ConfirmDialog } from '../../widgets/feedback/Dialog';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { Spinner } from '../../widgets/feedback/Spinner';
import { type State, StateBadge } from '../../widgets/feedback/StateBadge';
import { toast } from '../../widgets/feedback/Toast';
import { PageHeader } from '../../widgets/layout/PageHeader';
import { client } from '../client';
import { texts } from '../texts';
import type { PipelineRow } from '../wire';
import { exportPipeline } from './files';
import { ImportDialog } from './ImportDialog';
import css from './List.module.css';
import { NameDialog } from './NameDialog';

type Asked = { what: 'create' | 'import' } | { what: 'rename' | 'copy' | 'remove'; row: PipelineRow };

const states: Record<string, State> = { RUNNING: 'running', SUCCESS: 'success', FAILURE: 'failed' };

export function addressOf(id: string): string {
  return `/designer/${encodeURIComponent(id)}`;
}

function Row({ row, ask }: { row: PipelineRow; ask: (asked: Asked) => void }) {
  const t = useText(texts);
  return (
    <tr>
      <td className={css.nameCell}>
        <Link className={css.name} href={addressOf(row.id)}>
          {row.name}
        </Link>
        {row.description !== '' && <span className={css.description}>{row.description}</span>}
      </td>
      <td className={css.number}>{row.nodes}</td>
      <td>
        {row.last_run ? (
          <span className={css.run}>
            <StateBadge state={states[row.last_run.state] ?? 'unknown'} />
            <span className={css.muted}>{formatTime(row.last_run.started_ms)}</span>
          </span>
        ) : (
          <span className={css.muted}>{t.list.neverRan}</span>
        )}
      </td>
      <td className={css.muted}>{formatTime(row.updated_ms)}</td>
      <td className={css.menuCell}>
        <Menu
          items={[
            { label: t.list.rename, icon: 'edit', onSelect: () => ask({ what: 'rename', row }) },
            { label: t.list.copy, icon: 'copy', onSelect: () => ask({ what: 'copy', row }) },
            { label: t.list.export, icon: 'download', onSelect: () => void exportPipeline(row.id).catch(toast.bad) },
            'separator',
            { label: t.list.remove, icon: 'trash', danger: true, onSelect: () => ask({ what: 'remove', row }) },
          ]}
          label={t.list.menuOf(row.name)}
          small
        />
      </td>
    </tr>
  );
}

function Rows({ rows, ask }: { rows: PipelineRow[]; ask: (asked: Asked) => void }) {
  const t = useText(texts);
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t.list.name}</th>
          <th className={css.number} scope="col">
            {t.list.nodes}
          </th>
          <th scope="col">{t.list.lastRun}</th>
          <th scope="col">{t.list.changed}</th>
          <th scope="col">
            <span className="visually-hidden">{t.list.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row ask={ask} key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function Dialogs({ asked, close }: { asked: Asked | null; close: (changed: boolean) => void }) {
  const t = useText(texts);
  const [, navigate] = useLocation();
  if (!asked) return null;
  const enter = (id: string) => navigate(addressOf(id));
  switch (asked.what) {
    case 'import':
      return <ImportDialog onClose={() => close(false)} onImported={enter} />;
    case 'create':
      return (
        <NameDialog
          confirm={t.list.create}
          name=""
          onClose={() => close(false)}
          onName={async (name) => enter((await client.create({ name })).id)}
          title={t.list.createTitle}
        />
      );
    case 'rename':
      return (
        <NameDialog
          confirm={t.list.rename}
          name={asked.row.name}
          onClose={() => close(false)}
          onName={async (name) => {
            await client.rename(asked.row.id, name, asked.row.version);
            close(true);
          }}
          title={t.list.renameTitle(asked.row.name)}
        />
      );
    case 'copy':
      return (
        <NameDialog
          confirm={t.list.copy}
          name={t.list.copyOf(asked.row.name)}
          onClose={() => close(false)}
          onName={async (name) => {
            await client.copy(asked.row.id, name);
            close(true);
          }}
          title={t.list.copyTitle(asked.row.name)}
        />
      );
    case 'remove':
      return (
        <ConfirmDialog
          confirm={t.list.remove}
          danger
          onClose={() => close(false)}
          onConfirm={() => {
            client
              .remove(asked.row.id, asked.row.version)
              .catch(toast.bad)
              .finally(() => close(true));
          }}
          open
          title={t.list.removeTitle}
        >
          <p>{t.list.removeHelp(asked.row.name)}</p>
        </ConfirmDialog>
      );
  }
}

export function PipelineList() {
  const t = useText(texts);
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<Asked | null>(null);
  const queries = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: ['designer', 'pipelines', search],
    queryFn: ({ pageParam }) => client.pipelines(search, pageParam),
    initialPageParam: '',
    getNextPageParam: (page) => page.next || undefined,
    placeholderData: (before) => before,
  });
  const rows = list.data?.pages.flatMap((page) => page.pipelines) ?? [];
  const close = (changed: boolean) => {
    setAsked(null);
    if (changed) void queries.invalidateQueries({ queryKey: ['designer', 'pipelines'] });
  };
  const create = (
    <Button icon="add" kind="primary" onClick={() => setAsked({ what: 'create' })}>
      {t.list.create}
    </Button>
  );
  return (
    <>
      <PageHeader
        actions={
          <>
            <Button icon="import" onClick={() => setAsked({ what: 'import' })}>
              {t.list.import}
            </Button>
            {create}
          </>
        }
        subtitle={t.list.subtitle}
        title={t.title}
      />
      <div className={css.content}>
        {(rows.length > 0 || search !== '') && (
          <SearchField className={css.search} label={t.list.search} onChange={setSearch} value={search} />
        )}
        {list.error && <ErrorBox error={list.error} onRetry={() => void list.refetch()} />}
        {list.isLoading && <Spinner block label={t.loading} />}
        {rows.length > 0 && <Rows ask={setAsked} rows={rows} />}
        {list.hasNextPage && (
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t.list.more}
          </Button>
        )}
        {list.data && rows.length === 0 && search !== '' && <p className={css.muted}>{t.list.notFound}</p>}
        {list.data && rows.length === 0 && search === '' && (
          <EmptyState action={create} icon="designer" title={t.list.emptyTitle}>
            {t.list.emptyHelp}
          </EmptyState>
        )}
      </div>
      <Dialogs asked={asked} close={close} />
    </>
  );
}
