import { useState } from 'react';
import { type Cell, DataGrid, type GridColumn } from '../widgets/data/DataGrid';
import { params } from './params';

const columns: GridColumn[] = [
  { name: 'id', type: 'BIGINT' },
  { name: 'name', type: 'STRING' },
  { name: 'weight', type: 'DOUBLE' },
  { name: 'seen', type: 'DATETIME' },
  ...Array.from({ length: 40 }, (_, index) => ({ name: `f${index}`, type: 'DOUBLE' })),
  { name: 'features', type: 'STRING' },
];
const names = [
  'iris-setosa',
  'O’Brien "quoted"',
  '<script>alert(1)</script>',
  '苹果手机 🍎',
  'two\nlines\tand a tab',
  '',
];

function rowOf(row: number): Cell[] {
  return columns.map(({ name }, column) => {
    if (name === 'id') return String(row + 1);
    if (name === 'name') return row % 7 === 6 ? null : (names[row % names.length] ?? null);
    if (name === 'seen') return '2026-11-30 12:00:00';
    if (name === 'features') return `0:${row};1:0.5;2:${'0.25;'.repeat(60)}`;
    return (((row * 31 + column * 17) % 1000) / 7).toFixed(4);
  });
}

/** `?grid&rows=10000000`: a grid whose rows are made when they are asked for, 150 at most at once. */
export default function GridExample() {
  const [opened, setOpened] = useState('');
  return (
    <>
      <DataGrid
        label="Result"
        columns={columns}
        rowCount={Number(params.get('rows') ?? 10_000_000)}
        fetchRows={async (from, count) =>
          Array.from({ length: Math.min(count, 150) }, (_, index) => rowOf(from + index))
        }
        onOpen={(row, column, value) => setOpened(`${row}/${column}: ${value}`)}
      />
      <output>{opened}</output>
    </>
  );
}
