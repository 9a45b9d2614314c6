import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { formatNumber, formatTime } from '../../app/format';
import { useText } from '../../app/i18n';
import { classes } from '../../widgets/classes';
import { Button } from '../../widgets/controls/Button';
import { ListTable } from '../../widgets/data/ListTable';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { Spinner } from '../../widgets/feedback/Spinner';
import { tableHref } from '../address';
import { tablesApi, type Version } from '../client';
import type { TabProps } from '../detail/TableDetail';
import { texts } from '../texts';
import styles from './Tabs.module.css';

/** The states of the table that are kept, what made each, and the way back. */
export function HistoryTab({ name, facts, onChange }: TabProps) {
  const t = useText(texts);
  const history = useQuery({
    queryKey: ['tables', 'history', name.schema, name.table, facts.modified_ms],
    queryFn: ({ signal }) => tablesApi.history(name, { signal }),
    retry: false,
  });
  if (history.error) {
    return (
      <div className={styles.padded}>
        <ErrorBox error={history.error} onRetry={() => void history.refetch()} />
      </div>
    );
  }
  if (!history.data) return <Spinner label={t.tab.history} block />;
  const more = (version: Version) => (
    <span className={classes(version.more_rows > 0 && styles.more, version.more_rows < 0 && styles.less)}>
      {version.more_rows > 0 ? '+' : ''}
      {formatNumber(version.more_rows)}
    </span>
  );
  return (
    <div className={styles.scroll}>
      <ListTable<Version>
        label={t.tab.history}
        rows={history.data.versions}
        rowKey={(version) => version.snapshot}
        columns={[
          {
            key: 'time',
            title: t.time,
            width: '168px',
            render: (version) => (version.made_ms > 0 ? formatTime(version.made_ms) : '–'),
          },
          {
            key: 'operation',
            title: t.operationTitle,
            render: (version) => `${t.operation[version.operation]}${version.today ? ` (${t.current})` : ''}`,
          },
          { key: 'rows', title: t.rows, align: 'right', render: (version) => formatNumber(version.rows) },
          { key: 'more', title: t.moreRows, align: 'right', render: more },
          { key: 'version', title: t.version, align: 'right', render: (version) => version.version ?? '–' },
          { key: 'lsn', title: t.lsn, align: 'right', render: (version) => version.snapshot },
          {
            key: 'by',
            title: t.by,
            render: (version) => (version.by ? <Link href={`/logview/${version.by.id}`}>{version.by.id}</Link> : '–'),
          },
          {
            key: 'actions',
            title: t.actions,
            render: (version) => (
              <span className={styles.buttons}>
                {version.version !== null && (
                  <Link href={tableHref(name, 'preview', { version: String(version.version) })}>{t.shownRows}</Link>
                )}
                {!version.today && facts.rights.Alter && facts.shape === 'table' && (
                  <Button small onClick={() => onChange({ action: 'restore', value: version.snapshot })}>
                    {t.restore}
                  </Button>
                )}
              </span>
            ),
          },
        ]}
        empty={
          <EmptyState icon="history" title={t.noHistory}>
            {t.noHistoryHelp}
          </EmptyState>
        }
      />
    </div>
  );
}
