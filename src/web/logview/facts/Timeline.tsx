import { formatDuration, formatTime } from '../../app/format';
import { useText } from '../../app/i18n';
import { classes } from '../../widgets/classes';
import type { State } from '../../widgets/feedback/StateBadge';
import { texts } from '../texts';
import { hasEnded, type InstanceFacts } from '../types';
import { useNow } from '../useNow';
import styles from './Timeline.module.css';

interface Bar {
  name: string;
  state: State;
  from: number;
  to: number;
}

function barsOf(instance: InstanceFacts, now: number, waiting: string): Bar[] {
  const bars: Bar[] = [];
  const begun = instance.started_ms || (hasEnded(instance.state) ? instance.ended_ms : now);
  bars.push({ name: waiting, state: 'waiting', from: instance.created_ms, to: begun });
  instance.statements?.forEach((one, index) => {
    if (!one.started_ms) return;
    bars.push({ name: `M${index + 1}`, state: one.state, from: one.started_ms, to: one.ended_ms || now });
  });
  for (const one of instance.processes ?? []) {
    if (!one.started_ms) continue;
    const good = one.exit_status === 0 || (one.exit_status === null && instance.state === 'success');
    const state =
      one.ended_ms === 0 ? 'running' : good ? 'success' : instance.state === 'failed' ? 'failed' : 'cancelled';
    bars.push({ name: `${one.role} ${one.index}`, state, from: one.started_ms, to: one.ended_ms || now });
  }
  return bars;
}

/** When the statements or the processes ran, from the moment of submission on. */
export function Timeline({ instance }: { instance: InstanceFacts }) {
  const t = useText(texts);
  const ended = hasEnded(instance.state);
  const now = useNow(!ended);
  const end = Math.max(ended ? instance.ended_ms : now, instance.created_ms + 1);
  const bars = barsOf(instance, end, t.process.states.waiting);
  const span = Math.max(1, end - instance.created_ms);
  const place = (ms: number) => `${Math.min(100, Math.max(0, ((ms - instance.created_ms) / span) * 100))}%`;
  return (
    <div className={styles.box}>
      <ul className={styles.rows}>
        {bars.map((bar) => (
          <li key={bar.name} className={styles.row}>
            <span className={styles.name} title={bar.name}>
              {bar.name}
            </span>
            <span className={styles.track}>
              <span
                className={classes(styles.bar, styles[bar.state])}
                style={{ left: place(bar.from), width: `calc(${place(bar.to)} - ${place(bar.from)})` }}
                title={`${formatTime(bar.from)} – ${formatTime(bar.to)}`}
              />
            </span>
            <span className={styles.time}>{formatDuration(bar.to - bar.from)}</span>
          </li>
        ))}
      </ul>
      <div className={styles.axis} aria-hidden="true">
        {[0, 0.25, 0.5, 0.75, 1].map((part) => (
          <span key={part}>{formatDuration(span * part)}</span>
        ))}
      </div>
    </div>
  );
}
