import { type CSSProperties, useEffect, useState } from 'react';
import { useText } from '../app/i18n';
import { Button } from '../widgets/controls/Button';
import { TextField } from '../widgets/controls/Field';
import styles from './Services.module.css';
import { SplitBar } from './SplitBar';
import type { Service, ServiceAction } from './serviceApi';
import { texts } from './texts';

/** Divides the requests between the versions: by sliders or numbers, 100 in sum. */
export function TrafficPanel(props: { service: Service; may: boolean; onAct: (action: ServiceAction) => void }) {
  const { service, may, onAct } = props;
  const t = useText(texts);
  const main = service.versions.find((one) => one.role === 'main');
  const grey = service.versions.filter((one) => one.role === 'grey');
  const known = grey.map((one) => `${one.version}:${one.weight}`).join();
  const [weights, setWeights] = useState<Record<number, string>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server says takes the place of what was typed
  useEffect(() => setWeights({}), [known]);
  const textOf = (version: number, weight: number) => weights[version] ?? String(weight);
  const numberOf = (version: number, weight: number) => {
    const text = textOf(version, weight);
    return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  };
  const values = grey.map((one) => numberOf(one.version, one.weight));
  const sum = values.reduce((all, one) => all + one, 0);
  const wrongNumber = values.some((one) => !(one >= 0 && one <= 100));
  const right = !wrongNumber && sum <= 100;
  const changed = grey.some((one, index) => values[index] !== one.weight);
  const apply = () =>
    onAct({
      action: 'split',
      weights: Object.fromEntries(grey.map((one, index) => [String(one.version), values[index]])),
    });
  return (
    <section className={styles.card} aria-label={t.split}>
      <h2>{t.split}</h2>
      {grey.length === 0 ? (
        <>
          <p>{t.oneVersion}</p>
          <p className={styles.muted}>{t.splitHelp}</p>
        </>
      ) : (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (right && changed && may) apply();
          }}
        >
          <SplitBar
            split={[
              ...(main ? [{ version: main.version, role: 'main' as const, weight: right ? 100 - sum : 0 }] : []),
              ...grey.map((one, index) => ({
                version: one.version,
                role: 'grey' as const,
                weight: Number.isNaN(values[index]) ? 0 : (values[index] ?? 0),
              })),
            ]}
          />
          {grey.map((one, index) => (
            <div key={one.version} className={styles.slider}>
              <span>{t.ofVersion(String(one.version))}</span>
              <input
                type="range"
                min={0}
                max={100}
                style={{ '--share': `${Number.isNaN(values[index]) ? 0 : values[index]}%` } as CSSProperties}
                aria-label={t.sliderOf(one.version)}
                value={Number.isNaN(values[index]) ? 0 : values[index]}
                disabled={!may}
                onChange={(event) => setWeights({ ...weights, [one.version]: event.target.value })}
              />
              <TextField
                label={t.shareOf(one.version)}
                hideLabel
                value={textOf(one.version, one.weight)}
                inputMode="numeric"
                disabled={!may}
                error={values[index]! >= 0 && values[index]! <= 100 ? '' : t.wholeNumber(0, 100)}
                onChange={(value) => setWeights({ ...weights, [one.version]: value })}
              />
            </div>
          ))}
          <div className={styles.sumLine}>
            <span className={right ? styles.muted : styles.bad} role="status">
              {right
                ? `${t.mainShare(100 - sum)} · ${t.sumRight}`
                : wrongNumber
                  ? t.wholeNumber(0, 100)
                  : t.sumWrong(sum)}
            </span>
            <Button kind="primary" small disabled={!may || !right || !changed} onClick={apply}>
              {t.apply}
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}
