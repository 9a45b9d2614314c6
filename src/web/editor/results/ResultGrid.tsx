import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { formatBytes, formatNumber } from '../../app/format';
import { useText } from '../../app/i18n';
import { Button } from '../../widgets/controls/Button';
import { copyText } from '../../widgets/copyText';
import { type Cell, DataGrid } from '../../widgets/data/DataGrid';
import { Dialog } from '../../widgets/feedback/Dialog';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { Spinner } from '../../widgets/feedback/Spinner';
import { toast } from '../../widgets/feedback/Toast';
import { type Run, type RunResult, server } from '../server';
import { texts } from '../texts';
import styles from './ResultGrid.module.css';

// An answer of the server has so many rows at most.
const kMostRows = 2000;
const kMostWhole = 200;

interface Opened {
  row: number;
  column: number;
  /** Undefined while it is on its way. */
  text: string | null | undefined;
  bytes: number;
}

/** The rows of a result of any length, and one cell of it as a whole. */
export function ResultGrid({ run, result }: { run: Run; result: RunResult }) {
  const t = useText(texts);
  const [opened, setOpened] = useState<Opened | null>(null);
  // Cells of which the server has sent the beginning: "row:column" → bytes of all of it.
  const cut = useRef(new Map<string, number>());
  const fetchRows = useCallback(
    async (from: number, count: number) => {
      const rows: Cell[][] = [];
      while (rows.length < count) {
        const begin = from + rows.length;
        const answer = await server.rows(run.id, begin, Math.min(count - rows.length, kMostRows));
        for (const [row, column, bytes] of answer.cut) cut.current.set(`${begin + row}:${column}`, bytes);
        if (answer.rows.length === 0) break;
        rows.push(...answer.rows);
      }
      return rows;
    },
    [run.id],
  );
  // What is copied is whole.
  const copyRows = useCallback(
    async (from: number, count: number) => {
      const rows = await fetchRows(from, count);
      let whole = 0;
      for (const [index, cells] of rows.entries()) {
        for (const column of cells.keys()) {
          if (!cut.current.has(`${from + index}:${column}`)) continue;
          whole += 1;
          if (whole > kMostWhole) throw new Error(t.tooManyWhole);
          cells[column] = (await server.cell(run.id, from + index, column)).text;
        }
      }
      return rows;
    },
    [run.id, fetchRows, t],
  );
  const columns = useMemo(
    () =>
      result.columns.map(({ name, type, number }) => ({ name, type, align: number ? ('right' as const) : undefined })),
    [result.columns],
  );
  const open = (row: number, column: number, value: Cell) => {
    const bytes = cut.current.get(`${row}:${column}`);
    if (bytes === undefined) return setOpened({ row, column, text: value, bytes: value?.length ?? 0 });
    setOpened({ row, column, text: undefined, bytes });
    server.cell(run.id, row, column).then(
      ({ text }) => setOpened((now) => (now?.row === row && now.column === column ? { ...now, text } : now)),
      (error) => {
        setOpened(null);
        toast.bad(error);
      },
    );
  };
  return (
    <>
      <DataGrid
        label={t.gridName}
        columns={columns}
        rowCount={result.rows}
        fetchRows={fetchRows}
        copyRows={copyRows}
        version={run.id}
        onOpen={open}
        empty={
          <EmptyState icon="grid" title={t.noRows}>
            {t.noRowsHelp}
          </EmptyState>
        }
      />
      {opened && (
        <CellDialog opened={opened} name={columns[opened.column]?.name ?? ''} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

function CellDialog({ opened, name, onClose }: { opened: Opened; name: string; onClose: () => void }) {
  const t = useText(texts);
  const { text } = opened;
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus();
    },
    [before],
  );
  const copy = async () => {
    await copyText(text ?? '');
    toast.good(t.copied);
  };
  return (
    <Dialog
      open
      width={720}
      title={t.cell(formatNumber(opened.row + 1), name)}
      onClose={onClose}
      actions={
        <Button icon="copy" disabled={text === undefined || text === null} onClick={() => void copy().catch(toast.bad)}>
          {t.copyCell}
        </Button>
      }
    >
      {text === undefined ? (
        <Spinner label={t.runs} block />
      ) : text === null ? (
        <p className={styles.null}>{t.nullCell}</p>
      ) : (
        <>
          {opened.bytes > 1000 && <p className={styles.size}>{t.cellBytes(formatBytes(opened.bytes))}</p>}
          <textarea className={styles.whole} readOnly value={text} aria-label={name} spellCheck={false} />
        </>
      )}
    </Dialog>
  );
}
