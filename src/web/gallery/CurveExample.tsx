import { useMemo } from 'react';
import { Curve } from '../widgets/charts/Curve';
import styles from './gallery.module.css';

/** Curves of a training, of resources over time, bars of categories, and points. */
export default function CurveExample() {
  const data = useMemo(() => {
    const steps = Array.from({ length: 400 }, (_, index) => index * 10);
    const times = Array.from({ length: 120 }, (_, index) => 1_790_000_000_000 + index * 1000);
    return {
      loss: [
        { name: 'train', x: steps, y: steps.map((x) => Math.exp(-x / 900) + 0.02 * Math.sin(x / 40)) },
        {
          name: 'eval',
          x: steps.filter((x) => x % 200 === 0),
          y: steps.filter((x) => x % 200 === 0).map((x) => Math.exp(-x / 1100) + 0.05),
          dashed: true,
        },
      ],
      memory: [
        { name: 'worker 0', x: times, y: times.map((_, index) => 2e9 + 1e7 * index), kind: 'area' as const },
        { name: 'ps 0', x: times, y: times.map((_, index) => (index > 40 && index < 60 ? null : 1e9)) },
      ],
      bars: [{ name: 'rows', x: [0, 1, 2], y: [50, 48, 52], kind: 'bars' as const }],
      points: [{ name: 'runs', x: [0.001, 0.01, 0.1], y: [0.91, 0.95, 0.89], kind: 'points' as const }],
    };
  }, []);
  return (
    <div className={styles.pane}>
      <Curve label="Loss by step" series={data.loss} xLabel="step" yLabel="loss" sync="run" />
      <Curve
        label="Memory"
        series={data.memory}
        x="time"
        formatY={(value) => `${(value / 1e9).toFixed(1)} GB`}
        height={160}
      />
      <div className={styles.row}>
        <div className={styles.card}>
          <Curve
            label="Rows by species"
            series={data.bars}
            names={['setosa', 'versicolor', 'virginica']}
            yMin={0}
            height={180}
          />
        </div>
        <div className={styles.card}>
          <Curve label="Accuracy by rate" series={data.points} height={180} yMin={0.8} yMax={1} />
        </div>
      </div>
    </div>
  );
}
