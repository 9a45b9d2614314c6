import type { ResultColumn } from '../server';

/** Values of a result as a chart takes them. */
export type ChartKind = 'line' | 'bars' | 'points';
export interface ChartData {
  /** Rising. */
  x: number[];
  y: (number | null)[][];
  /** The texts below x where it has no numbers. */
  names?: string[];
  time: boolean;
}

/** `x` is a column, or -1 for the number of the row. */
export function chartOf(rows: (string | null)[][], columns: ResultColumn[], x: number, ys: number[]): ChartData {
  const column = columns[x];
  const values = rows.map((row, index) => xOf(row[x] ?? null, column, index));
  const order = rows.map((_, index) => index).filter((index) => !Number.isNaN(values[index]));
  if (column?.number || column?.time) order.sort((left, right) => values[left]! - values[right]!);
  const named = column !== undefined && !column.number && !column.time;
  return {
    x: order.map((index) => values[index]!),
    y: ys.map((y) => order.map((index) => numberOf(rows[index]?.[y] ?? null))),
    names: named ? rows.map((row) => row[x] ?? 'NULL') : undefined,
    time: column?.time ?? false,
  };
}

function xOf(cell: string | null, column: ResultColumn | undefined, index: number): number {
  if (column?.number) return numberOf(cell) ?? Number.NaN;
  if (!column?.time) return column === undefined ? index + 1 : index;
  // "2026-11-30 21:05:09.123456789": of a second, browsers read three digits.
  return cell === null ? Number.NaN : Date.parse(cell.replace(' ', 'T').replace(/(\.\d{3})\d+$/, '$1'));
}

function numberOf(cell: string | null): number | null {
  if (cell === null) return null;
  const value = Number(cell);
  return Number.isFinite(value) ? value : null;
}

/** Lines go from one number or time to the next; texts stand side by side. */
export function firstKind(columns: ResultColumn[], x: number): ChartKind {
  const column = columns[x];
  return column && !column.number && !column.time ? 'bars' : 'line';
}

// More bars than these are a dark area.
const kMostBars = 200;

/** What is shown first of so many rows: a time, else a text of few rows, else the first number over the others. */
export function firstChoice(columns: ResultColumn[], rows: number): { x: number; ys: number[] } {
  const numbers = columns.map((_, index) => index).filter((index) => columns[index]!.number);
  const time = columns.findIndex((column) => column.time);
  const text = rows > kMostBars ? -1 : columns.findIndex((column) => !column.number && !column.time);
  const x = time >= 0 ? time : text >= 0 ? text : numbers.length > 1 ? numbers[0]! : -1;
  return { x, ys: numbers.filter((index) => index !== x).slice(0, 1) };
}
