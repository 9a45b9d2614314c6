import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { formatNumber } from '../app/format';
import { useText } from '../app/i18n';
import { classes } from './classes';
import { copyText } from './copyText';
import styles from './DataGrid.module.css';
import { ErrorBox } from './ErrorBox';
import { toast } from './Toast';
import { texts } from './texts';
import { useBlocks } from './useBlocks';
import { useVirtualScroll } from './useVirtualScroll';

/** A value as text; null is NULL. */
export type Cell = string | null;

export interface GridColumn {
  name: string;
  /** The type as SQL writes it; numbers stand on the right. */
  type?: string;
  align?: 'left' | 'right';
  /** Pixels; else from the name and the first values. */
  width?: number;
}

export interface DataGridProps {
  /** The name of the grid. */
  label: string;
  columns: GridColumn[];
  rowCount: number;
  fetchRows: (from: number, count: number) => Promise<Cell[][]>;
  /** Another version throws away all rows that were fetched. */
  version?: unknown;
  /** The number in front of the first row; null leaves the numbers out. */
  firstNumber?: number | null;
  /** How a value is shown; undefined for the usual way. */
  renderCell?: (value: Cell, column: number, row: number) => ReactNode | undefined;
  /** Enter, or a double press on a cell. */
  onOpen?: (row: number, column: number, value: Cell) => void;
  onActive?: (row: number, column: number) => void;
  sort?: { column: number; descending: boolean } | null;
  /** A press on the head of a column. */
  onSort?: (column: number) => void;
  /** What is shown without rows. */
  empty?: ReactNode;
}

const kRowPx = 26;
const kHeadPx = 30;
const kMaxCopied = 200_000;

interface Place {
  row: number;
  column: number;
}

