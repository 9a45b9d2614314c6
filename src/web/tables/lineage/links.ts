import { tableHref } from '../address';
import type { MakerKind } from '../client';

/** The page of what made an edge; null where there is none to open. */
export function hrefOfMaker(maker: { kind: MakerKind; id: string }, project: string): string | null {
  if (maker.kind === 'instance' || maker.kind === 'job') return `/logview/${encodeURIComponent(maker.id)}`;
  if (maker.kind === 'view') return hrefOfKey(maker.id, project);
  return `/workflows/${encodeURIComponent(maker.id)}`;
}

/** The page of "project.table" or "project.schema.table", "model:project.name"; null for another project's. */
export function hrefOfKey(key: string, project: string): string | null {
  const model = key.startsWith('model:');
  const name = model ? key.slice(6) : key;
  const parts = name.split('.');
  if (parts[0]?.toLowerCase() !== project.toLowerCase() || parts.length < 2) return null;
  if (model) return `/models?${new URLSearchParams({ model: parts.slice(1).join('.') })}`;
  if (parts.length === 2) return tableHref({ schema: 'default', table: parts[1]! });
  return tableHref({ schema: parts[1]!, table: parts.slice(2).join('.') });
}
