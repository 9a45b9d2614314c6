import { useMemo } from 'react';
import { Link } from 'wouter';
import { formatBytes, formatNumber } from '../../app/format';
import { useText } from '../../app/i18n';
import { type ListColumn, ListTable } from '../../widgets/data/ListTable';
import { tableHref } from '../tableHref';
import { texts } from '../texts';
import type { InstanceFacts, TableUse } from '../types';
import styles from './Page.module.css';

/** The tables that the instance reads and writes. */
export function TablesTab({ instance }: { instance: InstanceFacts }) {
  const t = useText(texts);
  return (
    <div className={styles.page}>
      {(['inputs', 'outputs'] as const).map((kind) => (
        <section key={kind} className={styles.part} aria-label={t.tables[kind]}>
          <h2>{t.tables[kind]}</h2>
          <TableList label={t.tables[kind]} uses={instance[kind]} isJob={instance.kind === 'pai'} />
        </section>
      ))}
    </div>
  );
}

function TableList({ label, uses, isJob }: { label: string; uses: TableUse[]; isJob: boolean }) {
  const t = useText(texts);
  const columns = useMemo<ListColumn<TableUse>[]>(() => {
    const number = (key: 'rows' | 'partitions' | 'files', title: string): ListColumn<TableUse> => ({
      key,
      title,
      align: 'right',
      width: '120px',
      render: (use) => (use[key] == null ? '' : formatNumber(use[key] ?? 0)),
    });
    const table: ListColumn<TableUse> = {
      key: 'table',
      title: t.tables.table,
      render: (use) =>
        use.table === '' ? (
          use.model ? (
            t.tables.model(use.model)
          ) : (
            t.tables.query
          )
        ) : (
          <>
            <Link href={tableHref(use.table)}>{use.table}</Link>
            {use.url && <span className={styles.muted}> {use.url}</span>}
          </>
        ),
    };
    const size: ListColumn<TableUse> = {
      key: 'size',
      title: t.tables.size,
      align: 'right',
      width: '120px',
      render: (use) => (use.bytes ? formatBytes(use.bytes) : ''),
    };
    const rows = number('rows', t.tables.rows);
    return isJob
      ? [table, rows, number('partitions', t.tables.partitions), number('files', t.tables.files)]
      : [table, rows, size];
  }, [t, isJob]);
  return (
    <ListTable
      label={label}
      columns={columns}
      rows={uses}
      rowKey={(use) => `${use.table} ${use.url ?? ''} ${use.model ?? ''}`}
      empty={<p className={styles.muted}>{t.tables.none}</p>}
    />
  );
}
