import { useMemo, useRef, useState } from 'react';
import type { Cell, GridColumn } from '../DataGrid';

const kLeastPx = 64;
const kMostPx = 360;
const kPaddingPx = 22;
const kLooked = 60;

let canvas: CanvasRenderingContext2D | null = null;
function textWidth(text: string, bold: boolean): number {
  canvas ??= document.createElement('canvas').getContext('2d');
  if (!canvas) return text.length * 7;
  canvas.font = `${bold ? '600 ' : ''}12px ${getComputedStyle(document.body).fontFamily}`;
  // Digits of one width, as cells have them.
  return canvas.measureText(text.replace(/\d/g, '0')).width;
}

export interface ColumnPlaces {
  widths: number[];
  lefts: number[];
  /** All of them side by side. */
  total: number;
  resize(column: number, width: number): void;
  /** As wide as its name and the values that are there. */
  fit(column: number): void;
}

/** How wide the columns are: as somebody dragged them, as told, or as their names and first values need. */
export function useColumns(
  columns: GridColumn[],
  at: (row: number) => Cell[] | undefined,
  first: number,
): ColumnPlaces {
  const [dragged, setDragged] = useState<Record<string, number>>({});
  const fitted = useRef(new Map<string, number>());
  const loaded = at(0) !== undefined;
  const widthOf = (column: number, from: number): number => {
    const { name, type = '' } = columns[column]!;
    let widest = Math.max(textWidth(name, true), textWidth(type, false) * 0.92) + 8;
    for (let row = from; row < from + kLooked; row += 1) {
      const cell = at(row)?.[column];
      if (cell) widest = Math.max(widest, textWidth(cell.slice(0, 80), false));
    }
    return Math.round(Math.min(kMostPx, Math.max(kLeastPx, widest + kPaddingPx)));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is measured once stays, while rows come and go
  const places = useMemo(() => {
    const widths = columns.map((column, index) => {
      const key = keyOf(column, index);
      if (dragged[key] !== undefined) return dragged[key];
      if (column.width !== undefined) return column.width;
      const known = fitted.current.get(key);
      if (known !== undefined) return known;
      const width = widthOf(index, 0);
      if (loaded) fitted.current.set(key, width);
      return width;
    });
    let total = 0;
    const lefts = widths.map((width) => {
      total += width;
      return total - width;
    });
    return { widths, lefts, total };
  }, [columns, dragged, loaded]);
  const resize = (column: number, width: number) =>
    setDragged((before) => ({ ...before, [keyOf(columns[column]!, column)]: Math.max(32, Math.round(width)) }));
  return { ...places, resize, fit: (column) => resize(column, widthOf(column, first)) };
}

const keyOf = (column: GridColumn, index: number) => `${index}\u0000${column.name}\u0000${column.type ?? ''}`;

export function isNumber(column: GridColumn): boolean {
  if (column.align !== undefined) return column.align === 'right';
  return /^(tinyint|smallint|int|bigint|float|double|decimal)\b/i.test(column.type ?? '');
}
