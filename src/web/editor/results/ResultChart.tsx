import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { formatNumber } from '../../app/format';
import { useText } from '../../app/i18n';
import { Curve, type CurveSeries } from '../../widgets/charts/Curve';
import { CheckField, SelectField } from '../../widgets/controls/Field';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { Spinner } from '../../widgets/feedback/Spinner';
import { type Run, type RunResult, server } from '../server';
import { texts } from '../texts';
import { type ChartKind, chartOf, firstChoice, firstKind } from './chart';
import styles from './ResultChart.module.css';

const kMostRows = 10_000;
const kRowNumber = -1;
const kLeastPx = 160;
const kLegendPx = 60;

/** Columns of a result over another one: lines, bars or points. */
export function ResultChart({ run, result }: { run: Run; result: RunResult }) {
  const t = useText(texts);
  const { columns } = result;
  const [choice, setChoice] = useState(() => firstChoice(columns, result.rows));
  const [kind, setKind] = useState<ChartKind>(() => firstKind(columns, choice.x));
  const rows = useQuery({
    queryKey: ['editor', 'chart', run.id],
    queryFn: ({ signal }) => firstRows(run.id, Math.min(result.rows, kMostRows), signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const data = useMemo(
    () => (rows.data ? chartOf(rows.data, columns, choice.x, choice.ys) : null),
    [rows.data, columns, choice],
  );
  const series = useMemo<CurveSeries[]>(
    () => (data ? choice.ys.map((y, index) => ({ name: columns[y]!.name, x: data.x, y: data.y[index]!, kind })) : []),
    [data, choice.ys, columns, kind],
  );
  const [room, setRoom] = useState<HTMLDivElement | null>(null);
  const height = useHeight(room);
  const numbers = columns.map((_, index) => index).filter((index) => columns[index]!.number);
  if (numbers.length === 0) {
    return (
      <EmptyState icon="chart" title={t.noNumbers}>
        {t.noNumbersHelp}
      </EmptyState>
    );
  }
  const toggle = (column: number, on: boolean) =>
    setChoice({
      ...choice,
      ys: on ? [...choice.ys, column].sort((a, b) => a - b) : choice.ys.filter((y) => y !== column),
    });
  return (
    <div className={styles.chart}>
      <form className={styles.choices} aria-label={t.chart}>
        <SelectField
          label={t.kind}
          value={kind}
          onChange={(value) => setKind(value as ChartKind)}
          options={[
            { value: 'line', label: t.line },
            { value: 'bars', label: t.bar },
            { value: 'points', label: t.scatter },
          ]}
        />
        <SelectField
          label={t.x}
          value={String(choice.x)}
          onChange={(value) => setChoice({ ...choice, x: Number(value) })}
          options={[
            { value: String(kRowNumber), label: t.rowNumber },
            ...columns.map((column, index) => ({ value: String(index), label: column.name })),
          ]}
        />
        <fieldset className={styles.columns}>
          <legend>{t.y}</legend>
          {numbers.map((column) => (
            <CheckField
              key={column}
              label={columns[column]!.name}
              checked={choice.ys.includes(column)}
              onChange={(on) => toggle(column, on)}
            />
          ))}
        </fieldset>
      </form>
      <div className={styles.picture} ref={setRoom}>
        {rows.isPending && <Spinner label={t.runs} block />}
        {rows.error && <ErrorBox error={rows.error} onRetry={() => void rows.refetch()} />}
        {data && (
          <Curve
            label={`${t.chart}: ${choice.ys.map((y) => columns[y]!.name).join(', ')}`}
            series={series}
            x={data.time ? 'time' : 'number'}
            xLabel={choice.x === kRowNumber ? t.rowNumber : columns[choice.x]!.name}
            names={data.names}
            height={height}
          />
        )}
        {result.rows > kMostRows && (
          <p className={styles.note}>{t.chartOf(formatNumber(kMostRows), formatNumber(result.rows))}</p>
        )}
      </div>
    </div>
  );
}

/** What is left for the picture, without the line below it that names the curves. */
function useHeight(room: HTMLElement | null): number {
  const [height, setHeight] = useState(kLeastPx);
  useEffect(() => {
    if (!room) return;
    const observer = new ResizeObserver(() => setHeight(Math.max(kLeastPx, room.clientHeight - kLegendPx)));
    observer.observe(room);
    return () => observer.disconnect();
  }, [room]);
  return height;
}

async function firstRows(id: string, count: number, signal: AbortSignal): Promise<(string | null)[][]> {
  const rows: (string | null)[][] = [];
  while (rows.length < count) {
    const answer = await server.rows(id, rows.length, Math.min(2000, count - rows.length), signal);
    if (answer.rows.length === 0) break;
    rows.push(...answer.rows);
  }
  return rows;
}
