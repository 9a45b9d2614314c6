import { useState } from 'react';
import { formatNumber } from '../app/format';
import { useText } from '../app/i18n';
import { Curve, type CurveSeries } from '../widgets/charts/Curve';
import { Segmented } from '../widgets/controls/Segmented';
import { EmptyState } from '../widgets/feedback/EmptyState';
import { ErrorBox } from '../widgets/feedback/ErrorBox';
import { Spinner } from '../widgets/feedback/Spinner';
import { Toolbar } from '../widgets/layout/Toolbar';
import styles from './Services.module.css';
import { useCurves } from './serviceApi';
import { texts } from './texts';

const spans = { m5: 300_000, m15: 900_000, h1: 3_600_000 } as const;
type Span = keyof typeof spans;

/** Rate, latency and errors over the last hour. */
export function CurvesTab({ name }: { name: string }) {
  const t = useText(texts);
  const [span, setSpan] = useState<Span>('m5');
  const curves = useCurves(name);
  if (curves.isPending) return <Spinner label={t.loading} block />;
  if (curves.error && !curves.data) return <ErrorBox error={curves.error} />;
  const all = curves.data;
  if (!all || all.time_ms.length === 0) {
    return (
      <EmptyState icon="chart" title={t.noPoints}>
        {t.noPointsHelp}
      </EmptyState>
    );
  }
  const from = (all.time_ms.at(-1) ?? 0) - spans[span];
  const begin = Math.max(
    0,
    all.time_ms.findIndex((ms) => ms >= from),
  );
  const x = all.time_ms.slice(begin);
  const series = (title: string, y: (number | null)[], colour?: string): CurveSeries => ({
    name: title,
    x,
    y: y.slice(begin),
    colour,
  });
  const versions = Object.entries(all.versions);
  const rate = (value: number) => formatNumber(value, value < 10 ? 1 : 0);
  const milliseconds = (value: number) => t.seconds(formatNumber(value, value < 10 ? 2 : 0));
  return (
    <div className={styles.scroll}>
      <Toolbar label={t.span}>
        <Segmented
          label={t.span}
          value={span}
          onChange={setSpan}
          options={(Object.keys(spans) as Span[]).map((one) => ({ value: one, label: t.spans[one] }))}
        />
      </Toolbar>
      <div className={styles.curves}>
        <section className={styles.card}>
          <h2>{t.curveRate}</h2>
          <Curve
            label={t.curveRate}
            x="time"
            sync="service"
            yMin={0}
            formatY={rate}
            series={[
              series(t.all, all.rate),
              ...(versions.length > 1
                ? versions.map(([version, y]) => ({ ...series(t.ofVersion(version), y), dashed: true }))
                : []),
            ]}
          />
        </section>
        <section className={styles.card}>
          <h2>{t.curveLatency}</h2>
          <Curve
            label={t.curveLatency}
            x="time"
            sync="service"
            yMin={0}
            formatY={milliseconds}
            series={[
              series('p50', all.p50_ms, '--series-3'),
              series('p95', all.p95_ms, '--series-5'),
              series('p99', all.p99_ms, '--series-2'),
            ]}
          />
        </section>
        <section className={styles.card}>
          <h2>{t.curveErrors}</h2>
          <Curve
            label={t.curveErrors}
            x="time"
            sync="service"
            yMin={0}
            formatY={rate}
            series={[series(t.failedCurve, all.failed, '--bad'), series(t.refusedCurve, all.refused, '--series-5')]}
          />
        </section>
      </div>
    </div>
  );
}
