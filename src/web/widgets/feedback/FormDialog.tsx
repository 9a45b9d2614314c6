import type { ReactNode } from 'react';
import { useText } from '../../app/i18n';
import { Button } from '../controls/Button';
import type { IconName } from '../Icon';
import { texts } from '../texts';
import { Dialog } from './Dialog';
import { ErrorBox } from './ErrorBox';
import styles from './FormDialog.module.css';

export interface FormDialogProps {
  title: string;
  /** A sentence above the fields. */
  help?: string | undefined;
  /** The text of the button that does it; Enter in a field does it, too. */
  submit: string;
  icon?: IconName;
  danger?: boolean;
  busy?: boolean;
  disabled?: boolean;
  /** Why it was refused; null and undefined show nothing. */
  error?: unknown;
  width?: number;
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
}

/** A dialog that asks for some fields and does one thing with them. It is open as long as it is drawn. */
export function FormDialog(props: FormDialogProps) {
  const { title, help, submit, icon, danger, busy, disabled, error, width, onClose, onSubmit, children } = props;
  const t = useText(texts);
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      width={width}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind={danger ? 'danger' : 'primary'} icon={icon} busy={busy} disabled={disabled} onClick={onSubmit}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!disabled && !busy) onSubmit();
        }}
      >
        {help && <p className={styles.help}>{help}</p>}
        {children}
        {error !== undefined && error !== null && <ErrorBox error={error} />}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

/** Two fields of a form beside each other. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}
