// Asks for the name of a pipeline, and tells why a name was refused.

import { useState } from 'react';

import { useText } from '../../app/i18n';
import { Button } from '../../widgets/controls/Button';
import { TextField } from '../../widgets/controls/Field';
import { Dialog } from '../../widgets/feedback/Dialog';
import { texts } from '../texts';

interface Props {
  title: string;
  confirm: string;
  name: string;
  onName: (name: string) => Promise<void>;
  onClose: () => void;
}

export function NameDialog({ title, confirm, name: first, onName, onClose }: Props) {
  const t = useText(texts);
  const [name, setName] = useState(first);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const take = async () => {
    if (name.trim() === '' || busy) return;
    setBusy(true);
    try {
      await onName(name.trim());
    } catch (refused) {
      setError(refused instanceof Error ? refused.message : String(refused));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button busy={busy} disabled={name.trim() === ''} kind="primary" onClick={() => void take()}>
            {confirm}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={title}
    >
      <TextField
        error={error}
        label={t.list.name}
        maxLength={128}
        onChange={(value) => {
          setName(value);
          setError('');
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) void take();
        }}
        placeholder={t.list.namePlaceholder}
        value={name}
      />
    </Dialog>
  );
}
