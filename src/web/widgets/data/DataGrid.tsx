import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { formatNumber } from '../../app/format';
import { useText } from '../../app/i18n';
import { ContextMenu } from '../controls/Menu';
import { ErrorBox } from '../feedback/ErrorBox';
import { toast } from '../feedback/Toast';
import { texts } from '../texts';
import styles from './DataGrid.module.css';
import { useColumns } from './grid/columns';
import { canCopy, copyCells, kMostCopied } from './grid/copyCells';
import { GridHead } from './grid/GridHead';
import { GridRow, type RowEvents } from './grid/GridRow';
import { isInside, placeAfter, type Range, useSelection } from './grid/selection';
import { useBlocks } from './grid/useBlocks';
import { useVirtualScroll } from './grid/useVirtualScroll';

/** A value as text; null is NULL. */
export type Cell = string | null;

export interface GridColumn {
  name: string;
  /** The type as SQL writes it, shown below the name; numbers stand on the right. */
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
  /** May give fewer rows than asked: the rest is asked for again. */
  fetchRows: (from: number, count: number) => Promise<Cell[][]>;
  /** The same for what is copied, where fetchRows gives only the beginnings of long values. */
  copyRows?: (from: number, count: number) => Promise<Cell[][]>;
  /** Another version throws away all rows that were fetched. */
  version?: unknown;
  /** The number in front of the first row; null leaves the numbers out. */
  firstNumber?: number | null;
  /** How a value is shown; undefined for the usual way. */
  renderCell?: (value: Cell, column: number, row: number) => ReactNode | undefined;
  /** Enter, or a double press on a cell. */
  onOpen?: (row: number, column: number, value: Cell) => void;
  onActive?: (row: number, column: number, value: Cell) => void;
  sort?: { column: number; descending: boolean } | null;
  /** A press on the head of a column; without it, that selects the column. */
  onSort?: (column: number) => void;
  /** What is shown without rows. */
  empty?: ReactNode;
}

const kRowPx = 26;
const kBaseRows = 64;

