import type { PointerEvent } from 'react';
import { classes } from '../../classes';
import { Icon } from '../../Icon';
import type { DataGridProps, GridColumn } from '../DataGrid';
import styles from '../DataGrid.module.css';
import { type ColumnPlaces, isNumber } from './columns';

interface GridHeadProps {
  columns: GridColumn[];
  places: ColumnPlaces;
  /** The columns in sight. */
  seen: number[];
  gutter: number;
  left: number;
  height: number;
  sort: DataGridProps['sort'];
  onPress: (column: number) => void;
  onCorner: () => void;
}

/** The names of the columns, with edges that are dragged; a double press on one fits the column to its values. */
export function GridHead({ columns, places, seen, gutter, left, height, sort, onPress, onCorner }: GridHeadProps) {
  const drag = (event: PointerEvent<HTMLElement>, column: number) => {
    event.preventDefault();
    event.stopPropagation();
    const edge = event.currentTarget;
    const from = event.clientX;
    const begin = places.widths[column]!;
    edge.setPointerCapture(event.pointerId);
    const move = (next: globalThis.PointerEvent) => places.resize(column, begin + next.clientX - from);
    edge.addEventListener('pointermove', move);
    const end = () => edge.removeEventListener('pointermove', move);
    edge.addEventListener('pointerup', end, { once: true });
    edge.addEventListener('pointercancel', end, { once: true });
  };
  return (
    <div role="row" aria-rowindex={1} className={styles.head} style={{ height }}>
      {gutter > 0 && (
        <span role="presentation" className={styles.corner} style={{ width: gutter }} onMouseDown={onCorner} />
      )}
      {seen.map((column) => {
        const { name, type } = columns[column]!;
        const sorted = sort?.column === column ? sort : null;
        return (
          <span
            key={column}
            role="columnheader"
            aria-colindex={column + 1}
            aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}
            className={classes(styles.name, isNumber(columns[column]!) && styles.right)}
            style={{ left: gutter + places.lefts[column]! - left, width: places.widths[column] }}
            title={type ? `${name} ${type}` : name}
            onClick={() => onPress(column)}
          >
            <span className={styles.nameText}>
              {name}
              {sorted && <Icon name={sorted.descending ? 'arrowDown' : 'arrowUp'} size={12} />}
            </span>
            {type && <span className={styles.type}>{type}</span>}
            <span
              className={styles.edge}
              aria-hidden="true"
              onPointerDown={(event) => drag(event, column)}
              onClick={(event) => event.stopPropagation()}
              onDoubleClick={() => places.fit(column)}
            />
          </span>
        );
      })}
    </div>
  );
}
