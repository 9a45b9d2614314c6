// Import of a file: PAIFlow YAML, or the older Studio's JSON. What could not be taken over is told before the pipeline
// opens.

import { useState } from 'react';

import { useText } from '../../app/i18n';
import { Button } from '../../widgets/controls/Button';
import { TextArea } from '../../widgets/controls/Field';
import { Dialog } from '../../widgets/feedback/Dialog';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { Icon } from '../canvas/icons';
import { client } from '../client';
import { texts } from '../texts';
import type { ImportNote, Pipeline } from '../wire';
import css from './List.module.css';

interface Imported {
  pipeline: Pipeline;
  notes: ImportNote[];
}

/** What is told of fewer nodes comes first: it matters more than what is told of each. */
function byMessage(notes: ImportNote[]): { message: string; nodes: string[] }[] {
  const found = new Map<string, string[]>();
  for (const { node, message } of notes) {
    const nodes = found.get(message) ?? [];
    if (node !== '') nodes.push(node);
    found.set(message, nodes);
  }
  return [...found]
    .map(([message, nodes]) => ({ message, nodes }))
    .toSorted((left, right) => left.nodes.length - right.nodes.length);
}

function Notes({ notes, pipeline }: Imported) {
  const t = useText(texts);
  const nameOf = (id: string) => pipeline.nodes.find((node) => node.id === id)?.name ?? id;
  const told = byMessage(notes);
  return (
    <>
      <p>{t.list.imported(pipeline.name, pipeline.nodes.length, told.length)}</p>
      <ul className={css.notes}>
        {told.map(({ message, nodes }) => (
          <li key={message}>
            <Icon name="warning" size={14} />
            <span>
              {nodes.length > 0 && <strong>{nodes.map(nameOf).join(', ')}: </strong>}
              {message}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

export function ImportDialog({ onClose, onImported }: { onClose: () => void; onImported: (id: string) => void }) {
  const t = useText(texts);
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [imported, setImported] = useState<Imported | null>(null);

  const read = async (file: File | undefined) => {
    if (!file) return;
    setText(await file.text());
    setName(file.name.replace(/\.[^.]*$/, ''));
    setError(null);
  };
  const take = async () => {
    setBusy(true);
    try {
      const answer = await client.import(text, name);
      if (answer.notes.length === 0) onImported(answer.pipeline.id);
      else setImported(answer);
    } catch (refused) {
      setError(refused);
    } finally {
      setBusy(false);
    }
  };

  if (imported) {
    const enter = () => onImported(imported.pipeline.id);
    return (
      <Dialog
        actions={
          <Button kind="primary" onClick={enter}>
            {t.list.open}
          </Button>
        }
        onClose={enter}
        open
        title={t.list.importTitle}
      >
        <Notes {...imported} />
      </Dialog>
    );
  }
  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button busy={busy} disabled={text.trim() === ''} kind="primary" onClick={() => void take()}>
            {t.list.import}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={t.list.importTitle}
      width={640}
    >
      <div className={css.import}>
        <label
          className={css.drop}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            void read(event.dataTransfer.files[0]);
          }}
        >
          <span>{t.list.chooseFile}</span>
          <input accept=".yaml,.yml,.json,.txt" onChange={(event) => void read(event.target.files?.[0])} type="file" />
        </label>
        <TextArea label={t.list.orPaste} mono onChange={setText} rows={8} value={text} />
        {error !== null && <ErrorBox error={error} />}
      </div>
    </Dialog>
  );
}
