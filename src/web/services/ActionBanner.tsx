import { Link } from 'wouter';
import { useText } from '../app/i18n';
import { IconButton } from '../widgets/controls/IconButton';
import { ErrorBox } from '../widgets/feedback/ErrorBox';
import { Spinner } from '../widgets/feedback/Spinner';
import { Icon } from '../widgets/Icon';
import styles from './Services.module.css';
import type { Running } from './serviceApi';
import { texts } from './texts';

/** The change that is under way, or what came of it. */
export function ActionBanner({ running, onDismiss }: { running: Running | null; onDismiss: () => void }) {
  const t = useText(texts);
  if (!running) return null;
  return (
    <section className={styles.banner} aria-label={t.underWay}>
      <div className={styles.bannerLine} role="status">
        {!running.done ? (
          <Spinner label={t.underWay} />
        ) : running.error === undefined ? (
          <span className={styles.good}>
            <Icon name="success" />
          </span>
        ) : null}
        <span className={styles.muted}>{running.done ? (running.error === undefined ? t.done : '') : t.underWay}</span>
        <code className={styles.statement}>{running.statement.trim()}</code>
        <Link href={`/logview/${running.instance}`}>{t.openLogview}</Link>
        {running.done && <IconButton icon="close" small label={t.dismiss} onClick={onDismiss} />}
      </div>
      {running.error !== undefined && <ErrorBox error={running.error} />}
    </section>
  );
}
