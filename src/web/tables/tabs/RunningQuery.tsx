import { Link } from 'wouter';
import { useText } from '../../app/i18n';
import { Spinner } from '../../widgets/feedback/Spinner';
import type { Asked } from '../client';
import { texts } from '../texts';
import styles from './Tabs.module.css';

/** While a query runs: where it can be watched, and stopped. */
export function RunningQuery({ running }: { running: Asked | null }) {
  const t = useText(texts);
  return (
    <div className={styles.running} aria-live="polite">
      <Spinner label={t.runs} />
      <p>{t.runs}</p>
      {running && <Link href={`/logview/${running.instance}`}>{t.inLogview}</Link>}
    </div>
  );
}
