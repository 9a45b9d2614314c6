import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../../app/i18n';
import { Button } from '../controls/Button';
import { IconButton } from '../controls/IconButton';
import { texts } from '../texts';
import styles from './Dialog.module.css';

export interface DialogProps {
  open: boolean;
  title: string;
  /** Asked for by Esc, the cross and a press beside the dialog. */
  onClose: () => void;
  children: ReactNode;
  /** Buttons below, the main one last. */
  actions?: ReactNode;
  /** Pixels; 480 where it is left out. */
  width?: number;
}

/** A window over the page that is answered before anything else. Its children live only while it is open. */
export function Dialog({ open, title, onClose, children, actions, width = 480 }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open || !box.current) return;
    box.current.showModal();
    firstControl(box.current)?.focus();
  }, [open]);
  if (!open) return null;
  return (
    <dialog
      ref={box}
      className={styles.dialog}
      style={{ width }}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === box.current) onClose();
      }}
    >
      <div className={styles.frame}>
        <header className={styles.head}>
          <h2 id={id}>{title}</h2>
          <CloseButton onClose={onClose} />
        </header>
        <div className={styles.body} data-body tabIndex={-1}>
          {children}
        </div>
        {actions && (
          <footer className={styles.actions} data-actions>
            {actions}
          </footer>
        )}
      </div>
    </dialog>
  );
}

/** What has the focus first: a field, else the main button, unless that destroys something. */
function firstControl(box: HTMLElement): HTMLElement | null {
  for (const wanted of [
    '[data-body] :is(input, select, textarea, [contenteditable=true]):not(:disabled)',
    '[data-actions] button[data-kind=primary]:not(:disabled)',
    '[data-actions] button:not(:disabled)',
    '[data-body]',
  ]) {
    const found = box.querySelector<HTMLElement>(wanted);
    if (found) return found;
  }
  return null;
}

function CloseButton({ onClose }: { onClose: () => void }) {
  const t = useText(texts);
  return <IconButton icon="close" label={t.close} onClick={onClose} />;
}

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  /** The text of the button that does it. */
  confirm: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog({
  open,
  title,
  children,
  confirm,
  danger,
  busy,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const t = useText(texts);
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
