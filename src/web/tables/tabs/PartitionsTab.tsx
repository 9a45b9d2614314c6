import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useRef, useState } from 'react';
import { formatBytes, formatNumber, formatTime } from '../../app/format';
import { useText } from '../../app/i18n';
import { Button } from '../../widgets/controls/Button';
import { SearchField } from '../../widgets/controls/Field';
import { IconButton } from '../../widgets/controls/IconButton';
import { Segmented } from '../../widgets/controls/Segmented';
import { type Cell, DataGrid } from '../../widgets/data/DataGrid';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { tableHref, useTableAddress } from '../address';
import { type Partition, tablesApi } from '../client';
import type { TabProps } from '../detail/TableDetail';
import { texts } from '../texts';
import styles from './Tabs.module.css';

/** The partitions with their sizes; a table may have sixty thousand of them. */
export function PartitionsTab({ name, facts, onChange }: TabProps) {
  const t = useText(texts);
  const address = useTableAddress();
  const [text, setText] = useState('');
  const [way, setWay] = useState<'asc' | 'desc'>('desc');
  const [active, setActive] = useState<Partition | null>(null);
  const q = useDeferredValue(text.trim());
  const head = useQuery({
    queryKey: ['tables', 'partitions', name.schema, name.table, q],
    queryFn: ({ signal }) => tablesApi.partitions(name, { q, limit: 0 }, { signal }).then((page) => page.total),
    retry: false,
    staleTime: 5_000,
  });
  const seen = useRef(new Map<number, Partition>());
  const fetchRows = useCallback(
    async (from: number, count: number): Promise<Cell[][]> => {
      const page = await tablesApi.partitions(
        { schema: name.schema, table: name.table },
        { q, way, from, limit: count },
      );
      return page.partitions.map((partition, index) => {
        seen.current.set(from + index, partition);
        if (from + index === 0) setActive((now) => now ?? partition);
        return [
          partition.name,
          formatNumber(partition.rows),
          formatBytes(partition.bytes),
          formatNumber(partition.files),
          formatTime(partition.created_ms),
          formatTime(partition.modified_ms),
        ];
      });
    },
    [name.schema, name.table, q, way],
  );
  const open = (partition: Partition) =>
    address.go(tableHref(name, 'preview', { partition: JSON.stringify(partition.values) }));
  return (
    <>
      <div className={styles.bar}>
        <SearchField label={t.findPartition} value={text} onChange={setText} />
        <Segmented
          label={t.partitions}
          options={[
            { value: 'desc', label: t.newestFirst },
            { value: 'asc', label: t.oldestFirst },
          ]}
          value={way}
          onChange={setWay}
        />
        <span className={styles.note} aria-live="polite">
          {head.data !== undefined && t.partitionCount(formatNumber(head.data))}
        </span>
        <span className={styles.grow} />
        {active && (
          <>
            <Button small icon="view" onClick={() => open(active)}>
              {t.previewPartition}
            </Button>
            {facts.rights.Alter && (
              <Button
                small
                icon="trash"
                onClick={() => onChange({ action: 'drop_partition', partition: active.values })}
              >
                {t.dropPartition}
              </Button>
            )}
          </>
        )}
        <IconButton icon="refresh" label={t.refresh} onClick={() => void head.refetch()} />
      </div>
      {head.error ? (
        <div className={styles.padded}>
          <ErrorBox error={head.error} onRetry={() => void head.refetch()} />
        </div>
      ) : (
        <DataGrid
          label={t.partitions}
          columns={[
            { name: t.partition, width: 320 },
            { name: t.rows, width: 120, align: 'right' },
            { name: t.size, width: 96, align: 'right' },
            { name: t.files, width: 80, align: 'right' },
            { name: t.created, width: 160 },
            { name: t.modified, width: 160 },
          ]}
          rowCount={head.data ?? 0}
          fetchRows={fetchRows}
          version={`${q}/${way}/${head.dataUpdatedAt}`}
          onActive={(row) => setActive(seen.current.get(row) ?? null)}
          onOpen={(row) => {
            const partition = seen.current.get(row);
            if (partition) open(partition);
          }}
          empty={head.isFetching ? ' ' : <EmptyState icon="partition" title={t.noMatch} />}
        />
      )}
    </>
  );
}