/** Rows without end: only those in sight are fetched and drawn. Arrow keys move, Shift selects, Ctrl+C copies. */
export function DataGrid(props: DataGridProps) {
  const { label, columns, rowCount, fetchRows, version, firstNumber = 1, renderCell, onOpen, onActive } = props;
  const { sort, onSort, empty } = props;
  const t = useText(texts);
  const id = useId();
  const scroll = useVirtualScroll(rowCount, kRowPx, kHeadPx);
  const rows = useBlocks(rowCount, fetchRows, version, scroll.first, scroll.end);
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<Place>({ row: 0, column: 0 });
  const widths = useMemo(
    () => columns.map((column) => column.width ?? Math.min(280, Math.max(96, column.name.length * 8 + 32))),
    [columns],
  );
  const gutter = firstNumber === null ? 0 : Math.max(44, String(firstNumber + rowCount).length * 8 + 20);
  const lefts = useMemo(() => {
    let left = 0;
    return widths.map((width) => {
      left += width;
      return left - width;
    });
  }, [widths]);
  const total = (lefts.at(-1) ?? 0) + (widths.at(-1) ?? 0);
  const seenColumns = columns
    .map((_, index) => index)
    .filter((index) => lefts[index]! + widths[index]! >= scroll.left && lefts[index]! <= scroll.left + scroll.width);

  const go = (row: number, column: number, extend: boolean) => {
    const next = {
      row: Math.min(Math.max(0, row), Math.max(0, rowCount - 1)),
      column: Math.min(Math.max(0, column), columns.length - 1),
    };
    setActive(next);
    if (!extend) setAnchor(next);
    scroll.reveal(next.row);
    const left = lefts[next.column] ?? 0;
    const right = left + (widths[next.column] ?? 0);
    if (left < scroll.left) scroll.scrollToLeft(left);
    else if (right > scroll.left + scroll.width - gutter) scroll.scrollToLeft(right - scroll.width + gutter);
    onActive?.(next.row, next.column);
  };
  const range = {
    top: Math.min(active.row, anchor.row),
    bottom: Math.max(active.row, anchor.row),
    left: Math.min(active.column, anchor.column),
    right: Math.max(active.column, anchor.column),
  };
  const copy = async () => {
    const count = range.bottom - range.top + 1;
    const fetched = count * (range.right - range.left + 1) <= kMaxCopied ? await fetchRows(range.top, count) : [];
    const lines = fetched.map((row) =>
      row
        .slice(range.left, range.right + 1)
        .map((cell) => quoted(cell))
        .join('\t'),
    );
    await copyText(lines.join('\n'));
    toast.good(t.copied);
  };
  const key = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroll.height - kHeadPx) / kRowPx) - 1);
    const ctrl = event.ctrlKey || event.metaKey;
    const { row, column } = active;
    const extend = event.shiftKey;
    if (event.key === 'ArrowDown') go(ctrl ? rowCount - 1 : row + 1, column, extend);
    else if (event.key === 'ArrowUp') go(ctrl ? 0 : row - 1, column, extend);
    else if (event.key === 'ArrowRight') go(row, ctrl ? columns.length - 1 : column + 1, extend);
    else if (event.key === 'ArrowLeft') go(row, ctrl ? 0 : column - 1, extend);
    else if (event.key === 'PageDown') go(row + page, column, extend);
    else if (event.key === 'PageUp') go(row - page, column, extend);
    else if (event.key === 'Home') go(ctrl ? 0 : row, 0, extend);
    else if (event.key === 'End') go(ctrl ? rowCount - 1 : row, columns.length - 1, extend);
    else if (event.key === 'Enter' && !ctrl) onOpen?.(row, column, rows.at(row)?.[column] ?? null);
    else if (ctrl && event.key.toLowerCase() === 'c') void copy().catch(toast.bad);
    else if (ctrl && event.key.toLowerCase() === 'a') {
      setAnchor({ row: 0, column: 0 });
      setActive({ row: rowCount - 1, column: columns.length - 1 });
    } else return;
    event.preventDefault();
  };

  const drawn = [];
  for (let row = scroll.first; row < scroll.end; row += 1) drawn.push(row);
  return (
    <div
      ref={scroll.box}
      className={styles.grid}
      role="grid"
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length}
      aria-activedescendant={rowCount > 0 ? `${id}-${active.row}-${active.column}` : undefined}
      aria-multiselectable="true"
      tabIndex={0}
      onKeyDown={key}
    >
      <div style={{ height: scroll.spacerPx, width: total + gutter, minWidth: '100%' }}>
        <div className={styles.layer} style={{ width: scroll.width, height: scroll.height }}>
          <div role="row" aria-rowindex={1} className={styles.head} style={{ height: kHeadPx }}>
            {gutter > 0 && <span className={styles.corner} style={{ width: gutter }} />}
            {seenColumns.map((column) => (
              <span
                key={column}
                role="columnheader"
                aria-colindex={column + 1}
                aria-sort={sort?.column === column ? (sort.descending ? 'descending' : 'ascending') : undefined}
                className={classes(styles.name, isRight(columns[column]!) && styles.right, onSort && styles.sortable)}
                style={{ left: gutter + lefts[column]! - scroll.left, width: widths[column] }}
                title={columns[column]!.type}
                onClick={onSort && (() => onSort(column))}
              >
                {columns[column]!.name}
              </span>
            ))}
          </div>
          {drawn.map((row) => {
            const cells = rows.at(row);
            return (
              <div
                key={row}
                role="row"
                aria-rowindex={row + 2}
                className={styles.row}
                style={{ height: kRowPx, transform: `translateY(${kHeadPx + row * kRowPx - scroll.top}px)` }}
              >
                {gutter > 0 && (
                  <span className={styles.number} style={{ width: gutter }}>
                    {row + (firstNumber ?? 0)}
                  </span>
                )}
                {seenColumns.map((column) => {
                  const value = cells?.[column];
                  const inside =
                    row >= range.top && row <= range.bottom && column >= range.left && column <= range.right;
                  return (
                    <span
                      key={column}
                      id={`${id}-${row}-${column}`}
                      role="gridcell"
                      aria-colindex={column + 1}
                      aria-selected={inside}
                      className={classes(
                        styles.cell,
                        isRight(columns[column]!) && styles.right,
                        inside && styles.inside,
                        row === active.row && column === active.column && styles.active,
                        value === null && styles.null,
                      )}
                      style={{ left: gutter + lefts[column]! - scroll.left, width: widths[column] }}
                      onMouseDown={(event) => go(row, column, event.shiftKey)}
                      onDoubleClick={() => onOpen?.(row, column, value ?? null)}
                    >
                      {value === undefined ? (
                        <span className={styles.coming} />
                      ) : (
                        (renderCell?.(value, column, row) ?? (value === null ? 'NULL' : shortened(value)))
                      )}
                    </span>
                  );
                })}
              </div>
            );
          })}
          {rowCount === 0 && <div className={styles.empty}>{empty ?? t.noRows}</div>}
          {rows.error !== null && (
            <div className={styles.error}>
              <ErrorBox error={rows.error} onRetry={rows.retry} />
            </div>
          )}
        </div>
      </div>
      <span className="visually-hidden">{t.rows(formatNumber(rowCount))}</span>
    </div>
  );
}

function isRight(column: GridColumn): boolean {
  return (
    column.align === 'right' ||
    (column.align === undefined && /^(tinyint|smallint|int|bigint|float|double|decimal)\b/i.test(column.type ?? ''))
  );
}
/** A cell shows the beginning of a long value, in one line. */
function shortened(value: string): string {
  return (value.length > 300 ? `${value.slice(0, 300)}…` : value).replace(/\s*\n\s*/g, ' ⏎ ');
}
/** A value for a spreadsheet: quoted where it holds a tab, a line end or a quote. */
function quoted(value: Cell | undefined): string {
  if (value === null || value === undefined) return '';
  return /[\t\n\r"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
