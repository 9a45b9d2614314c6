import { useState } from 'react';
import { useText } from '../../app/i18n';
import { TextField } from '../../widgets/controls/Field';
import { IconButton } from '../../widgets/controls/IconButton';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { texts } from '../texts';
import { SidePanel } from './SidePanel';
import styles from './VariablesPanel.module.css';
import { forgetValue, rememberedValues, rememberValues } from './variables';

/** The values that are proposed for variables, to be changed and forgotten. */
export function VariablesPanel({ onClose }: { onClose: () => void }) {
  const t = useText(texts);
  const [values, setValues] = useState(rememberedValues);
  const names = Object.keys(values).sort();
  return (
    <SidePanel title={t.variables} onClose={onClose}>
      {names.length === 0 ? (
        <EmptyState icon="settings" title={t.noVariables}>
          {t.noVariablesHelp}
        </EmptyState>
      ) : (
        <div className={styles.content}>
          <p className={styles.help}>{t.variablesAll}</p>
          <ul className={styles.list}>
            {names.map((name) => (
              <li key={name} className={styles.line}>
                <TextField
                  label={name}
                  mono
                  className={styles.field}
                  value={values[name] ?? ''}
                  onChange={(value) => {
                    rememberValues({ [name]: value });
                    setValues({ ...values, [name]: value });
                  }}
                />
                <IconButton
                  icon="trash"
                  label={t.forget(name)}
                  onClick={() => {
                    forgetValue(name);
                    setValues(rememberedValues());
                  }}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </SidePanel>
  );
}
