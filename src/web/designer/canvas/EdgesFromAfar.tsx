// All edges of a large pipeline that is seen from afar, as one drawing: hundreds of edges cost little there, and nobody
// can point at one of them anyway.

import { ViewportPortal } from '@xyflow/react';
import { useMemo } from 'react';

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

export function EdgesFromAfar({ nodes, edges }: { nodes: CardNode[]; edges: PipelineEdge[] }) {
  const paths = useMemo(() => {
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
    return [...drawn];
  }, [nodes, edges]);
  return (
    <ViewportPortal>
      <svg aria-hidden="true" className={css.farEdges}>
        {paths.map(([type, curves]) => (
          <path className={css[`edge_${type}`]} d={curves.join('')} key={type} />
        ))}
      </svg>
    </ViewportPortal>
  );
}
