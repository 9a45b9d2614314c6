import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../app/i18n';
import { untilEnded } from '../tables/useAsked';
import { Button } from '../widgets/controls/Button';
import { TextField } from '../widgets/controls/Field';
import { Dialog } from '../widgets/feedback/Dialog';
import { ErrorBox } from '../widgets/feedback/ErrorBox';
import { toast } from '../widgets/feedback/Toast';
import { type ModelChange, modelsApi } from './client';
import styles from './Models.module.css';
import { texts } from './texts';

export interface ModelChangeDialogProps {
  model: string;
  /** What is wanted; null while the dialog is closed. */
  change: ModelChange | null;
  onClose: () => void;
  /** The model was dropped. */
  onGone: () => void;
}

/** Shows the statement of a change, asks for the name where files are lost, and runs it. */
export function ModelChangeDialog(props: ModelChangeDialogProps) {
  if (!props.change) return null;
  return <OpenDialog key={JSON.stringify(props.change)} {...props} change={props.change} />;
}

function OpenDialog({ model, change, onClose, onGone }: ModelChangeDialogProps & { change: ModelChange }) {
  const t = useText(texts);
  const client = useQueryClient();
  const [written, setWritten] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const losing = change.action !== 'default_version';
  const statement = useQuery({
    queryKey: ['models', 'statement', model, change],
    queryFn: () => modelsApi.change(model, change, false),
    retry: false,
  });
  const run = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await untilEnded((instance) => modelsApi.change(model, { ...change, confirm: written }, true, instance));
      toast.good(t.done);
      onClose();
      if (change.action === 'drop') onGone();
      await client.invalidateQueries({ queryKey: ['models'] });
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  const titles = { drop: t.dropTitle(model), drop_version: t.dropVersion, default_version: t.makeDefault };
  return (
    <Dialog
      open
      title={titles[change.action]}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button
            kind={losing ? 'danger' : 'primary'}
            busy={busy}
            disabled={losing && written !== model}
            onClick={() => void run()}
          >
            {t.run}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {losing && <p className={styles.warning}>{t.dropWarning}</p>}
        <pre className={styles.statement}>{statement.data?.statement ?? ' '}</pre>
        {losing && (
          <TextField
            label={t.confirmName(model)}
            mono
            autoFocus
            autoComplete="off"
            value={written}
            onChange={setWritten}
          />
        )}
        {(failure ?? statement.error) !== null && <ErrorBox error={failure ?? statement.error} />}
      </div>
    </Dialog>
  );
}
