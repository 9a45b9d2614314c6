// The edges of the document as React Flow draws them, and the ways that lead them past cards.

import { BaseEdge, type EdgeProps } from '@xyflow/react';
import { useMemo, useRef } from 'react';

import { pathOf } from '../../widgets/charts/graph/layout';
import { runningOrder } from '../graph/circles';
import { portOf } from '../graph/connect';
import { edgeId } from '../graph/document';
import { cardHeight, cardWidth } from '../graph/measures';
import { type Point, waysOf } from '../graph/ways';
import { useEditor, useOpen } from '../state/context';
import type { PipelineEdge } from '../wire';
import css from './Canvas.module.css';
import { endsOf, FlowEdges, type LedEdge, strangeOf } from './flow_parts';

function LedEdgeLine({ id, data, sourceX, sourceY, targetX, targetY }: EdgeProps<LedEdge>) {
  const points = [{ x: sourceX, y: sourceY }, ...(data?.way ?? []), { x: targetX, y: targetY }];
  return <BaseEdge id={id} path={pathOf(points, 'down').path} />;
}

export const edgeTypes = { led: LedEdgeLine };

export type Ways = ReadonlyMap<string, Point[]>;

/** The points that each edge is led through between its ends, by its id. */
export function useWays(): Ways {
  const { catalog } = useOpen();
  const document = useEditor((state) => state.document);
  return useMemo(() => {
    const placed = new Map(
      document.nodes.map((node) => [
        node.id,
        { place: node, component: catalog.get(node.component) ?? strangeOf(document, node.id) },
      ]),
    );
    const boxes = document.nodes.map(({ x, y }) => ({ left: x, right: x + cardWidth, top: y, bottom: y + cardHeight }));
    const drawable = document.edges.filter((edge) => placed.has(edge.from.node) && placed.has(edge.to.node));
    const ends = drawable.map((edge) => endsOf(edge, placed.get(edge.from.node)!, placed.get(edge.to.node)!));
    const ways = waysOf(ends, boxes);
    return new Map(drawable.map((edge, at) => [edgeId(edge), ways[at]!]));
  }, [document, catalog]);
}

/** `moving` holds the ids of the nodes that are dragged now, with blanks around each: their edges are led nowhere. */
export function isMoving(edge: PipelineEdge, moving: string): boolean {
  return moving !== '' && (moving.includes(` ${edge.from.node} `) || moving.includes(` ${edge.to.node} `));
}

export function useFlowEdges(ways: Ways, moving: string): LedEdge[] {
  const { catalog } = useOpen();
  const document = useEditor((state) => state.document);
  const selected = useEditor((state) => state.selectedEdges);
  const runs = useEditor((state) => state.runs);
  const keeper = useRef(new FlowEdges());
  return useMemo(() => {
    const byId = new Map(document.nodes.map((node) => [node.id, node]));
    const { circle } = runningOrder(document);
    const look = (edge: PipelineEdge) => {
      const source = byId.get(edge.from.node);
      const type = source && portOf(catalog, source.component, 'outputs', edge.from.port)?.type;
      const flowing = runs.get(edge.to.node)?.state === 'RUNNING' ? css.flowing : '';
      const around = circle.has(edge.from.node) && circle.has(edge.to.node) ? css.around : '';
      return `${css.edge} ${css[`edge_${type ?? 'any'}`] ?? ''} ${flowing} ${around}`;
    };
    const way = (edge: PipelineEdge) => (isMoving(edge, moving) ? [] : (ways.get(edgeId(edge)) ?? []));
    const drawable = document.edges.filter((edge) => byId.has(edge.from.node) && byId.has(edge.to.node));
    return keeper.current.of(drawable, selected, look, way);
  }, [document, selected, runs, catalog, ways, moving]);
}
