import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { formatDuration, formatTime } from '../../app/format';
import { useText } from '../../app/i18n';
import { classes } from '../../widgets/classes';
import { CheckField } from '../../widgets/controls/Field';
import { StateBadge } from '../../widgets/feedback/StateBadge';
import { texts } from '../texts';
import { type ComparedRun, hasEnded, nameOf } from '../types';
import styles from './ComparePage.module.css';
import { colourOfRun } from './runColours';

interface Line {
  name: string;
  values: string[];
  differs: boolean;
}

const shownNumber = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(Number(value.toPrecision(6)));

function linesOf(runs: ComparedRun[], pairsOf: (run: ComparedRun) => [string, string][]): Line[] {
  const names = new Set<string>();
  const tables = runs.map((run) => {
    const values = new Map(pairsOf(run));
    for (const name of values.keys()) names.add(name);
    return values;
  });
  return [...names].sort().map((name) => {
    const values = tables.map((one) => one.get(name) ?? '');
    return { name, values, differs: values.some((value) => value !== values[0]) };
  });
}

/** The runs beside each other; what is not the same in all of them is marked. */
export function CompareTable({ runs }: { runs: ComparedRun[] }) {
  const t = useText(texts);
  const [differingOnly, setDifferingOnly] = useState(false);
  const parts = useMemo<[string, Line[]][]>(
    () => [
      [t.compare.parameters, linesOf(runs, (run) => run.parameters)],
      [
        t.compare.numbers,
        linesOf(runs, (run) => [
          [t.column.steps, shownNumber(run.steps)],
          [t.column.loss, shownNumber(run.loss)],
          ...Object.entries(run.finals).map(([name, value]): [string, string] => [name, shownNumber(value)]),
        ]),
      ],
    ],
    [runs, t],
  );
  if (runs.length === 0) return null;
  const areNamed = new Set(runs.map(nameOf)).size > 1;
  return (
    <section className={styles.part} aria-label={t.compare.parameters}>
      <div className={styles.head}>
        <CheckField label={t.compare.differing} checked={differingOnly} onChange={setDifferingOnly} />
      </div>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t.compare.parameter}</th>
              {runs.map((run, index) => (
                <th key={run.id} scope="col">
                  <span className={styles.swatch} style={{ background: `var(${colourOfRun(index)})` }} />
                  <Link href={`/logview/${encodeURIComponent(run.id)}`}>{formatTime(run.created_ms)}</Link>
                  {areNamed && <span className={styles.called}>{nameOf(run)}</span>}
                  <span className={styles.state}>
                    <StateBadge state={run.state} compact />
                    {hasEnded(run.state) && formatDuration(run.ended_ms - run.created_ms)}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          {parts.map(([title, lines]) => (
            <tbody key={title}>
              <tr>
                <th className={styles.group} scope="rowgroup" colSpan={runs.length + 1}>
                  {title}
                </th>
              </tr>
              {lines
                .filter((line) => line.differs || !differingOnly)
                .map((line) => (
                  <tr key={line.name} className={classes(line.differs && runs.length > 1 && styles.differs)}>
                    <th scope="row">
                      {line.name}
                      {line.differs && runs.length > 1 && <span className="visually-hidden"> {t.compare.differs}</span>}
                    </th>
                    {line.values.map((value, index) => (
                      <td key={runs[index]?.id} title={value}>
                        {value}
                      </td>
                    ))}
                  </tr>
                ))}
            </tbody>
          ))}
        </table>
      </div>
    </section>
  );
}
