// SQL of a parameter: an editor in the panel, and a wide one over the page for longer texts.

import { useState } from 'react';

import { useText } from '../../app/i18n';
import { CodeEditor } from '../../widgets/code/CodeEditor';
import { Field } from '../../widgets/controls/Field';
import { IconButton } from '../../widgets/controls/IconButton';
import { Dialog } from '../../widgets/feedback/Dialog';
import { useOpen } from '../state/context';
import { texts } from '../texts';
import css from './Panel.module.css';
import type { Shared } from './ParameterField';

/** Fetches all that an editor of this part is made of. */
export function loadCode(): Promise<unknown> {
  return Promise.all([
    import('../../widgets/code/CodeView'),
    import('@codemirror/lang-sql'),
    import('@codemirror/lang-python'),
  ]);
}

export default function CodeField({
  label,
  value,
  onChange,
  error,
  hint,
  required,
  language,
}: Shared & { language: 'sql' | 'python' }) {
  const t = useText(texts);
  const { commands } = useOpen();
  const [wide, setWide] = useState(false);
  return (
    <>
      <Field error={error} hint={hint} label={label} required={required}>
        {() => (
          <div className={css.code}>
            <CodeEditor
              error={error !== ''}
              label={label}
              language={language}
              onChange={onChange}
              onSave={commands.save}
              height={140}
              plain
              value={value}
            />
            <span className={css.expand}>
              <IconButton icon="expand" label={t.field.wide(label)} onClick={() => setWide(true)} small />
            </span>
          </div>
        )}
      </Field>
      <Dialog onClose={() => setWide(false)} open={wide} title={label} width={960}>
        <div className={css.wideCode}>
          <CodeEditor label={label} language={language} onChange={onChange} value={value} />
        </div>
      </Dialog>
    </>
  );
}
