import type { KeyboardEvent, ReactNode } from 'react';
import { useText } from '../../app/i18n';
import { classes } from '../classes';
import { Icon } from '../Icon';
import { texts } from '../texts';
import styles from './ListTable.module.css';

export interface ListColumn<T> {
  key: string;
  title: string;
  /** The title is there for screen readers only. */
  hideTitle?: boolean;
  render: (row: T) => ReactNode;
  align?: 'left' | 'right';
  /** As CSS takes it: `120px`, `20%`. */
  width?: string;
  /** The rows can be sorted by it (onSort). */
  sortable?: boolean;
}

export interface ListTableProps<T> {
  label: string;
  columns: ListColumn<T>[];
  rows: T[];
  rowKey: (row: T) => string;
  /** The name of a row for screen readers, where it can be opened. */
  rowLabel?: (row: T) => string;
  selected?: string | null;
  /** A press on a row, or Enter. */
  onOpen?: (row: T) => void;
  onMenu?: (row: T, at: { x: number; y: number }) => void;
  sort?: { key: string; descending: boolean } | null;
  onSort?: (key: string) => void;
  empty?: ReactNode;
}

/** A list of some hundred things at most, with columns. For results use DataGrid. */
export function ListTable<T>(props: ListTableProps<T>) {
  const { label, columns, rows, rowKey, rowLabel, selected, onOpen, onMenu, sort, onSort, empty } = props;
  const t = useText(texts);
  const key = (event: KeyboardEvent<HTMLTableRowElement>, row: T) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') onOpen?.(row);
    else if (event.key === 'ArrowDown') (event.currentTarget.nextElementSibling as HTMLElement | null)?.focus();
    else if (event.key === 'ArrowUp') (event.currentTarget.previousElementSibling as HTMLElement | null)?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.box}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                style={{ width: column.width }}
                className={classes(column.align === 'right' && styles.right)}
                aria-sort={sort?.key === column.key ? (sort.descending ? 'descending' : 'ascending') : undefined}
              >
                {column.sortable && onSort ? (
                  <button type="button" className={styles.sort} onClick={() => onSort(column.key)}>
                    {column.title}
                    {sort?.key === column.key && (
                      <Icon name={sort.descending ? 'chevronDown' : 'chevronUp'} size={12} />
                    )}
                  </button>
                ) : (
                  <span className={classes(column.hideTitle && 'visually-hidden')}>{column.title}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              tabIndex={onOpen ? 0 : undefined}
              aria-label={rowLabel?.(row)}
              aria-current={rowKey(row) === selected ? 'true' : undefined}
              className={classes(onOpen && styles.open, rowKey(row) === selected && styles.selected)}
              onClick={(event) => {
                if (!(event.target as HTMLElement).closest('a, button, input, select')) onOpen?.(row);
              }}
              onKeyDown={(event) => key(event, row)}
              onContextMenu={(event) => {
                if (!onMenu) return;
                event.preventDefault();
                onMenu(row, { x: event.clientX, y: event.clientY });
              }}
            >
              {columns.map((column) => (
                <td key={column.key} className={classes(column.align === 'right' && styles.right)}>
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && (empty ?? <p className={styles.empty}>{t.nothing}</p>)}
    </div>
  );
}
