import { useState } from 'react';
import { useText } from '../../app/i18n';
import { Button } from '../../widgets/controls/Button';
import { TextField } from '../../widgets/controls/Field';
import { Dialog } from '../../widgets/feedback/Dialog';
import { texts } from '../texts';
import styles from './VariablesDialog.module.css';
import { isSecret, proposedValue, rememberedValues } from './variables';

export interface VariablesDialogProps {
  /** null while nothing is asked. */
  names: string[] | null;
  /** The names whose values are not shown. */
  secrets: string[];
  onValues: (values: Record<string, string>) => void;
  onClose: () => void;
}

/** Asks for the values of variables before a statement that has them runs. */
export function VariablesDialog({ names, ...rest }: VariablesDialogProps) {
  return names === null ? null : <Questions names={names} {...rest} />;
}

function Questions({ names, secrets, onValues, onClose }: VariablesDialogProps & { names: string[] }) {
  const t = useText(texts);
  const [values, setValues] = useState(() => {
    const before = rememberedValues();
    return Object.fromEntries(names.map((name) => [name, before[name] ?? proposedValue(name)]));
  });
  const form = 'editor-variables';
  return (
    <Dialog
      open
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
        {names.map((name) => (
          <TextField
            key={name}
            label={name}
            mono
            type={secrets.includes(name) || isSecret(name) ? 'password' : 'text'}
            autoComplete="off"
            value={values[name] ?? ''}
            onChange={(value) => setValues({ ...values, [name]: value })}
          />
        ))}
      </form>
    </Dialog>
  );
}
