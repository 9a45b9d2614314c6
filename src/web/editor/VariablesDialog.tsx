import { useEffect, useState } from 'react';
import { useText } from '../app/i18n';
import { Button } from '../widgets/Button';
import { Dialog } from '../widgets/Dialog';
import { TextField } from '../widgets/Field';
import { texts } from './texts';
import styles from './VariablesDialog.module.css';
import { isSecret, proposedValue, rememberedValues } from './variables';

export interface VariablesDialogProps {
  /** null while nothing is asked. */
  names: string[] | null;
  onValues: (values: Record<string, string>) => void;
  onClose: () => void;
}

/** Asks for the values of variables before a statement that has them runs. */
export function VariablesDialog({ names, onValues, onClose }: VariablesDialogProps) {
  const t = useText(texts);
  const [values, setValues] = useState<Record<string, string>>({});
  useEffect(() => {
    if (!names) return;
    const before = rememberedValues();
    setValues(Object.fromEntries(names.map((name) => [name, before[name] ?? proposedValue(name)])));
  }, [names]);
  const form = 'editor-variables';
  return (
    <Dialog
      open={names !== null}
      title={t.variablesTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" icon="play" type="submit" form={form}>
            {t.run}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onValues(values);
        }}
      >
        <p className={styles.help}>{t.variablesHelp}</p>
        {(names ?? []).map((name) => (
          <TextField
            key={name}
            label={name}
            mono
            type={isSecret(name) ? 'password' : 'text'}
            autoComplete="off"
            value={values[name] ?? ''}
            onChange={(value) => setValues({ ...values, [name]: value })}
          />
        ))}
      </form>
    </Dialog>
  );
}
