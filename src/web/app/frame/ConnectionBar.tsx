import { Icon } from '../../widgets/Icon';
import { connection } from '../connection';
import { useText } from '../i18n';
import { texts } from '../texts';
import styles from './ConnectionBar.module.css';

/** Says while the server cannot be reached. It is always there for screen readers, and empty while all is well. */
export function ConnectionBar() {
  const t = useText(texts);
  const down = connection.use() === 'down';
  return (
    <div className={down ? styles.down : 'visually-hidden'} role="status" aria-live="polite">
      {down && (
        <>
          <Icon name="disconnected" />
          {t.unreachable}
        </>
      )}
    </div>
  );
}
