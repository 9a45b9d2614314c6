import { useMemo, useState } from 'react';
import { formatNumber } from '../../app/format';
import { useText } from '../../app/i18n';
import { Curve } from '../../widgets/charts/Curve';
import { SearchField } from '../../widgets/controls/Field';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { Spinner } from '../../widgets/feedback/Spinner';
import { Toolbar, ToolbarSpace } from '../../widgets/layout/Toolbar';
import { texts } from '../texts';
import type { CurveFacts, InstanceFacts } from '../types';
import { CurveControls, type CurveLook } from './CurveControls';
import styles from './CurvesTab.module.css';
import { drawn, grouped } from './curveSeries';
import { useCurves } from './useCurves';

/** The curves that the job tells and that its script writes into summaries. */
export function CurvesTab({ instance }: { instance: InstanceFacts }) {
  const t = useText(texts);
  const [look, setLook] = useState<CurveLook>({ x: 'step', smoothing: 0, logarithmic: false });
  const [wanted, setWanted] = useState('');
  const { data, error, refetch } = useCurves(instance.id, 'metrics');
  const groups = useMemo(() => grouped(data?.series ?? []), [data?.series]);
  const shown = groups.filter(([name]) => name.toLowerCase().includes(wanted.trim().toLowerCase()));
  if (!data) {
    return error ? <ErrorBox error={error} onRetry={() => void refetch()} /> : <Spinner label={t.loading} block />;
  }
  return (
    <div className={styles.page}>
      <Toolbar label={t.tab.curves}>
        <div className={styles.controls}>
          <CurveControls look={look} onChange={setLook} />
        </div>
        <ToolbarSpace />
        {!data.complete && <Spinner label={t.curves.reading} />}
        <span className={styles.hint}>{t.curves.zoom}</span>
        <SearchField label={t.curves.filter} value={wanted} onChange={setWanted} />
      </Toolbar>
      {groups.length === 0 ? (
        <EmptyState icon="chart" title={t.curves.none}>
          {t.curves.noneHelp}
        </EmptyState>
      ) : (
        <div className={styles.pictures}>
          {shown.map(([name, curves]) => (
            <CurvePicture key={name} name={name} curves={curves} look={look} />
          ))}
        </div>
      )}
    </div>
  );
}

function CurvePicture({ name, curves, look }: { name: string; curves: CurveFacts[]; look: CurveLook }) {
  const t = useText(texts);
  const series = useMemo(
    () => curves.flatMap((one) => drawn(one, one.source || t.curves.summary, look.x, look.smoothing)),
    [curves, t, look.x, look.smoothing],
  );
  const points = curves.reduce((sum, one) => sum + one.count, 0);
  return (
    <section className={styles.picture} aria-label={name}>
      <h2>
        {name}
        <span className={styles.count}>{t.curves.points(formatNumber(points))}</span>
      </h2>
      <Curve
        label={name}
        series={series}
        x={look.x === 'time' ? 'time' : 'number'}
        xLabel={look.x === 'time' ? t.curves.time : t.curves.step}
        logarithmic={look.logarithmic}
        sync={`logview-${look.x}`}
        height={240}
      />
    </section>
  );
}
