// The work space of one pipeline: bar, tree, canvas, panel, and the outputs below. The pipeline that is given is the one
// to begin with; from then on the editor has the newest.

import { useReactFlow } from '@xyflow/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';

import { useLanguage, useText } from '../../app/i18n';
import { useShortcuts } from '../../app/shortcuts';
import { toast } from '../../widgets/feedback/Toast';
import { ConnectDialog } from '../canvas/ConnectDialog';
import { PipelineCanvas } from '../canvas/PipelineCanvas';
import { client } from '../client';
import type { Catalog } from '../graph/catalog';
import { nodeOf } from '../graph/document';
import { cardHeight, cardWidth, gridStep } from '../graph/measures';
import { OutputsPanel } from '../outputs/OutputsPanel';
import { Panel } from '../panel/Panel';
import { watchChecks } from '../state/checker';
import { OpenPipeline, useEditor } from '../state/context';
import { Editor } from '../state/editor';
import { Runner } from '../state/runner';
import { Saver } from '../state/saver';
import { texts } from '../texts';
import { ComponentTree } from '../tree/ComponentTree';
import type { Component, Pipeline } from '../wire';
import { ConflictDialog } from './ConflictDialog';
import { makeCommands } from './commands';
import css from './Page.module.css';
import { PipelineBar } from './PipelineBar';
import { Sides, useSides } from './Sides';

/** A place for a component that is added without a mouse: below the selected node, else in the middle of the window. */
function usePlace(editor: Editor) {
  const flow = useReactFlow();
  return useCallback(() => {
    const { document, selected } = editor.get();
    const last = selected.size === 1 ? nodeOf(document, [...selected][0]!) : undefined;
    const area = window.document.querySelector('.react-flow')?.getBoundingClientRect();
    const middle = area
      ? flow.screenToFlowPosition({ x: area.left + area.width / 2, y: area.top + area.height / 3 })
      : { x: 0, y: 0 };
    const onGrid = (value: number) => Math.round(value / gridStep) * gridStep;
    const place = last
      ? { x: last.x, y: last.y + cardHeight + 56 }
      : { x: onGrid(middle.x - cardWidth / 2), y: onGrid(middle.y - cardHeight / 2) };
    const taken = () =>
      document.nodes.some(
        (node) => Math.abs(node.x - place.x) < cardWidth + 8 && Math.abs(node.y - place.y) < cardHeight + 8,
      );
    while (taken()) place.x += cardWidth + 32;
    return place;
  }, [editor, flow]);
}

function WorkSpace({
  editor,
  onTheirs,
  onCopy,
}: {
  editor: Editor;
  onTheirs: () => void;
  onCopy: () => Promise<void>;
}) {
  const t = useText(texts);
  const chinese = useLanguage() === 'zh';
  const placeFor = usePlace(editor);
  const sides = useSides();
  const [busy, setBusy] = useState(false);
  const outputsOf = useEditor((state) => state.outputsOf);
  const conflict = useEditor((state) => state.saving === 'conflict' && state.deciding);
  const flow = useReactFlow();

  const onAdd = useCallback(
    (component: Component) => {
      const place = placeFor();
      const id = editor.add(component, chinese ? component.title_zh || component.title : component.title, place);
      toast.good(t.added(nodeOf(editor.get().document, id)!.name));
      const { zoom } = flow.getViewport();
      const at = flow.flowToScreenPosition(place);
      const area = window.document.querySelector('.react-flow')!.getBoundingClientRect();
      const inside =
        at.x >= area.left &&
        at.y >= area.top &&
        at.x + cardWidth * zoom <= area.right &&
        at.y + cardHeight * zoom <= area.bottom;
      if (!inside)
        void flow.setCenter(place.x + cardWidth / 2, place.y + cardHeight / 2, { zoom: Math.max(zoom, 0.6) });
    },
    [editor, flow, placeFor, chinese, t],
  );

  return (
    <div className={css.page}>
      <PipelineBar sides={sides} />
      <Sides
        bottom={outputsOf === null ? null : <OutputsPanel />}
        left={<ComponentTree onAdd={onAdd} />}
        middle={<PipelineCanvas />}
        right={<Panel />}
        sides={sides}
      />
      {conflict && (
        <ConflictDialog
          busy={busy}
          onCopy={() => {
            setBusy(true);
            void onCopy().finally(() => setBusy(false));
          }}
          onLater={() => editor.set({ deciding: false })}
          onTheirs={onTheirs}
        />
      )}
    </div>
  );
}

export function OpenedPipeline({ pipeline, catalog }: { pipeline: Pipeline; catalog: Catalog }) {
  const t = useText(texts);
  const [, navigate] = useLocation();
  const [connecting, setConnecting] = useState<string | null>(null);
  const first = useRef(pipeline);
  const editor = useMemo(() => new Editor(first.current, catalog), [catalog]);
  const tools = useRef<{ saver: Saver; runner: Runner } | null>(null);

  const commands = useMemo(
    () => makeCommands({ editor, tools: () => tools.current, connectFrom: setConnecting }),
    [editor],
  );

  useEffect(() => {
    const saver = new Saver(editor);
    const runner = new Runner(editor, saver);
    tools.current = { saver, runner };
    saver.open(() => toast.good(t.conflict.taken));
    void runner.open();
    const unwatch = watchChecks(editor);
    return () => {
      tools.current = null;
      unwatch();
      runner.close();
      saver.close();
    };
  }, [editor, t]);

  // The editor of code comes before it is needed: the server may be away by then.
  useEffect(() => {
    void import('../panel/CodeField').then(({ loadCode }) => loadCode()).catch(() => {});
  }, []);

  useShortcuts([
    { keys: 'Ctrl+Enter', title: t.run.all, group: t.title, run: () => commands.run('all') },
    { keys: 'Ctrl+S', title: t.save, group: t.title, run: commands.save },
    ...Object.entries(t.keys).map(([keys, title]) => ({ keys, title, group: t.canvas })),
  ]);

  const onTheirs = () => {
    const { theirs } = editor.get();
    if (!theirs) return;
    editor.adopt(theirs);
    tools.current?.saver.adopted();
  };
  const onCopy = async () => {
    const { pipeline: before, document } = editor.get();
    try {
      const copy = await client.create({
        name: t.list.copyOf(before.name),
        description: before.description,
        ...document,
      });
      onTheirs();
      navigate(`/designer/${encodeURIComponent(copy.id)}`);
      toast.good(t.conflict.kept(copy.name));
    } catch (error) {
      toast.bad(error);
    }
  };

  const open = useMemo(() => ({ editor, catalog, commands }), [editor, catalog, commands]);
  return (
    <OpenPipeline.Provider value={open}>
      <WorkSpace editor={editor} onCopy={onCopy} onTheirs={onTheirs} />
      {connecting !== null && <ConnectDialog node={connecting} onClose={() => setConnecting(null)} />}
    </OpenPipeline.Provider>
  );
}
