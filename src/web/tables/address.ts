import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { TableName } from './client';

export const kTabs = ['columns', 'preview', 'partitions', 'statistics', 'lineage', 'uses', 'history', 'ddl'] as const;
export type TabName = (typeof kTabs)[number];

export interface TableAddress {
  schema: string;
  /** '' for the list of the schema's tables. */
  table: string;
  tab: TabName;
  /** The column, the partition or the version that a tab shows. */
  column: string;
  partition: string[] | null;
  version: number | null;
}

/** A name may hold any letter, a slash too, so it is a parameter and no part of the path. */
export function tableHref(name: TableName, tab: TabName = 'columns', more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ schema: name.schema, table: name.table });
  if (tab !== 'columns') query.set('tab', tab);
  for (const [key, value] of Object.entries(more)) query.set(key, value);
  return `/tables?${query}`;
}

export function schemaHref(schema: string): string {
  return `/tables?${new URLSearchParams({ schema })}`;
}

export function useTableAddress(): TableAddress & { go: (href: string, replace?: boolean) => void } {
  const search = useSearch();
  const [, navigate] = useLocation();
  return useMemo(() => {
    const query = new URLSearchParams(search);
    const tab = query.get('tab') as TabName | null;
    const version = Number(query.get('version') ?? '');
    return {
      schema: query.get('schema') || 'default',
      table: query.get('table') ?? '',
      tab: tab && kTabs.includes(tab) ? tab : 'columns',
      column: query.get('column') ?? '',
      partition: partitionOf(query.get('partition')),
      version: version > 0 ? version : null,
      go: (href: string, replace = false) => navigate(href, { replace }),
    };
  }, [search, navigate]);
}

function partitionOf(text: string | null): string[] | null {
  if (!text) return null;
  try {
    const values: unknown = JSON.parse(text);
    return Array.isArray(values) && values.every((value) => typeof value === 'string') ? values : null;
  } catch {
    return null;
  }
}
