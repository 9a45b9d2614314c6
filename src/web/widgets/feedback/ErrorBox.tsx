import { ApiError } from '../../app/api';
import { useText } from '../../app/i18n';
import { Button } from '../controls/Button';
import { Icon } from '../Icon';
import { texts } from '../texts';
import styles from './ErrorBox.module.css';

export interface ErrorBoxProps {
  /** An ApiError tells its code, place and cure; of others the message is shown. */
  error: unknown;
  onRetry?: () => void;
  /** Asked for with the place of the error when it is pressed. */
  onPlace?: (line: number, column: number) => void;
}

/** What went wrong, by which code, and what helps. */
export function ErrorBox({ error, onRetry, onPlace }: ErrorBoxProps) {
  const t = useText(texts);
  const refused = error instanceof ApiError ? error : null;
  const message = refused?.unreachable ? t.unreachable : error instanceof Error ? error.message : String(error);
  const place = refused && refused.line > 0 ? t.place(refused.line, refused.column) : '';
  return (
    <div className={styles.box} role="alert">
      <Icon name="error" />
      <div className={styles.content}>
        {refused?.code && !refused.unreachable && <p className={styles.code}>{refused.code}</p>}
        <p className={styles.message}>{message}</p>
        {place !== '' &&
          (onPlace ? (
            <button type="button" className={styles.place} onClick={() => onPlace(refused!.line, refused!.column)}>
              {place}
            </button>
          ) : (
            <p className={styles.cure}>{place}</p>
          ))}
        {refused?.cure && <p className={styles.cure}>{refused.cure}</p>}
      </div>
      {onRetry && (
        <Button small onClick={onRetry} icon="refresh">
          {t.again}
        </Button>
      )}
    </div>
  );
}
