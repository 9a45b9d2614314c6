import { useState } from 'react';
import { Link } from 'wouter';
import { formatNumber, formatTime } from '../../app/format';
import { useText } from '../../app/i18n';
import { classes } from '../../widgets/classes';
import { Button } from '../../widgets/controls/Button';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { PropertyList } from '../../widgets/layout/PropertyList';
import { type Column, type ColumnCount, type TableName, tablesApi } from '../client';
import { texts } from '../texts';
import { useAsked } from '../useAsked';
import { RunningQuery } from './RunningQuery';
import styles from './Tabs.module.css';

/** One column, counted by a query that begins when somebody asks for it. */
export function ColumnStatistics({
  name,
  column,
  partition,
  modified,
}: {
  name: TableName;
  column: Column;
  partition: string[] | null;
  modified: number;
}) {
  const t = useText(texts);
  const [asked, setAsked] = useState(0);
  const { query, running } = useAsked<ColumnCount>(
    ['tables', 'column', name.schema, name.table, column.name, partition, modified, Math.max(asked, 1)],
    (instance, signal) => tablesApi.column(name, column.name, partition, asked > 1, instance, { signal }),
    asked > 0,
  );
  const count = query.data;
  return (
    <>
      <h2>{column.name}</h2>
      <p className={styles.note}>{column.type}</p>
      {query.error ? (
        <ErrorBox error={query.error} onRetry={() => setAsked((times) => times + 2)} />
      ) : query.isFetching ? (
        <RunningQuery running={running} />
      ) : count ? (
        <>
          <Counted count={count} column={column} />
          <p className={styles.foot}>
            <Button small icon="refresh" onClick={() => setAsked((times) => times + 2)}>
              {t.countAgain}
            </Button>
            <Link href={`/logview/${count.instance}`}>{t.inLogview}</Link>
          </p>
        </>
      ) : (
        <p className={styles.foot}>
          <Button kind="primary" icon="chart" onClick={() => setAsked(1)}>
            {t.count1}
          </Button>
          <span className={styles.note}>{t.chooseColumnHelp}</span>
        </p>
      )}
    </>
  );
}

function Counted({ count, column }: { count: ColumnCount; column: Column }) {
  const t = useText(texts);
  const nulls = count.rows - count.values;
  const share = count.rows > 0 ? ` (${formatNumber((100 * nulls) / count.rows, 2)} %)` : '';
  return (
    <>
      <PropertyList
        rows={[
          [t.rows, formatNumber(count.rows)],
          [t.nulls, `${formatNumber(nulls)}${share}`],
          [t.distinct, count.distinct === null ? undefined : formatNumber(count.distinct)],
          [t.least, count.ordered ? (count.min ?? 'NULL') : undefined],
          [t.greatest, count.ordered ? (count.max ?? 'NULL') : undefined],
          [t.mean, count.mean ?? undefined],
          [t.deviation, count.deviation ?? undefined],
          [
            t.quantiles,
            count.quantiles.length > 0 ? count.quantiles.map((one) => formatNumber(one, 4)).join(' · ') : undefined,
          ],
        ]}
      />
      {count.bins.length > 0 && <Spread count={count} />}
      {count.top.length > 0 && (
        <>
          <h3>{t.top}</h3>
          <ul className={styles.bars} aria-label={`${t.top}: ${column.name}`}>
            {count.top.map((one) => (
              <li key={one.value} className={styles.barRow}>
                <span className={classes(styles.barName, one.value === '' && styles.faint)} title={one.value ?? ''}>
                  {one.value === '' ? t.emptyText : one.value}
                  {one.cut && '…'}
                </span>
                <span className={styles.barSpace}>
                  <span className={styles.barFill} style={{ width: `${(100 * one.count) / count.top[0]!.count}%` }} />
                </span>
                <span className={styles.barCount}>{formatNumber(one.count)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const kBins = 24;

function Spread({ count }: { count: ColumnCount }) {
  const t = useText(texts);
  const ends = (seconds: number) => (count.times ? formatTime(seconds * 1000) : formatNumber(seconds, 4));
  const first = count.bins[0]!;
  const last = count.bins.at(-1)!;
  const width = first.to - first.from;
  // A bin without values has no row.
  const places = width > 0 ? Math.min(kBins, Math.max(1, Math.round((last.to - first.from) / width))) : 1;
  const bars = Array.from({ length: places }, () => 0);
  for (const bin of count.bins) {
    const at = width > 0 ? Math.round((bin.from - first.from) / width) : 0;
    bars[Math.min(places - 1, at)]! += bin.count;
  }
  const most = Math.max(...bars);
  return (
    <>
      <h3>{t.spread}</h3>
      <div role="img" aria-label={t.spreadOf(count.column)} className={styles.spread}>
        {bars.map((one, index) => (
          <span
            key={index}
            className={styles.spreadBar}
            style={{ height: one === 0 ? 0 : `max(2px, ${(100 * one) / most}%)` }}
            title={`${ends(first.from + width * index)} – ${ends(first.from + width * (index + 1))}: ${formatNumber(one)}`}
          />
        ))}
      </div>
      <p className={styles.ends}>
        <span>{ends(first.from)}</span>
        <span>{ends(last.to)}</span>
      </p>
    </>
  );
}
