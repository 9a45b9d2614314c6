// The menu of the right mouse button, for a node and for the empty canvas.

import { useReactFlow } from '@xyflow/react';

import { useText } from '../../app/i18n';
import { ContextMenu, type MenuItem } from '../../widgets/controls/Menu';
import { useEditor, useOpen } from '../state/context';
import { texts } from '../texts';
import { fitting } from './fitting';

export interface MenuAt {
  x: number;
  y: number;
  node: string | null;
}

function useNodeItems(node: string): MenuItem[] {
  const t = useText(texts);
  const { editor, commands } = useOpen();
  const busy = useEditor((state) => state.run?.state === 'RUNNING');
  const { document, selected } = editor.get();
  const enabled = document.nodes.find((one) => one.id === node)?.enabled ?? true;
  return [
    { label: t.menu.runOne, icon: 'play', onSelect: () => commands.run('one', node), disabled: busy || !enabled },
    { label: t.menu.runFrom, onSelect: () => commands.run('from', node), disabled: busy || !enabled },
    { label: t.menu.runTo, onSelect: () => commands.run('to', node), disabled: busy || !enabled },
    'separator',
    { label: t.menu.outputs, icon: 'view', keys: 'O', onSelect: () => commands.showOutputs(node) },
    { label: t.menu.connect, icon: 'link', keys: 'C', onSelect: () => commands.connectFrom(node) },
    { label: t.menu.statement, icon: 'text', onSelect: () => commands.copyStatement(node) },
    'separator',
    { label: t.menu.copy, icon: 'copy', keys: 'Ctrl+C', onSelect: commands.copy },
    { label: t.menu.cut, keys: 'Ctrl+X', onSelect: commands.cut },
    { label: enabled ? t.menu.disable : t.menu.enable, onSelect: () => editor.toggleEnabled(selected) },
    'separator',
    { label: t.menu.remove, icon: 'trash', keys: 'Del', danger: true, onSelect: () => editor.removeSelected() },
  ];
}

function usePaneItems(): MenuItem[] {
  const t = useText(texts);
  const { editor, commands } = useOpen();
  const flow = useReactFlow();
  const busy = useEditor((state) => state.run?.state === 'RUNNING');
  const fit = () => void flow.fitView(fitting);
  const layOut = () => {
    editor.layOut();
    requestAnimationFrame(fit);
  };
  return [
    { label: t.run.all, icon: 'play', keys: 'Ctrl+Enter', onSelect: () => commands.run('all'), disabled: busy },
    'separator',
    { label: t.menu.paste, keys: 'Ctrl+V', onSelect: commands.paste },
    { label: t.menu.selectAll, keys: 'Ctrl+A', onSelect: () => editor.selectAll() },
    'separator',
    { label: t.tools.layout, onSelect: layOut },
    { label: t.tools.fit, icon: 'fit', onSelect: fit },
  ];
}

function NodeMenu({ at, node, onClose }: { at: MenuAt; node: string; onClose: () => void }) {
  return <ContextMenu at={at} items={useNodeItems(node)} label={useText(texts).menu.ofNode} onClose={onClose} />;
}

function PaneMenu({ at, onClose }: { at: MenuAt; onClose: () => void }) {
  return <ContextMenu at={at} items={usePaneItems()} label={useText(texts).menu.ofCanvas} onClose={onClose} />;
}

export function CanvasMenu({ at, onClose }: { at: MenuAt; onClose: () => void }) {
  if (at.node === null) return <PaneMenu at={at} onClose={onClose} />;
  return <NodeMenu at={at} node={at.node} onClose={onClose} />;
}
