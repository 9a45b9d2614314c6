import { useEffect, useState } from 'react';
import { formatDuration, formatTime } from '../app/format';
import { useText } from '../app/i18n';
import { EmptyState } from '../widgets/feedback/EmptyState';
import { StateBadge } from '../widgets/feedback/StateBadge';
import { type Flow, pictureOf, type RunDetail, type RunNode } from './flowApi';
import styles from './Gantt.module.css';
import { canvasName } from './nodeWords';
import { texts } from './texts';

/** When each node of a run began and how long it took. */
export function GanttTab(props: {
  flow: Flow;
  detail: RunDetail | undefined;
  selected: string | null;
  onSelect: (node: string) => void;
}) {
  const { flow, detail, selected, onSelect } = props;
  const t = useText(texts);
  const runs = detail?.run.state === 'RUNNING';
  const now = useNow(runs);
  if (!detail) {
    return (
      <EmptyState icon="chart" title={t.noRuns}>
        {t.noRunsHelp}
      </EmptyState>
    );
  }
  const { run, nodes } = detail;
  const begin = run.started_ms;
  const end = Math.max(begin + 1, run.ended_ms || now, ...nodes.map((one) => endOf(one, runs, now)));
  const rows = [...nodes].sort((a, b) => (a.started_ms || Infinity) - (b.started_ms || Infinity));
  const marks = ticksOf(end - begin);
  // The words stand after the bar, or before it where there is no room after it.
  const besides = (from: number, to: number) =>
    from === 0 || (to - begin) / (end - begin) < 0.88
      ? { left: `calc(${left(from === 0 ? begin : to)} + 6px)` }
      : { right: `calc(100% - ${left(from)} + 6px)` };
  const left = (ms: number) => `${(Math.max(0, ms - begin) / (end - begin)) * 100}%`;
  return (
    <div className={styles.box} role="region" aria-label={t.ganttOf(run.run)} tabIndex={0}>
      <div className={styles.chart}>
        <div className={styles.head}>
          <span className={styles.label}>{t.node}</span>
          <span className={styles.track}>
            {marks.map((ms) => (
              <span key={ms} className={styles.tick} style={{ left: left(begin + ms) }}>
                {ms === 0 ? formatTime(begin).slice(11) : `+${formatDuration(ms)}`}
              </span>
            ))}
          </span>
        </div>
        {rows.map((node) => {
          const started = node.started_ms > 0;
          const took = started ? endOf(node, runs, now) - node.started_ms : 0;
          const shown = canvasName(flow, node.name);
          const name = shown ? `${shown} (${node.name})` : node.name;
          const words = started
            ? t.bar(name, t.states[node.state], formatTime(node.started_ms).slice(11), formatDuration(took))
            : `${name}: ${t.states[node.state]}`;
          return (
            <button
              type="button"
              key={node.name}
              className={styles.row}
              title={node.message ? `${words}\n${node.message}` : words}
              aria-current={node.name === selected ? 'true' : undefined}
              onClick={() => onSelect(node.name)}
            >
              <span className={styles.label}>
                <StateBadge state={pictureOf(node.state, !runs)} label={t.states[node.state]} compact />
                <span className={styles.name}>{name}</span>
              </span>
              <span className={styles.track}>
                {marks.map((ms) => (
                  <span key={ms} className={styles.line} style={{ left: left(begin + ms) }} />
                ))}
                {started && (
                  <span
                    className={`${styles.bar} ${styles[pictureOf(node.state, !runs)] ?? ''}`}
                    style={{ left: left(node.started_ms), width: `max(3px, ${(took / (end - begin)) * 100}%)` }}
                  />
                )}
                <span className={styles.took} style={besides(node.started_ms, node.started_ms + took)}>
                  {started ? formatDuration(took) : node.state === 'SUCCESS' ? '' : t.notStarted}
                  {node.attempts > 1 && ` · ${t.attempt(node.attempts)}`}
                </span>
              </span>
            </button>
          );
        })}
      </div>
    </div>
  );
}

function endOf(node: RunNode, runs: boolean, now: number): number {
  if (node.started_ms === 0) return 0;
  return node.ended_ms || (runs ? now : node.started_ms);
}

/** About six round steps within the time. */
function ticksOf(span: number): number[] {
  const steps = [
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 3e4, 6e4, 12e4, 3e5, 6e5, 18e5, 36e5, 72e5, 216e5,
  ];
  const step = steps.find((one) => span / one <= 7) ?? 864e5;
  return Array.from({ length: Math.floor(span / step) + 1 }, (_, index) => index * step).filter(
    (ms) => ms < span * 0.96,
  );
}

function useNow(on: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!on) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [on]);
  return now;
}
