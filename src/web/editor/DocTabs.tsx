import { useState } from 'react';
import { formatNumber } from '../app/format';
import { useText } from '../app/i18n';
import { project } from '../app/session';
import { Button } from '../widgets/controls/Button';
import { TextField } from '../widgets/controls/Field';
import { Menu } from '../widgets/controls/Menu';
import { ConfirmDialog, Dialog } from '../widgets/feedback/Dialog';
import { StateBadge } from '../widgets/feedback/StateBadge';
import { Tabs } from '../widgets/layout/Tabs';
import { active, addDoc, type Doc, docOf, docs, flush, moveDoc, removeDoc, updateDoc } from './documents';
import { forgetRuns, runsOf, stop, useRuns } from './runs';
import { server } from './server';
import { forgetEditor } from './text/SqlEditor';
import { texts } from './texts';

/** The tabs with their texts: make, rename, copy, move and close them. */
export function DocTabs({ selected }: { selected: string }) {
  const t = useText(texts);
  const all = docs.use();
  const [renaming, setRenaming] = useState<Doc | null>(null);
  const [closing, setClosing] = useState<Doc | null>(null);
  const add = (text = '', name = t.tabName(freeNumber(all))) => addDoc(name, project.get(), text);
  const askToClose = (id: string) => {
    flush(id);
    const doc = docOf(id);
    if (doc && doc.text.trim() !== '') setClosing(doc);
    else close(id, () => add());
  };
  const index = all.findIndex((doc) => doc.id === selected);
  return (
    <>
      <Tabs
        id="editor"
        label={t.tabs}
        tabs={all.map((doc) => ({
          id: doc.id,
          title: doc.name,
          closable: true,
          badge: doc.id === selected ? undefined : <Going id={doc.id} />,
        }))}
        selected={selected}
        onSelect={(id) => active.set(id)}
        onClose={askToClose}
        onRename={(id, name) => updateDoc(id, { name })}
        onAdd={() => add()}
        trailing={
          <Menu
            label={t.tabActions}
            small
            items={[
              { label: t.rename, icon: 'edit', onSelect: () => setRenaming(docOf(selected) ?? null) },
              {
                label: t.duplicate,
                icon: 'copy',
                onSelect: () => {
                  flush(selected);
                  add(docOf(selected)?.text ?? '');
                },
              },
              {
                label: t.moveLeft,
                disabled: index <= 0,
                onSelect: () => moveDoc(selected, all[index - 1]?.id ?? ''),
              },
              {
                label: t.moveRight,
                disabled: index + 1 >= all.length,
                onSelect: () => moveDoc(selected, all[index + 2]?.id ?? ''),
              },
              'separator',
              { label: t.close, icon: 'close', onSelect: () => askToClose(selected) },
            ]}
          />
        }
      />
      {renaming && <RenameDialog doc={renaming} onClose={() => setRenaming(null)} />}
      <ConfirmDialog
        open={closing !== null}
        title={t.closeTab(closing?.name ?? '')}
        confirm={t.close}
        danger
        onClose={() => setClosing(null)}
        onConfirm={() => {
          if (closing) close(closing.id, () => add());
          setClosing(null);
        }}
      >
        {t.closeHelp}
      </ConfirmDialog>
    </>
  );
}

function close(id: string, addAnother: () => void): void {
  const tab = docOf(id)?.tab;
  if (runsOf(id).going) void stop(id).catch(() => undefined);
  if (docs.get().length === 1) addAnother();
  removeDoc(id);
  forgetEditor(id);
  forgetRuns(id);
  if (tab) void server.closeTab(tab).catch(() => undefined);
}

/** The lowest number that no tab's name ends with. */
function freeNumber(all: Doc[]): string {
  const used = new Set(all.map((doc) => Number(/\d+$/.exec(doc.name)?.[0] ?? 0)));
  let number = 1;
  while (used.has(number)) number += 1;
  return formatNumber(number);
}

function Going({ id }: { id: string }) {
  return useRuns(id).going ? <StateBadge state="running" compact /> : null;
}

function RenameDialog({ doc, onClose }: { doc: Doc; onClose: () => void }) {
  const t = useText(texts);
  const [name, setName] = useState(doc.name);
  const rename = () => {
    if (name.trim() === '') return;
    updateDoc(doc.id, { name: name.trim() });
    onClose();
  };
  return (
    <Dialog
      open
      title={t.renameTab}
      onClose={onClose}
      width={400}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" disabled={name.trim() === ''} onClick={rename}>
            {t.rename}
          </Button>
        </>
      }
    >
      <TextField
        label={t.name}
        value={name}
        onChange={setName}
        maxLength={80}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) rename();
        }}
      />
    </Dialog>
  );
}
