import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type ListedTable, type Schema, type Shape, tablesApi } from '../client';

/** A line of the tree: a schema, or one of its tables. */
export type TreeLine = { schema: Schema; open: boolean; total: number | null } | { schema: Schema; table: ListedTable };

export interface TableLines {
  count: number;
  fetch: (from: number, count: number) => Promise<TreeLine[]>;
  /** Changes when lines that were fetched hold no more. */
  version: string;
  /** Tables that fit, of all open schemas; null until that is known. */
  total: number | null;
  error: unknown;
}

/** The lines of a tree that may have a hundred thousand of them: how many there are, and any part of them. */
export function useTableLines(schemas: Schema[], open: Set<string>, q: string, shape: Shape | ''): TableLines {
  const isOpen = useCallback((schema: Schema) => q !== '' || open.has(schema.name), [open, q]);
  const totals = useQueries({
    queries: schemas.map((schema) => ({
      queryKey: ['tables', 'total', schema.name, q, shape],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        tablesApi.list({ schema: schema.name, q, shape, limit: 0 }, { signal }).then((page) => page.total),
      enabled: isOpen(schema),
      staleTime: 5_000,
      retry: false,
    })),
  });
  const counts = totals.map((one, index) => (isOpen(schemas[index]!) ? (one.data ?? null) : null));
  const signature = JSON.stringify([schemas.map((one) => one.name), counts, q, shape]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature stands for the counts
  const parts = useMemo(() => {
    let begin = 0;
    return schemas.map((schema, index) => {
      const part = { schema, begin, total: counts[index] ?? null, open: isOpen(schema) };
      begin += 1 + (part.total ?? 0);
      return part;
    });
  }, [signature, isOpen]);
  const fetch = useCallback(
    async (from: number, count: number): Promise<TreeLine[]> => {
      const lines: TreeLine[] = [];
      for (const part of parts) {
        const begin = Math.max(from, part.begin);
        const end = Math.min(from + count, part.begin + 1 + (part.total ?? 0));
        if (begin >= end) continue;
        if (begin === part.begin) lines.push({ schema: part.schema, open: part.open, total: part.total });
        const first = Math.max(0, begin - part.begin - 1);
        const wanted = end - part.begin - 1 - first;
        if (wanted <= 0) continue;
        const page = await tablesApi.list({ schema: part.schema.name, q, shape, from: first, limit: wanted });
        for (const table of page.tables) lines.push({ schema: part.schema, table });
      }
      return lines;
    },
    [parts, q, shape],
  );
  const last = parts.at(-1);
  return {
    count: last ? last.begin + 1 + (last.total ?? 0) : 0,
    fetch,
    version: `${signature}${[...open].join('\u0000')}`,
    total: counts.every((count, index) => count !== null || !isOpen(schemas[index]!))
      ? counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
      : null,
    error: totals.find((one) => one.error)?.error ?? null,
  };
}
