// The bar above the canvas: which pipeline, whether it is saved, undo, run, stop, and the rest in a menu.

import { Link, useLocation } from 'wouter';

import { formatDuration } from '../../app/format';
import { useText } from '../../app/i18n';
import { Button } from '../../widgets/controls/Button';
import { IconButton } from '../../widgets/controls/IconButton';
import { Menu } from '../../widgets/controls/Menu';
import { type State, StateBadge } from '../../widgets/feedback/StateBadge';
import { toast } from '../../widgets/feedback/Toast';
import { Toolbar, ToolbarSeparator, ToolbarSpace } from '../../widgets/layout/Toolbar';
import { client } from '../client';
import { exportPipeline } from '../list/files';
import { useEditor, useOpen } from '../state/context';
import { texts } from '../texts';
import css from './Page.module.css';
import type { SidesState } from './Sides';

function SavingState() {
  const t = useText(texts);
  const saving = useEditor((state) => state.saving);
  const refused = useEditor((state) => state.refused);
  const { editor } = useOpen();
  if (saving === 'conflict') {
    return (
      <button className={`${css.saving} ${css.decide}`} onClick={() => editor.set({ deciding: true })} type="button">
        {t.saving.conflict}
      </button>
    );
  }
  const bad = saving === 'offline' || saving === 'refused';
  return (
    <span aria-live="polite" className={`${css.saving} ${bad ? css.unsaved : ''}`} title={refused || undefined}>
      {t.saving[saving]}
    </span>
  );
}

const states: Record<string, State> = { RUNNING: 'running', SUCCESS: 'success', FAILURE: 'failed' };

function RunState() {
  const t = useText(texts);
  const run = useEditor((state) => state.run);
  if (!run) return null;
  const done = run.nodes.filter((node) => node.state === 'SUCCESS' && node.selected !== false).length;
  const all = run.nodes.filter((node) => node.selected !== false).length;
  return (
    <span aria-live="polite" className={css.runState} title={run.message || undefined}>
      <StateBadge state={states[run.state] ?? 'unknown'} />
      <span className={css.runFacts}>
        {t.run.progress(run.run, done, all)}
        {run.ended_ms > run.started_ms && ` · ${formatDuration(run.ended_ms - run.started_ms)}`}
      </span>
    </span>
  );
}

function RunButtons() {
  const t = useText(texts);
  const { commands } = useOpen();
  const busy = useEditor((state) => state.run?.state === 'RUNNING');
  const selected = useEditor((state) => state.selected);
  const empty = useEditor((state) => state.document.nodes.length === 0);
  const one = selected.size === 1 ? [...selected][0]! : undefined;
  if (busy) {
    return (
      <Button icon="stop" kind="danger" onClick={commands.stop}>
        {t.run.stop}
      </Button>
    );
  }
  const rest = (kind: 'one' | 'from' | 'to', label: string) => ({
    label,
    disabled: one === undefined,
    onSelect: () => commands.run(kind, one),
  });
  return (
    <span className={css.runButtons}>
      <Button
        disabled={empty}
        icon="play"
        kind="primary"
        onClick={() => commands.run('all')}
        title={`${t.run.all} (Ctrl+Enter)`}
      >
        {t.run.run}
      </Button>
      <Menu
        disabled={empty}
        icon="chevronDown"
        items={[
          { label: t.run.all, keys: 'Ctrl+Enter', onSelect: () => commands.run('all') },
          'separator',
          rest('one', t.menu.runOne),
          rest('from', t.menu.runFrom),
          rest('to', t.menu.runTo),
        ]}
        label={t.run.more}
      />
    </span>
  );
}

function MoreMenu() {
  const t = useText(texts);
  const [, navigate] = useLocation();
  const pipeline = useEditor((state) => state.pipeline);
  const copy = async () => {
    try {
      const made = await client.copy(pipeline.id, t.list.copyOf(pipeline.name));
      navigate(`/designer/${encodeURIComponent(made.id)}`);
    } catch (error) {
      toast.bad(error);
    }
  };
  return (
    <Menu
      items={[
        { label: t.list.export, icon: 'download', onSelect: () => void exportPipeline(pipeline.id).catch(toast.bad) },
        { label: t.list.copy, icon: 'copy', onSelect: () => void copy() },
        { label: t.toWorkflow, icon: 'workflow', onSelect: () => navigate('/workflows') },
      ]}
      label={t.more}
    />
  );
}

export function PipelineBar({ sides }: { sides: SidesState }) {
  const t = useText(texts);
  const { editor } = useOpen();
  const name = useEditor((state) => state.pipeline.name);
  const canUndo = useEditor((state) => state.history.past.length > 0);
  const canRedo = useEditor((state) => state.history.future.length > 0);
  return (
    <Toolbar label={t.bar}>
      <IconButton icon="layout" label={t.sides.toggleLeft} onClick={sides.toggleLeft} pressed={sides.leftShown} />
      <Link className={css.toList} href="/designer">
        {t.title}
      </Link>
      <span aria-hidden="true" className={css.slash}>
        /
      </span>
      <h1 className={css.name} title={name}>
        {name}
      </h1>
      <SavingState />
      <ToolbarSpace />
      <RunState />
      <ToolbarSeparator />
      <IconButton disabled={!canUndo} icon="undo" keys="Ctrl+Z" label={t.undo} onClick={() => editor.undo()} />
      <IconButton disabled={!canRedo} icon="redo" keys="Ctrl+Y" label={t.redo} onClick={() => editor.redo()} />
      <ToolbarSeparator />
      <RunButtons />
      <MoreMenu />
      <IconButton icon="settings" label={t.sides.toggleRight} onClick={sides.toggleRight} pressed={sides.rightShown} />
    </Toolbar>
  );
}
