// All edges of a large pipeline that is seen from afar, as one drawing: hundreds of edges cost little there, and nobody
// can point at one of them anyway.

import { ViewportPortal } from '@xyflow/react';
import { useMemo, useRef } from 'react';

import { pathOf } from '../../widgets/charts/graph/layout';
import { edgeId } from '../graph/document';
import type { Point } from '../graph/ways';
import type { PipelineEdge, PortType } from '../wire';
import css from './Canvas.module.css';
import { isMoving, type Ways } from './flow_edges';
import { type CardNode, endsOf } from './flow_parts';

function lineOf(edge: PipelineEdge, from: CardNode, to: CardNode, way: Point[]): string {
  const ends = endsOf(
    edge,
    { place: from.position, component: from.data.component },
    { place: to.position, component: to.data.component },
  );
  if (way.length > 0) return pathOf([ends.from, ...way, ends.to], 'down').path;
  const { from: begin, to: end } = ends;
  const bend = Math.max(Math.abs(end.y - begin.y) / 2, 24);
  return `M${begin.x} ${begin.y}C${begin.x} ${begin.y + bend} ${end.x} ${end.y - bend} ${end.x} ${end.y}`;
}

function typeOf(edge: PipelineEdge, from: CardNode): PortType {
  return from.data.component.outputs.find((port) => port.name === edge.from.port)?.type ?? 'any';
}

type Drawing = [PortType, string][];

function draw(nodes: CardNode[], edges: PipelineEdge[], ways: Ways | null): Drawing {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const drawn = new Map<PortType, string[]>();
  for (const edge of edges) {
    const from = byId.get(edge.from.node);
    const to = byId.get(edge.to.node);
    if (!from || !to) continue;
    const type = typeOf(edge, from);
    const line = lineOf(edge, from, to, ways?.get(edgeId(edge)) ?? []);
    const list = drawn.get(type);
    if (list) list.push(line);
    else drawn.set(type, [line]);
  }
  return [...drawn].map(([type, lines]) => [type, lines.join('')]);
}

interface Props {
  nodes: CardNode[];
  edges: PipelineEdge[];
  /** Ids of the nodes that are dragged now, with blanks around each. */
  moving: string;
  ways: Ways;
}

/** Edges of dragged nodes are drawn anew with each frame, all others once. */
export function EdgesFromAfar({ nodes, edges, moving, ways }: Props) {
  const [moved, still] = useMemo(
    () => [edges.filter((edge) => isMoving(edge, moving)), edges.filter((edge) => !isMoving(edge, moving))],
    [edges, moving],
  );
  const latest = useRef(nodes);
  latest.current = nodes;
  // Where nothing is dragged, the nodes themselves tell that something stands elsewhere.
  const settled = moving === '' ? nodes : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places of nodes that are not dragged stay
  const stillDrawn = useMemo(() => draw(latest.current, still, ways), [still, settled, ways]);
  const movedDrawn = useMemo(() => draw(nodes, moved, null), [nodes, moved]);
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
