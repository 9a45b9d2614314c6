import type { IconName } from '../widgets/icons';
import type { LineageNode, Shape } from './client';

export const shapeIcons: Record<Shape, IconName> = {
  table: 'table',
  view: 'view',
  materialized: 'layout',
  external: 'external',
};

export function nodeIcon(kind: LineageNode['kind']): IconName {
  if (kind === 'model') return 'model';
  return kind === 'missing' ? 'help' : shapeIcons[kind];
}
