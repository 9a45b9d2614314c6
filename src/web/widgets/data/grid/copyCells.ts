import { copyText } from '../../copyText';
import type { Cell, DataGridProps } from '../DataGrid';
import type { Range } from './selection';

/** More cells than this are not put on a clipboard. */
export const kMostCopied = 500_000;

/** Whether there are few enough of them. */
export function canCopy(range: Range): boolean {
  return (range.bottom - range.top + 1) * (range.right - range.left + 1) <= kMostCopied;
}

/** Copies the cells as spreadsheets take them, with the names of the columns above them if asked. */
export async function copyCells(
  props: Pick<DataGridProps, 'columns' | 'fetchRows' | 'copyRows'>,
  range: Range,
  withNames: boolean,
): Promise<void> {
  const lines: string[] = [];
  const add = (cells: Cell[]) =>
    lines.push(
      cells
        .slice(range.left, range.right + 1)
        .map(quoted)
        .join('\t'),
    );
  if (withNames) add(props.columns.map((column) => column.name));
  for (let row = range.top; row <= range.bottom; ) {
    const some = await (props.copyRows ?? props.fetchRows)(row, Math.min(1000, range.bottom - row + 1));
    if (some.length === 0) break;
    some.forEach(add);
    row += some.length;
  }
  await copyText(lines.join('\n'));
}

/** A value for a spreadsheet: quoted where it holds a tab, a line end or a quote. */
function quoted(value: Cell): string {
  if (value === null) return '';
  return /[\t\n\r"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
