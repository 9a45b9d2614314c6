import { useText } from '../../app/i18n';
import { classes } from '../classes';
import { Icon, type IconName } from '../Icon';
import { texts } from '../texts';
import styles from './StateBadge.module.css';

export type State = 'waiting' | 'running' | 'success' | 'failed' | 'cancelled' | 'paused' | 'skipped' | 'unknown';

const pictures: Record<State, IconName> = {
  waiting: 'clock',
  running: 'running',
  success: 'success',
  failed: 'failed',
  cancelled: 'cancelled',
  paused: 'pause',
  skipped: 'arrowRight',
  unknown: 'help',
};

export interface StateBadgeProps {
  state: State;
  /** Another text than the state's own. */
  label?: string;
  /** The picture alone; the text is its name. */
  compact?: boolean;
}

/** The state of an instance, a node or a service, with a picture, so that colour alone tells nothing. */
export function StateBadge({ state, label, compact }: StateBadgeProps) {
  const t = useText(texts);
  const text = label ?? t.states[state];
  return (
    <span
      className={classes(styles.badge, styles[state], compact && styles.compact)}
      title={compact ? text : undefined}
    >
      <Icon name={pictures[state]} size={14} className={state === 'running' ? styles.turning : undefined} />
      <span className={compact ? 'visually-hidden' : undefined}>{text}</span>
    </span>
  );
}
