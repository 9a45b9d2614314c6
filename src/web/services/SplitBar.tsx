import { useText } from '../app/i18n';
import styles from './Services.module.css';
import type { ListedService } from './serviceApi';
import { texts } from './texts';

/** How the requests are divided between the versions, as a bar with its numbers. */
export function SplitBar({ split }: { split: ListedService['split'] }) {
  const t = useText(texts);
  const parts = split.filter((one) => one.role === 'main' || one.role === 'grey');
  const words = split
    .map(
      (one) =>
        `${t.ofVersion(String(one.version))}: ${one.role === 'mirror' ? t.copies(one.weight) : `${one.weight} %`}`,
    )
    .join(', ');
  return (
    <span className={styles.splitCell} title={words}>
      <span className={styles.splitBar} aria-hidden="true">
        {parts.map((one, index) => (
          <span key={one.version} className={styles[`part${index % 4}`]} style={{ width: `${one.weight}%` }} />
        ))}
      </span>
      <span className={styles.under}>{parts.map((one) => `v${one.version} ${one.weight} %`).join(' · ')}</span>
    </span>
  );
}
