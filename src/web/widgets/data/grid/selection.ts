import { useState } from 'react';

export interface Place {
  row: number;
  column: number;
}
export interface Range {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export interface Selection {
  active: Place;
  range: Range;
  /** Moves to the place, which is brought within the grid; `extend` keeps the other corner of what is selected. */
  go(row: number, column: number, extend: boolean): Place;
  select(range: Range): void;
}

/** The place of the keyboard in a grid, and the cells that are selected around it. */
export function useSelection(rows: number, columns: number): Selection {
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<Place>({ row: 0, column: 0 });
  const within = (place: Place): Place => ({
    row: Math.min(Math.max(0, place.row), Math.max(0, rows - 1)),
    column: Math.min(Math.max(0, place.column), Math.max(0, columns - 1)),
  });
  const from = within(anchor);
  const to = within(active);
  return {
    active: to,
    range: {
      top: Math.min(from.row, to.row),
      bottom: Math.max(from.row, to.row),
      left: Math.min(from.column, to.column),
      right: Math.max(from.column, to.column),
    },
    go(row, column, extend) {
      const next = within({ row, column });
      setActive(next);
      if (!extend) setAnchor(next);
      return next;
    },
    select(range) {
      setAnchor({ row: range.bottom, column: range.right });
      setActive({ row: range.top, column: range.left });
    },
  };
}

export function isInside(range: Range, row: number, column: number): boolean {
  return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right;
}

/** Where a key moves to, null for another key. */
export function placeAfter(
  event: { key: string; ctrlKey: boolean; metaKey: boolean },
  { row, column }: Place,
  { rows, columns, page }: { rows: number; columns: number; page: number },
): Place | null {
  const far = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'ArrowDown':
      return { row: far ? rows - 1 : row + 1, column };
    case 'ArrowUp':
      return { row: far ? 0 : row - 1, column };
    case 'ArrowRight':
      return { row, column: far ? columns - 1 : column + 1 };
    case 'ArrowLeft':
      return { row, column: far ? 0 : column - 1 };
    case 'PageDown':
      return { row: row + page, column };
    case 'PageUp':
      return { row: row - page, column };
    case 'Home':
      return { row: far ? 0 : row, column: 0 };
    case 'End':
      return { row: far ? rows - 1 : row, column: columns - 1 };
    default:
      return null;
  }
}
