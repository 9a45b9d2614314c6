import { type ReactNode, useState } from 'react';
import { useText } from '../../app/i18n';
import { TextField } from '../../widgets/controls/Field';
import { FormDialog } from '../../widgets/feedback/FormDialog';
import { toast } from '../../widgets/feedback/Toast';
import { texts } from '../texts';
import styles from './StatementDialog.module.css';

export interface StatementDialogProps {
  title: string;
  /** The text of the button; "Run" where it is left out. */
  submit?: string;
  /** What is lost; the dialog then asks for the name. */
  warning?: string | undefined;
  /** The name of the thing that changes. */
  name: string;
  /** The statement, and why it cannot be shown. */
  statement: { data: { statement: string } | undefined; error: unknown };
  /** False as long as the statement is not the one of the fields. */
  ready?: boolean;
  width?: number;
  onClose: () => void;
  /** Runs the statement, with the name that the user has written. */
  run: (written: string) => Promise<void>;
  /** The statement has run. */
  onDone: () => void;
  children?: ReactNode;
}

/** Shows the statement of a change, asks for the name where something is lost, and runs it. */
export function StatementDialog(props: StatementDialogProps) {
  const { title, submit, warning, name, statement, ready = true, width, onClose, run, onDone, children } = props;
  const t = useText(texts);
  const [written, setWritten] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const losing = warning !== undefined;
  const start = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await run(written);
      toast.good(t.done);
      onClose();
      onDone();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={title}
      submit={submit ?? t.run}
      danger={losing}
      busy={busy}
      disabled={!ready || Boolean(statement.error) || (losing && written !== name)}
      error={failure ?? statement.error}
      width={width}
      onClose={onClose}
      onSubmit={() => void start()}
    >
      {losing && <p className={styles.warning}>{warning}</p>}
      {children}
      <StatementText text={statement.data?.statement} />
      {losing && (
        <TextField
          label={t.confirmName(name)}
          mono
          autoFocus
          autoComplete="off"
          value={written}
          onChange={setWritten}
        />
      )}
    </FormDialog>
  );
}

/** The statement that will run. */
export function StatementText({ text = ' ' }: { text?: string | undefined }) {
  const t = useText(texts);
  return (
    <div>
      <p className={styles.label}>{t.statement}</p>
      <pre className={styles.statement}>{text}</pre>
    </div>
  );
}
