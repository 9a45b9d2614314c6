import { type MouseEvent, memo, type ReactNode, type RefObject } from 'react';
import { classes } from '../../classes';
import type { Cell, DataGridProps, GridColumn } from '../DataGrid';
import styles from '../DataGrid.module.css';
import { isNumber } from './columns';

/** What the mouse does to cells: the newest functions, in one object that stays. */
export interface RowEvents {
  press(event: MouseEvent, row: number, column: number): void;
  enter(event: MouseEvent, row: number, column: number): void;
  open(row: number, column: number): void;
  selectRow(row: number): void;
}

interface GridRowProps {
  /** The beginning of the names of its cells. */
  id: string;
  row: number;
  /** Undefined while they are on their way. */
  cells: Cell[] | undefined;
  columns: GridColumn[];
  /** The columns in sight. */
  seen: number[];
  widths: number[];
  lefts: number[];
  left: number;
  top: number;
  height: number;
  gutter: number;
  /** What stands in front of the row. */
  number: number;
  /** The columns that are selected in this row, -1 for none, and the one of the keyboard. */
  from: number;
  to: number;
  active: number;
  renderCell: DataGridProps['renderCell'];
  events: RefObject<RowEvents>;
}

/** One row of a grid. It is drawn anew only where something of its own has changed, not when the grid scrolls by. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { id, row, cells, columns, seen, widths, lefts, left, top, height, gutter, from, to, active, events } = props;
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className={classes(styles.row, from >= 0 && styles.here)}
      style={{ height, top }}
    >
      {gutter > 0 && (
        <span
          role="rowheader"
          className={styles.number}
          style={{ width: gutter }}
          onMouseDown={() => events.current.selectRow(row)}
        >
          {props.number}
        </span>
      )}
      {seen.map((column) => {
        const value = cells?.[column];
        const inside = column >= from && column <= to;
        return (
          <span
            key={column}
            id={`${id}-${row}-${column}`}
            role="gridcell"
            aria-colindex={column + 1}
            aria-selected={inside}
            className={classes(
              styles.cell,
              isNumber(columns[column]!) && styles.right,
              inside && styles.inside,
              column === active && styles.active,
              value === null && styles.null,
            )}
            style={{ left: gutter + lefts[column]! - left, width: widths[column] }}
            onMouseDown={(event) => events.current.press(event, row, column)}
            onMouseEnter={(event) => events.current.enter(event, row, column)}
            onDoubleClick={() => events.current.open(row, column)}
          >
            {shown(value, row, column, props.renderCell)}
          </span>
        );
      })}
    </div>
  );
});

function shown(value: Cell | undefined, row: number, column: number, render: DataGridProps['renderCell']): ReactNode {
  if (value === undefined) return <span className={styles.coming} />;
  return render?.(value, column, row) ?? (value === null ? 'NULL' : shortened(value));
}

/** A cell shows the beginning of a long value, in one line. */
function shortened(value: string): string {
  return (value.length > 300 ? `${value.slice(0, 300)}…` : value).replace(/\s*\n\s*/g, ' ⏎ ');
}
