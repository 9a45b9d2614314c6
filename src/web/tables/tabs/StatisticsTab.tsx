import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { formatBytes, formatNumber } from '../../app/format';
import { useText } from '../../app/i18n';
import { type Cell, DataGrid } from '../../widgets/data/DataGrid';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { Spinner } from '../../widgets/feedback/Spinner';
import { SplitPane } from '../../widgets/layout/SplitPane';
import { tableHref, useTableAddress } from '../address';
import { tablesApi } from '../client';
import type { TabProps } from '../detail/TableDetail';
import { texts } from '../texts';
import { ColumnStatistics } from './ColumnStatistics';
import { PartitionPicker } from './PartitionPicker';
import styles from './Tabs.module.css';

/** Statistics of all columns as the files have them, and of the chosen column as a query counts them. */
export function StatisticsTab({ name, facts }: TabProps) {
  const t = useText(texts);
  const { column, partition, go } = useTableAddress();
  const more = (wanted: { column?: string; partition?: string[] | null }) => {
    const query: Record<string, string> = {};
    const chosen = wanted.column ?? column;
    const within = wanted.partition === undefined ? partition : wanted.partition;
    if (chosen) query.column = chosen;
    if (within) query.partition = JSON.stringify(within);
    go(tableHref(name, 'statistics', query), true);
  };
  const files = useQuery({
    queryKey: ['tables', 'files', name.schema, name.table, partition, facts.modified_ms],
    queryFn: ({ signal }) => tablesApi.files(name, partition, { signal }),
    retry: false,
    staleTime: 60_000,
  });
  const choose = useRef(more);
  choose.current = more;
  // Columns of partitions are in no file, and can be counted all the same.
  const rows = useCallback((): Cell[][] => {
    const known = new Map(files.data?.columns.map((one) => [one.name, one]));
    return facts.columns.map((one) => {
      const told = known.get(one.name);
      const has = files.data !== undefined && files.data.files_read > 0;
      return [
        one.name,
        one.type,
        !has || !told ? '' : told.nulls === null ? t.unknown : formatNumber(told.nulls),
        told?.min ?? (has && told ? t.unknown : ''),
        told?.max ?? (has && told ? t.unknown : ''),
        has && told ? formatBytes(told.bytes) : '',
      ];
    });
  }, [files.data, facts.columns, t]);
  const fetchRows = useCallback(
    (from: number, count: number) => Promise.resolve(rows().slice(from, from + count)),
    [rows],
  );
  const found = facts.columns.find((one) => one.name === column);
  return (
    <>
      <div className={styles.bar}>
        <PartitionPicker
          name={name}
          facts={facts}
          value={partition}
          none={t.allPartitions}
          onChange={(wanted) => more({ partition: wanted })}
        />
        <span className={styles.note} aria-live="polite">
          {files.data && files.data.files > 0
            ? t.fromFilesHelp(formatNumber(files.data.files_read), formatNumber(files.data.files))
            : files.data && t.noFilesHelp}
          {files.data?.has_deletes && ` ${t.bounds}`}
        </span>
      </div>
      {files.error ? (
        <div className={styles.padded}>
          <ErrorBox error={files.error} onRetry={() => void files.refetch()} />
        </div>
      ) : !files.data ? (
        <Spinner label={t.tab.statistics} block />
      ) : (
        <SplitPane
          label={t.tab.statistics}
          direction="row"
          sized="second"
          initial={0.38}
          min={280}
          minOther={280}
          storageKey="table-statistics"
        >
          <div className={styles.columns}>
            <DataGrid
              label={t.fromFiles}
              columns={[
                { name: t.column, width: 144 },
                { name: t.type, width: 96 },
                { name: t.nulls, width: 80, align: 'right' },
                { name: t.least, width: 120 },
                { name: t.greatest, width: 120 },
                { name: t.packed, width: 88, align: 'right' },
              ]}
              rowCount={facts.columns.length}
              fetchRows={fetchRows}
              version={rows}
              onActive={(row) => choose.current({ column: facts.columns[row]!.name })}
            />
          </div>
          <div className={styles.side}>
            {found ? (
              <ColumnStatistics
                key={`${found.name}\u0000${JSON.stringify(partition)}`}
                name={name}
                column={found}
                partition={partition}
                modified={facts.modified_ms}
              />
            ) : (
              <EmptyState icon="chart" title={t.chooseColumn}>
                {t.chooseColumnHelp}
              </EmptyState>
            )}
          </div>
        </SplitPane>
      )}
    </>
  );
}
