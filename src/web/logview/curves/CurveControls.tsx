import { useText } from '../../app/i18n';
import { CheckField } from '../../widgets/controls/Field';
import { Segmented } from '../../widgets/controls/Segmented';
import { texts } from '../texts';
import styles from './CurveControls.module.css';
import type { CurveX } from './curveSeries';

export interface CurveLook {
  x: CurveX;
  smoothing: number;
  logarithmic: boolean;
}

/** How curves are drawn: over which x, how smooth, on which scale. */
export function CurveControls({ look, onChange }: { look: CurveLook; onChange: (look: CurveLook) => void }) {
  const t = useText(texts);
  return (
    <>
      <Segmented
        label={t.curves.x}
        value={look.x}
        onChange={(x) => onChange({ ...look, x })}
        options={[
          { value: 'step', label: t.curves.step },
          { value: 'time', label: t.curves.time },
        ]}
      />
      <label className={styles.smooth}>
        {t.curves.smooth}
        <input
          type="range"
          min={0}
          max={0.98}
          step={0.02}
          value={look.smoothing}
          onChange={(event) => onChange({ ...look, smoothing: Number(event.target.value) })}
        />
        <span className={styles.value}>{look.smoothing.toFixed(2)}</span>
      </label>
      <CheckField
        label={t.curves.log}
        checked={look.logarithmic}
        onChange={(logarithmic) => onChange({ ...look, logarithmic })}
      />
    </>
  );
}
