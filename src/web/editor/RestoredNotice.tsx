import { formatNumber } from '../app/format';
import { useText } from '../app/i18n';
import { Button } from '../widgets/controls/Button';
import { Icon } from '../widgets/Icon';
import styles from './RestoredNotice.module.css';
import { forgetRestored, restored } from './serverTab';
import { texts } from './texts';

/** Says that the tab has another session than before, and what of the old one it has not. */
export function RestoredNotice({ id }: { id: string }) {
  const t = useText(texts);
  const notice = restored.use()[id];
  if (!notice) return null;
  return (
    <div className={styles.notice} role="status">
      <Icon name="info" />
      <p>
        {t.restored} {notice.again > 0 && t.restoredAgain(formatNumber(notice.again))}{' '}
        {notice.failed.length > 0 && t.restoredFailed(notice.failed.join('; '))} {t.restoredGone}
      </p>
      <Button small onClick={() => forgetRestored(id)}>
        {t.understood}
      </Button>
    </div>
  );
}
