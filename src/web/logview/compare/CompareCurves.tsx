import { useMemo, useState } from 'react';
import { formatTime } from '../../app/format';
import { useText } from '../../app/i18n';
import { Curve } from '../../widgets/charts/Curve';
import { SelectField } from '../../widgets/controls/Field';
import { CurveControls, type CurveLook } from '../curves/CurveControls';
import { drawn, grouped } from '../curves/curveSeries';
import { texts } from '../texts';
import { type ComparedRun, nameOf } from '../types';
import styles from './ComparePage.module.css';
import { colourOfRun } from './runColours';

/** One curve of each run, over each other. Over time they begin at the moment when their run began. */
export function CompareCurves({ runs }: { runs: ComparedRun[] }) {
  const t = useText(texts);
  const [look, setLook] = useState<CurveLook>({ x: 'step', smoothing: 0, logarithmic: false });
  const names = useMemo(() => grouped(runs.flatMap((run) => run.series)).map(([name]) => name), [runs]);
  const [wanted, setWanted] = useState('');
  const name = names.includes(wanted) ? wanted : (names[0] ?? '');
  const areNamed = new Set(runs.map(nameOf)).size > 1;
  const series = useMemo(
    () =>
      runs.flatMap((run, index) => {
        const begun = run.started_ms || run.created_ms;
        return run.series
          .filter((one) => one.name === name)
          .flatMap((one, place) => {
            const seconds = { ...one, times: one.times.map((at) => (at - begun) / 1000) };
            const title = [formatTime(run.created_ms), areNamed && nameOf(run), one.source].filter(Boolean).join(' ');
            const curves = drawn(seconds, title, look.x, look.smoothing, colourOfRun(index));
            return curves.map((curve) => ({ ...curve, dashed: place > 0 }));
          });
      }),
    [runs, name, areNamed, look.x, look.smoothing],
  );
  if (names.length === 0) return null;
  return (
    <section className={styles.part} aria-label={t.compare.curves}>
      <div className={styles.head}>
        <SelectField
          label={t.compare.metric}
          hideLabel
          value={name}
          onChange={setWanted}
          options={names.map((one) => ({ value: one, label: one }))}
        />
        <CurveControls look={look} onChange={setLook} />
      </div>
      <Curve
        label={name}
        series={series}
        x="number"
        xLabel={look.x === 'time' ? `${t.curves.time} (s)` : t.curves.step}
        logarithmic={look.logarithmic}
        height={300}
      />
    </section>
  );
}
