// What an evaluation says: numbers, curves, and the confusion matrix.

import { formatNumber } from '../../app/format';
import { useText } from '../../app/i18n';
import type { Confusion, Evaluation } from '../wire';
import { CurveChart } from './CurveChart';
import css from './Outputs.module.css';
import { outputTexts } from './texts';

function valueText(value: number | string | null): string {
  if (value === null) return '–';
  return typeof value === 'number' ? formatNumber(value, 6) : value;
}

function ConfusionMatrix({ confusion }: { confusion: Confusion }) {
  const t = useText(outputTexts);
  const most = Math.max(1, ...confusion.counts.flat());
  const share = (count: number) => Math.round((100 * count) / most);
  return (
    <figure className={css.figure}>
      <figcaption>{t.confusion}</figcaption>
      <table className={css.matrix}>
        <thead>
          <tr>
            <th scope="col">{t.actualByPredicted}</th>
            {confusion.labels.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {confusion.counts.map((row, at) => (
            <tr key={confusion.labels[at]}>
              <th scope="row">{confusion.labels[at]}</th>
              {row.map((count, column) => (
                <td
                  key={column}
                  style={{
                    background: `color-mix(in srgb, var(${at === column ? '--good-soft' : '--bad-soft'}) ${share(count)}%, transparent)`,
                  }}
                >
                  {formatNumber(count)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

export function EvaluationView({ evaluation }: { evaluation: Evaluation }) {
  const t = useText(outputTexts);
  const names: Record<string, string> = t.numbers;
  return (
    <div className={css.evaluation}>
      {evaluation.numbers.length > 0 && (
        <dl className={css.numbers}>
          {evaluation.numbers.map((number) => (
            <div key={number.name}>
              <dt>{names[number.name] ?? number.name}</dt>
              <dd>{valueText(number.value)}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className={css.charts}>
        {evaluation.curves.map((curve) => (
          <CurveChart curve={curve} key={curve.name} />
        ))}
        {evaluation.confusion && <ConfusionMatrix confusion={evaluation.confusion} />}
      </div>
    </div>
  );
}
