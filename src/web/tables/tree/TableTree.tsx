import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { formatNumber } from '../../app/format';
import { useText } from '../../app/i18n';
import { classes } from '../../widgets/classes';
import { BothEnds } from '../../widgets/data/BothEnds';
import { useBlocks } from '../../widgets/data/grid/useBlocks';
import { useVirtualScroll } from '../../widgets/data/grid/useVirtualScroll';
import tree from '../../widgets/data/Tree.module.css';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { Icon } from '../../widgets/Icon';
import type { Schema, Shape, TableName } from '../client';
import { shapeIcons } from '../icons';
import { texts } from '../texts';
import styles from './TableTree.module.css';
import { useTableLines } from './useTableLines';

const kLinePx = 26;

export interface TableTreeProps {
  schemas: Schema[];
  q: string;
  shape: Shape | '';
  selected: TableName | null;
  onTable: (name: TableName) => void;
  onSchema: (schema: string) => void;
}

/** Schemas and their tables, of which only those in sight are fetched. Arrow keys move, open and close. */
export function TableTree({ schemas, q, shape, selected, onTable, onSchema }: TableTreeProps) {
  const t = useText(texts);
  const id = useId();
  const [open, setOpen] = useState(() => new Set([selected?.schema ?? schemas[0]?.name ?? 'default']));
  const lines = useTableLines(schemas, open, q, shape);
  const scroll = useVirtualScroll(lines.count, kLinePx);
  const items = useBlocks(lines.count, lines.fetch, lines.version, scroll.first, scroll.end);
  const [active, setActive] = useState(0);
  useEffect(() => {
    setActive((at) => Math.min(at, Math.max(0, lines.count - 1)));
  }, [lines.count]);

  const toggle = (schema: string, wanted?: boolean) => {
    const next = new Set(open);
    if (wanted ?? !next.has(schema)) next.add(schema);
    else next.delete(schema);
    setOpen(next);
  };
  const choose = (index: number) => {
    const line = items.at(index);
    setActive(index);
    if (!line) return;
    if ('table' in line) onTable({ schema: line.schema.name, table: line.table.name });
    else onSchema(line.schema.name);
  };
  const move = (index: number) => {
    const next = Math.min(Math.max(0, index), lines.count - 1);
    setActive(next);
    scroll.reveal(next);
  };
  const key = (event: KeyboardEvent) => {
    const line = items.at(active);
    const page = Math.max(1, Math.floor(scroll.height / kLinePx) - 1);
    const head = line && !('table' in line) ? line : null;
    if (event.key === 'ArrowDown') move(active + 1);
    else if (event.key === 'ArrowUp') move(active - 1);
    else if (event.key === 'PageDown') move(active + page);
    else if (event.key === 'PageUp') move(active - page);
    else if (event.key === 'Home') move(0);
    else if (event.key === 'End') move(lines.count - 1);
    else if (event.key === 'Enter' || event.key === ' ') choose(active);
    else if (event.key === 'ArrowRight' && head) head.open ? move(active + 1) : toggle(head.schema.name, true);
    else if (event.key === 'ArrowLeft' && line) {
      if (head) toggle(head.schema.name, false);
      else for (let at = active; at >= 0; at -= 1) if (!isTable(items.at(at))) return move(at);
    } else return;
    event.preventDefault();
  };
  const drawn = [];
  for (let index = scroll.first; index < scroll.end; index += 1) drawn.push(index);
  if (lines.error) return <ErrorBox error={lines.error} />;
  return (
    <>
      <div
        ref={scroll.box}
        role="tree"
        aria-label={t.list}
        tabIndex={0}
        aria-activedescendant={lines.count > 0 ? `${id}-${active}` : undefined}
        className={tree.tree}
        onKeyDown={key}
      >
        <div role="presentation" style={{ height: scroll.spacerPx }}>
          <div role="presentation" className={tree.layer} style={{ height: scroll.height }}>
            {drawn.map((index) => {
              const line = items.at(index);
              const table = line && 'table' in line ? line.table : null;
              const head = line && !('table' in line) ? line : null;
              const chosen =
                line !== undefined &&
                selected !== null &&
                selected.schema === line.schema.name &&
                (table ? table.name === selected.table : selected.table === '');
              return (
                <div
                  key={index}
                  id={`${id}-${index}`}
                  role="treeitem"
                  aria-level={table ? 2 : 1}
                  aria-expanded={head ? head.open : undefined}
                  aria-selected={chosen}
                  className={classes(tree.line, chosen && tree.selected, index === active && tree.active)}
                  style={{ transform: `translateY(${index * kLinePx - scroll.top}px)` }}
                  onClick={(event) => {
                    const onArrow = (event.target as HTMLElement).closest('[data-toggle]') !== null;
                    if (head && onArrow) toggle(head.schema.name);
                    else choose(index);
                  }}
                  onDoubleClick={() => head && toggle(head.schema.name)}
                >
                  {line === undefined ? (
                    <span className={styles.coming} />
                  ) : (
                    <>
                      <span className={classes(tree.toggle, table && styles.inner)} data-toggle={head ? '' : undefined}>
                        {head && <Icon name={head.open ? 'chevronDown' : 'chevronRight'} size={12} />}
                      </span>
                      <Icon name={table ? shapeIcons[table.shape] : 'database'} />
                      <BothEnds
                        className={tree.label}
                        text={table?.name ?? line.schema.name}
                        title={table?.comment ? `${table.name}\n${table.comment}` : undefined}
                      />
                      <span className={tree.detail}>
                        {head && head.total !== null && formatNumber(head.total)}
                        {table?.partitions != null && <Icon name="partition" size={12} />}
                      </span>
                    </>
                  )}
                </div>
              );
            })}
          </div>
        </div>
      </div>
      {items.error !== null && <ErrorBox error={items.error} onRetry={items.retry} />}
      <p className={styles.count} aria-live="polite">
        {lines.total === null ? '' : lines.total === 0 && q !== '' ? t.noMatch : t.count(formatNumber(lines.total))}
      </p>
    </>
  );
}

function isTable(line: object | undefined): boolean {
  return line === undefined || 'table' in line;
}
