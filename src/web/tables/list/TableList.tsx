import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { formatBytes, formatNumber, formatTime } from '../../app/format';
import { useText } from '../../app/i18n';
import { Button } from '../../widgets/controls/Button';
import { IconButton } from '../../widgets/controls/IconButton';
import { BothEnds } from '../../widgets/data/BothEnds';
import { type Cell, DataGrid } from '../../widgets/data/DataGrid';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { Spinner } from '../../widgets/feedback/Spinner';
import { PageHeader } from '../../widgets/layout/PageHeader';
import { tableHref, useTableAddress } from '../address';
import { type ListedTable, type Order, type Shape, tablesApi } from '../client';
import { texts } from '../texts';

const kOrders: (Order | null)[] = ['name', null, 'rows', 'bytes', null, 'modified', null, null, null];

/** The tables of a schema with their sizes, which can be sorted. */
export function TableList({ schema, q, shape }: { schema: string; q: string; shape: Shape | '' }) {
  const t = useText(texts);
  const [sort, setSort] = useState<{ column: number; descending: boolean }>({ column: 0, descending: false });
  const order = kOrders[sort.column] ?? 'name';
  const way = sort.descending ? 'desc' : 'asc';
  const { go } = useTableAddress();
  const [, navigate] = useLocation();
  const head = useQuery({
    queryKey: ['tables', 'total', schema, q, shape],
    queryFn: ({ signal }) => tablesApi.list({ schema, q, shape, limit: 0 }, { signal }).then((page) => page.total),
    retry: false,
    staleTime: 5_000,
  });
  const names = useRef(new Map<number, ListedTable>());
  const fetchRows = useCallback(
    async (from: number, count: number): Promise<Cell[][]> => {
      const page = await tablesApi.list({ schema, q, shape, order, way, from, limit: count });
      return page.tables.map((table, index) => {
        names.current.set(from + index, table);
        return [
          table.name,
          t.shape[table.shape],
          table.shape === 'view' ? '' : formatNumber(table.rows),
          table.shape === 'view' ? '' : formatBytes(table.bytes),
          table.partitions === null ? '' : formatNumber(table.partitions),
          formatTime(table.modified_ms),
          table.owner,
          table.lifecycle_days === null ? '' : t.days(table.lifecycle_days),
          table.comment,
        ];
      });
    },
    [schema, q, shape, order, way, t],
  );
  if (head.error) return <ErrorBox error={head.error} onRetry={() => void head.refetch()} />;
  if (head.data === undefined) return <Spinner label={t.title} block />;
  return (
    <>
      <PageHeader
        title={t.tablesOf(schema)}
        subtitle={t.count(formatNumber(head.data))}
        actions={<IconButton icon="refresh" label={t.refresh} onClick={() => void head.refetch()} />}
      />
      <DataGrid
        label={t.tablesOf(schema)}
        columns={[
          { name: t.name, width: 240 },
          { name: t.kinds, width: 120 },
          { name: t.rows, width: 104, align: 'right' },
          { name: t.size, width: 88, align: 'right' },
          { name: t.partitions, width: 88, align: 'right' },
          { name: t.modified, width: 152 },
          { name: t.owner, width: 120 },
          { name: t.lifecycle, width: 88 },
          { name: t.comment, width: 320 },
        ]}
        rowCount={head.data}
        fetchRows={fetchRows}
        version={JSON.stringify([schema, q, shape, order, way, head.dataUpdatedAt])}
        firstNumber={null}
        renderCell={(value, column) => (column === 0 && value !== null ? <BothEnds text={value} /> : undefined)}
        sort={sort}
        onSort={(column) => {
          if (!kOrders[column]) return;
          setSort({ column, descending: sort.column === column ? !sort.descending : column > 0 });
        }}
        onOpen={(row) => {
          const table = names.current.get(row);
          if (table) go(tableHref({ schema, table: table.name }));
        }}
        empty={
          <EmptyState
            icon="table"
            title={q === '' && shape === '' ? t.noTables : t.noMatch}
            action={q === '' && shape === '' && <Button onClick={() => navigate('/editor')}>{t.toEditor}</Button>}
          >
            {q === '' && shape === '' ? t.noTablesHelp : t.noMatchHelp}
          </EmptyState>
        }
      />
    </>
  );
}
