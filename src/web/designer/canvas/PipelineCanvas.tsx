// The canvas: the document's nodes and edges as React Flow draws them, and what the mouse does to them.

import '@xyflow/react/dist/base.css';

import {
  Background,
  BackgroundVariant,
  type Connection,
  type Edge,
  type EdgeChange,
  type FinalConnectionState,
  type NodeChange,
  type OnConnectStartParams,
  ReactFlow,
  useStore as useFlowStore,
  useReactFlow,
} from '@xyflow/react';
import { type DragEvent, type MouseEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { useLanguage, useText } from '../../app/i18n';
import { runningOrder } from '../graph/circles';
import { portOf, type Refusal, refusalOf } from '../graph/connect';
import { nodeOf, type Place } from '../graph/document';
import { cardHeight, cardWidth, gridStep } from '../graph/measures';
import { useEditor, useOpen } from '../state/context';
import { texts } from '../texts';
import type { PipelineEdge } from '../wire';
import css from './Canvas.module.css';
import { CanvasMenu, type MenuAt } from './CanvasMenu';
import { CanvasTools, useCanvasChoices } from './CanvasTools';
import { draggedComponent } from './dragged';
import { EdgesFromAfar } from './EdgesFromAfar';
import { fitting } from './fitting';
import { edgeTypes, useFlowEdges, useWays } from './flow_edges';
import { type CardNode, FlowNodes, strangeOf } from './flow_parts';
import { useCanvasKeys } from './keys';
import { fromAfar, NodeCard } from './NodeCard';
import { Overview } from './Overview';
import { drawn } from './PortHandle';

const noEdges: Edge[] = [];
const nodeTypes = { card: NodeCard };
/** From so many cards on, those outside of the window are not in the page. */
const manyCards = 120;

/** Where dragged cards are. The mouse tells more often than frames are drawn: the last place of a frame counts. */
function useDrag() {
  const { editor } = useOpen();
  const [places, setPlaces] = useState<ReadonlyMap<string, Place> | null>(null);
  const frame = useRef(0);
  const to = useCallback(
    (next: ReadonlyMap<string, Place>, ended: boolean) => {
      cancelAnimationFrame(frame.current);
      if (!ended) {
        frame.current = requestAnimationFrame(() => setPlaces(next));
        return;
      }
      editor.move(next);
      setPlaces(null);
    },
    [editor],
  );
  return useMemo(() => ({ places, to }), [places, to]);
}

function useFlowNodes(places: ReadonlyMap<string, Place> | null): CardNode[] {
  const { catalog } = useOpen();
  const chinese = useLanguage() === 'zh';
  const document = useEditor((state) => state.document);
  const selected = useEditor((state) => state.selected);
  const keeper = useRef(new FlowNodes());
  const order = useMemo(() => runningOrder(document), [document]);
  return useMemo(() => {
    const byId = new Map(document.nodes.map((node) => [node.id, node]));
    const facts = order.order.map((id) => {
      const node = byId.get(id)!;
      const known = catalog.get(node.component);
      const component = known ?? strangeOf(document, id);
      const data = { node, component, known: !!known, group: catalog.group(known), circle: order.circle.has(id) };
      const title = chinese ? component.title_zh || component.title : component.title;
      return { data, place: places?.get(id) ?? node, selected: selected.has(id), label: `${node.name}, ${title}` };
    });
    return keeper.current.of(facts);
  }, [document, order, selected, places, catalog, chinese]);
}

function edgeOf(connection: Connection | Edge): PipelineEdge {
  return {
    from: { node: connection.source, port: connection.sourceHandle ?? '' },
    to: { node: connection.target, port: connection.targetHandle ?? '' },
  };
}

export function PipelineCanvas() {
  const t = useText(texts);
  const chinese = useLanguage() === 'zh';
  const { editor, catalog, commands } = useOpen();
  const flow = useReactFlow<CardNode>();
  const choices = useCanvasChoices();
  const drag = useDrag();
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const nodes = useFlowNodes(drag.places);
  const moving = drag.places ? ` ${[...drag.places.keys()].join(' ')} ` : '';
  const ways = useWays();
  const edges = useFlowEdges(ways, moving);
  const allEdges = useEditor((state) => state.document.edges);
  const afar = useFlowStore(fromAfar) && nodes.length > manyCards;
  // An empty canvas would be fitted to the first card that comes, and the card would leave the mouse.
  const begunWithNodes = useRef(nodes.length > 0);
  const keys = useCanvasKeys();
  // The panel of outputs takes room: the node that it is about stays in sight.
  const outputsOf = useEditor((state) => state.outputsOf);
  const height = useFlowStore((state) => state.height);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the canvas gets another height when the panel opens
  useEffect(() => {
    if (outputsOf === null) return;
    const frame = requestAnimationFrame(() => keys.showNode(outputsOf));
    return () => cancelAnimationFrame(frame);
  }, [outputsOf, keys, height]);
  const refusalText = useCallback(
    (refusal: Refusal) =>
      refusal.why === 'types' ? t.refusals.types(t.types[refusal.from], t.types[refusal.to]) : t.refusals[refusal.why],
    [t],
  );

  const onNodesChange = useCallback(
    (changes: NodeChange<CardNode>[]) => {
      const state = editor.get();
      let chosen: Set<string> | null = null;
      let moved: Map<string, Place> | null = null;
      let ended = false;
      for (const change of changes) {
        if (change.type === 'select') {
          chosen ??= new Set(state.selected);
          if (change.selected) chosen.add(change.id);
          else chosen.delete(change.id);
        } else if (change.type === 'position' && change.position) {
          moved ??= new Map();
          moved.set(change.id, change.position);
          ended ||= change.dragging === false;
        }
      }
      if (chosen) editor.select(chosen, state.selectedEdges);
      if (moved) drag.to(moved, ended);
    },
    [editor, drag.to],
  );

  const onEdgesChange = useCallback(
    (changes: EdgeChange[]) => {
      const chosen = new Set(editor.get().selectedEdges);
      for (const change of changes) {
        if (change.type !== 'select') continue;
        if (change.selected) chosen.add(change.id);
        else chosen.delete(change.id);
      }
      editor.select(editor.get().selected, chosen);
    },
    [editor],
  );

  const onConnectStart = useCallback(
    (_: unknown, from: OnConnectStartParams) => {
      const node = nodeOf(editor.get().document, from.nodeId ?? '');
      const side = from.handleType === 'source' ? 'outputs' : 'inputs';
      drawn.type = (node && portOf(catalog, node.component, side, from.handleId ?? '')?.type) ?? null;
    },
    [editor, catalog],
  );

  const isValidConnection = useCallback(
    (connection: Connection | Edge) => refusalOf(editor.get().document, catalog, edgeOf(connection)) === null,
    [editor, catalog],
  );

  const onConnect = useCallback((connection: Connection) => void editor.connect(edgeOf(connection)), [editor]);

  const onConnectEnd = useCallback(
    (_: unknown, state: FinalConnectionState) => {
      drawn.type = null;
      const { fromHandle, toHandle } = state;
      if (!fromHandle || !toHandle || state.isValid || fromHandle === toHandle) return;
      if (fromHandle.type === toHandle.type) {
        if (fromHandle.nodeId !== toHandle.nodeId) commands.say(t.refusals.sides, 'bad');
        return;
      }
      const [source, target] = fromHandle.type === 'source' ? [fromHandle, toHandle] : [toHandle, fromHandle];
      const refusal = refusalOf(editor.get().document, catalog, {
        from: { node: source.nodeId, port: source.id ?? '' },
        to: { node: target.nodeId, port: target.id ?? '' },
      });
      if (refusal) commands.say(refusalText(refusal), 'bad');
    },
    [editor, catalog, commands, t, refusalText],
  );

  const onDrop = useCallback(
    (event: DragEvent) => {
      const component = catalog.get(event.dataTransfer.getData(draggedComponent));
      if (!component) return;
      event.preventDefault();
      const at = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
      const onGrid = (value: number) => Math.round(value / gridStep) * gridStep;
      const place = { x: onGrid(at.x - cardWidth / 2), y: onGrid(at.y - cardHeight / 2) };
      const id = editor.add(component, chinese ? component.title_zh || component.title : component.title, place);
      // A card that lies partly outside of the window stays under the mouse.
      keys.focusSeen(id);
    },
    [catalog, editor, flow, chinese, keys],
  );

  const openMenu = useCallback(
    (event: MouseEvent | globalThis.MouseEvent, node: string | null) => {
      event.preventDefault();
      if (node !== null && !editor.get().selected.has(node)) editor.select([node]);
      setMenu({ x: event.clientX, y: event.clientY, node });
    },
    [editor],
  );

  return (
    <div className={css.canvas}>
      <ReactFlow<CardNode>
        aria-label={t.canvas}
        className={css.flow}
        connectionRadius={28}
        deleteKeyCode={null}
        disableKeyboardA11y
        edges={afar ? noEdges : edges}
        edgesFocusable={false}
        edgeTypes={edgeTypes}
        fitView={begunWithNodes.current}
        fitViewOptions={fitting}
        isValidConnection={isValidConnection}
        maxZoom={2}
        minZoom={0.1}
        multiSelectionKeyCode={['Shift', 'Control', 'Meta']}
        nodes={nodes}
        nodeTypes={nodeTypes}
        onConnect={onConnect}
        onConnectEnd={onConnectEnd}
        onConnectStart={onConnectStart}
        onCopy={(event) => keys.onCopy(event, false)}
        onCut={(event) => keys.onCopy(event, true)}
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes(draggedComponent)) event.preventDefault();
        }}
        onDrop={onDrop}
        onEdgesChange={onEdgesChange}
        onKeyDown={keys.onKeyDown}
        onlyRenderVisibleElements={nodes.length > manyCards}
        onNodeContextMenu={(event, node) => openMenu(event, node.id)}
        onNodeDoubleClick={(_, node) => commands.showOutputs(node.id)}
        onMoveEnd={() => keys.area.current?.classList.remove(css.moving!)}
        onMoveStart={() => keys.area.current?.classList.add(css.moving!)}
        onNodeDragStart={() => keys.area.current?.classList.add(css.dragged!)}
        onNodeDragStop={() => keys.area.current?.classList.remove(css.dragged!)}
        onNodesChange={onNodesChange}
        onPaneContextMenu={(event) => openMenu(event, null)}
        onPaste={keys.onPaste}
        proOptions={{ hideAttribution: true }}
        ref={keys.area}
        selectionKeyCode="Shift"
        snapGrid={[gridStep, gridStep]}
        snapToGrid={choices.snap}
        tabIndex={0}
      >
        {choices.grid && <Background gap={16} size={1} variant={BackgroundVariant.Dots} />}
        {afar && <EdgesFromAfar edges={allEdges} moving={moving} nodes={nodes} ways={ways} />}
      </ReactFlow>
      {nodes.length === 0 && <p className={css.empty}>{t.emptyCanvas}</p>}
      {choices.map && nodes.length > 0 && <Overview nodes={nodes} />}
      <CanvasTools choices={choices} />
      {menu && <CanvasMenu at={menu} onClose={() => setMenu(null)} />}
    </div>
  );
}
