// All edges of a large pipeline that is seen from afar, as one drawing: hundreds of edges cost little there, and nobody
// can point at one of them anyway.

import { ViewportPortal } from '@xyflow/react';
import { useMemo, useRef } from 'react';

import { cardHeight, portOffset } from '../graph/measures';
import type { PipelineEdge, PortType } from '../wire';
import css from './Canvas.module.css';
import type { CardNode } from './flow_parts';

function curve(edge: PipelineEdge, from: CardNode, to: CardNode): string {
  const outputs = from.data.component.outputs;
  const inputs = to.data.component.inputs;
  const out = outputs.findIndex((port) => port.name === edge.from.port);
  const into = inputs.findIndex((port) => port.name === edge.to.port);
  const x = from.position.x + portOffset(Math.max(0, out), Math.max(1, outputs.length));
  const y = from.position.y + cardHeight;
  const toX = to.position.x + portOffset(Math.max(0, into), Math.max(1, inputs.length));
  const toY = to.position.y;
  const bend = Math.max(Math.abs(toY - y) / 2, 24);
  return `M${x} ${y}C${x} ${y + bend} ${toX} ${toY - bend} ${toX} ${toY}`;
}

function typeOf(edge: PipelineEdge, from: CardNode): PortType {
  return from.data.component.outputs.find((port) => port.name === edge.from.port)?.type ?? 'any';
}

type Drawing = [PortType, string][];

function draw(nodes: CardNode[], edges: PipelineEdge[]): Drawing {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const drawn = new Map<PortType, string[]>();
  for (const edge of edges) {
    const from = byId.get(edge.from.node);
    const to = byId.get(edge.to.node);
    if (!from || !to) continue;
    const type = typeOf(edge, from);
    const list = drawn.get(type);
    if (list) list.push(curve(edge, from, to));
    else drawn.set(type, [curve(edge, from, to)]);
  }
  return [...drawn].map(([type, curves]) => [type, curves.join('')]);
}

interface Props {
  nodes: CardNode[];
  edges: PipelineEdge[];
  /** Ids of the nodes that are dragged now, with blanks around each. */
  moving: string;
}

/** Edges of dragged nodes are drawn anew with each frame, all others once. */
export function EdgesFromAfar({ nodes, edges, moving }: Props) {
  const [moved, still] = useMemo(() => {
    const moves = (edge: PipelineEdge) =>
      moving.includes(` ${edge.from.node} `) || moving.includes(` ${edge.to.node} `);
    return moving === '' ? [[], edges] : [edges.filter(moves), edges.filter((edge) => !moves(edge))];
  }, [edges, moving]);
  const latest = useRef(nodes);
  latest.current = nodes;
  // Where nothing is dragged, the nodes themselves tell that something stands elsewhere.
  const settled = moving === '' ? nodes : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places of nodes that are not dragged stay
  const stillDrawn = useMemo(() => draw(latest.current, still), [still, settled]);
  const movedDrawn = useMemo(() => draw(nodes, moved), [nodes, moved]);
  return (
    <ViewportPortal>
      {[stillDrawn, movedDrawn].map((drawing, at) => (
        <svg aria-hidden="true" className={css.farEdges} key={at}>
          {drawing.map(([type, d]) => (
            <path className={css[`edge_${type}`]} d={d} key={type} />
          ))}
        </svg>
      ))}
    </ViewportPortal>
  );
}
