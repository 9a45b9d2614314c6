import { useText } from '../../app/i18n';
import { Button } from '../controls/Button';
import { texts } from '../texts';
import styles from './MoreRows.module.css';

/** The button below a list that brings the next rows. */
export function MoreRows({ onMore }: { onMore: () => void }) {
  const t = useText(texts);
  return (
    <div className={styles.more}>
      <Button onClick={onMore}>{t.showMore}</Button>
    </div>
  );
}