/** Rows without end: only those in sight are fetched and drawn. Arrow keys move, Shift selects, Ctrl+C copies. */
export function DataGrid(props: DataGridProps) {
  const { label, columns, rowCount, fetchRows, version, firstNumber = 1, renderCell, onOpen, onActive, empty } = props;
  const t = useText(texts);
  const id = useId();
  const headPx = columns.some((column) => column.type) ? 42 : 30;
  const scroll = useVirtualScroll(rowCount, kRowPx, headPx);
  const rows = useBlocks(rowCount, fetchRows, version, scroll.first, scroll.end);
  const places = useColumns(columns, rows.at, scroll.first);
  const selection = useSelection(rowCount, columns.length);
  const { active, range } = selection;
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null);
  const gutter = firstNumber === null ? 0 : Math.max(40, String(firstNumber + rowCount).length * 8 + 18);
  const isSeen = (column: number) => {
    const left = places.lefts[column]! - scroll.left;
    return left + places.widths[column]! >= 0 && left <= scroll.width - gutter;
  };
  const firstSeen = columns.findIndex((_, column) => isSeen(column));
  const lastSeen = columns.findLastIndex((_, column) => isSeen(column));
  const seen = useMemo(
    () => (firstSeen < 0 ? [] : Array.from({ length: lastSeen - firstSeen + 1 }, (_, index) => firstSeen + index)),
    [firstSeen, lastSeen],
  );

  const go = (row: number, column: number, extend: boolean) => {
    const next = selection.go(row, column, extend);
    scroll.reveal(next.row);
    const left = places.lefts[next.column] ?? 0;
    const right = left + (places.widths[next.column] ?? 0);
    if (left < scroll.left) scroll.scrollToLeft(left);
    else if (right > scroll.left + scroll.width - gutter) scroll.scrollToLeft(right - scroll.width + gutter);
    onActive?.(next.row, next.column, rows.at(next.row)?.[next.column] ?? null);
  };
  const select = (part: Partial<Range>) =>
    selection.select({ top: 0, bottom: rowCount - 1, left: 0, right: columns.length - 1, ...part });
  const copy = async (withNames: boolean) => {
    if (!canCopy(range)) return toast.bad(t.tooManyCells(formatNumber(kMostCopied)));
    try {
      await copyCells(props, range, withNames);
      toast.good(t.copied);
    } catch (error) {
      toast.bad(error);
    }
  };
  const open = (row: number, column: number) => onOpen?.(row, column, rows.at(row)?.[column] ?? null);
  const key = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroll.height - headPx) / kRowPx) - 1);
    const next = placeAfter(event, active, { rows: rowCount, columns: columns.length, page });
    const letter = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : '';
    if (next) go(next.row, next.column, event.shiftKey);
    else if (event.key === 'Enter' && letter === '') open(active.row, active.column);
    else if (letter === 'c') void copy(event.shiftKey);
    else if (letter === 'a') select({});
    else return;
    event.preventDefault();
  };
  const events = useRef<RowEvents>(null!);
  events.current = {
    press: (event, row, column) => {
      if (event.button === 0) go(row, column, event.shiftKey);
      else if (!isInside(range, row, column)) go(row, column, false);
    },
    enter: (event, row, column) => {
      if (event.buttons === 1) go(row, column, true);
    },
    open,
    selectRow: (row) => select({ top: row, bottom: row }),
  };

  // Rows lie at their place after a row that seldom changes, so that scrolling moves them all at once.
  const base = scroll.first - (scroll.first % kBaseRows);
  const drawn = [];
  for (let row = scroll.first; row < scroll.end; row += 1) drawn.push(row);
  const activeIsDrawn = active.row >= scroll.first && active.row < scroll.end && seen.includes(active.column);
  return (
    <div className={styles.frame}>
      <div
        ref={scroll.box}
        className={styles.grid}
        role="grid"
        aria-label={label}
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length}
        aria-activedescendant={activeIsDrawn ? `${id}-${active.row}-${active.column}` : undefined}
        aria-multiselectable="true"
        tabIndex={0}
        onKeyDown={key}
        onContextMenu={(event) => {
          event.preventDefault();
          setMenu({ x: event.clientX, y: event.clientY });
        }}
      >
        <div role="presentation" style={{ height: scroll.spacerPx, width: places.total + gutter, minWidth: '100%' }}>
          <div role="presentation" className={styles.layer} style={{ width: scroll.width, height: scroll.height }}>
            <GridHead
              {...{ columns, places, seen, gutter }}
              left={scroll.left}
              height={headPx}
              sort={props.sort}
              onPress={props.onSort ?? ((column) => select({ left: column, right: column }))}
              onCorner={() => select({})}
            />
            <div role="presentation" style={{ transform: `translateY(${headPx + base * kRowPx - scroll.top}px)` }}>
              {drawn.map((row) => {
                const selected = row >= range.top && row <= range.bottom;
                return (
                  <GridRow
                    key={row}
                    {...{ id, row, columns, seen, gutter, renderCell, events }}
                    cells={rows.at(row)}
                    widths={places.widths}
                    lefts={places.lefts}
                    left={scroll.left}
                    top={(row - base) * kRowPx}
                    height={kRowPx}
                    number={row + (firstNumber ?? 0)}
                    from={selected ? range.left : -1}
                    to={selected ? range.right : -1}
                    active={row === active.row ? active.column : -1}
                  />
                );
              })}
            </div>
          </div>
        </div>
      </div>
      {(rowCount === 0 || rows.error !== null) && (
        <div className={styles.told}>
          {rows.error !== null ? <ErrorBox error={rows.error} onRetry={rows.retry} /> : (empty ?? t.noRows)}
        </div>
      )}
      <ContextMenu
        label={label}
        at={menu}
        onClose={() => setMenu(null)}
        items={[
          { label: t.copy, icon: 'copy', keys: 'Ctrl+C', onSelect: () => void copy(false) },
          { label: t.copyWithNames, keys: 'Ctrl+Shift+C', onSelect: () => void copy(true) },
          { label: t.selectAll, keys: 'Ctrl+A', onSelect: () => select({}) },
        ]}
      />
    </div>
  );
}
