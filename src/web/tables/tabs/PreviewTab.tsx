import { useCallback, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { formatNumber } from '../../app/format';
import { useText } from '../../app/i18n';
import { Button } from '../../widgets/controls/Button';
import { IconButton } from '../../widgets/controls/IconButton';
import { type Cell, DataGrid } from '../../widgets/data/DataGrid';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { tableHref, useTableAddress } from '../address';
import { type Rows, tablesApi } from '../client';
import type { TabProps } from '../detail/TableDetail';
import { texts } from '../texts';
import { useAsked } from '../useAsked';
import { CellDialog, type OpenCell } from './CellDialog';
import { PartitionPicker } from './PartitionPicker';
import { RunningQuery } from './RunningQuery';
import styles from './Tabs.module.css';

const kMost = 100;

/** The first rows of the table, of a partition, or of an earlier version. */
export function PreviewTab({ name, facts }: TabProps) {
  const t = useText(texts);
  const { partition, version, go } = useTableAddress();
  const { query, running } = useAsked<Rows>(
    ['tables', 'preview', name.schema, name.table, partition, version, facts.modified_ms],
    (instance, signal) => tablesApi.preview(name, partition, version, instance, { signal }),
  );
  const rows = query.data;
  return (
    <>
      <div className={styles.bar}>
        <PartitionPicker
          name={name}
          facts={facts}
          value={partition ?? (rows?.partition?.length ? rows.partition : null)}
          none={t.lastPartition}
          onChange={(wanted) =>
            go(tableHref(name, 'preview', wanted ? { partition: JSON.stringify(wanted) } : {}), true)
          }
        />
        {version !== null && (
          <>
            <strong>{t.versionOf(version)}</strong>
            <Button small onClick={() => go(tableHref(name, 'preview'), true)}>
              {t.today}
            </Button>
          </>
        )}
        {rows && (
          <span className={styles.note} aria-live="polite">
            {rows.rows.length === kMost ? t.firstRows(formatNumber(kMost)) : t.allRows(formatNumber(rows.rows.length))}
          </span>
        )}
        <span className={styles.grow} />
        {rows && <Link href={`/logview/${rows.instance}`}>{t.inLogview}</Link>}
        <IconButton icon="refresh" label={t.refresh} disabled={query.isFetching} onClick={() => void query.refetch()} />
      </div>
      {query.error ? (
        <div className={styles.padded}>
          <ErrorBox error={query.error} onRetry={() => void query.refetch()} />
        </div>
      ) : rows ? (
        <RowsGrid key={rows.instance} rows={rows} label={t.tab.preview} />
      ) : (
        <RunningQuery running={running} />
      )}
    </>
  );
}

function RowsGrid({ rows, label }: { rows: Rows; label: string }) {
  const t = useText(texts);
  const [cell, setCell] = useState<OpenCell | null>(null);
  const columns = useMemo(
    () => rows.columns.map((column, index) => ({ ...column, width: widthOf(rows, index) })),
    [rows],
  );
  const fetchRows = useCallback(
    (from: number, count: number): Promise<Cell[][]> => Promise.resolve(rows.rows.slice(from, from + count)),
    [rows],
  );
  return (
    <>
      <DataGrid
        label={label}
        columns={columns}
        rowCount={rows.rows.length}
        fetchRows={fetchRows}
        version={rows}
        onOpen={(row, column, value) =>
          setCell({
            instance: rows.instance,
            row,
            column,
            name: rows.columns[column]!.name,
            type: rows.columns[column]!.type,
            value,
            cut: rows.cut.some(([cutRow, cutColumn]) => cutRow === row && cutColumn === column),
          })
        }
        empty={<EmptyState icon="table" title={t.noRows} />}
      />
      <CellDialog cell={cell} onClose={() => setCell(null)} />
    </>
  );
}

const kLetterPx = 7.5;
const kMostLetters = 48;

/** Wide enough for the values, so that no digit of a number is hidden. */
function widthOf(rows: Rows, column: number): number {
  const { name, type } = rows.columns[column]!;
  let letters = Math.max(name.length, Math.min(type.length, 24));
  for (const row of rows.rows) letters = Math.max(letters, row[column]?.length ?? 4);
  return Math.round(Math.min(letters, kMostLetters) * kLetterPx) + 24;
}
