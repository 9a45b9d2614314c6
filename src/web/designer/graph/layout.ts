// Automatic layout: from top to bottom, as data flows.

import dagre from '@dagrejs/dagre';
import type { PipelineDocument } from '../wire';
import { runningOrder } from './circles';
import type { Place } from './document';
import { cardHeight, cardWidth, gridStep } from './measures';

function onGrid(value: number): number {
  return Math.round(value / gridStep) * gridStep;
}

/** Places for all nodes. Circles are laid out as well: dagre turns one of their edges round. */
export function layOut(document: PipelineDocument): Map<string, Place> {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 40, ranksep: 56, marginx: 40, marginy: 40 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of runningOrder(document).order) graph.setNode(id, { width: cardWidth, height: cardHeight });
  for (const edge of document.edges) {
    if (graph.hasNode(edge.from.node) && graph.hasNode(edge.to.node)) {
      graph.setEdge(edge.from.node, edge.to.node);
    }
  }
  dagre.layout(graph);
  const places = new Map<string, Place>();
  for (const node of document.nodes) {
    const placed = graph.node(node.id);
    places.set(node.id, { x: onGrid(placed.x - cardWidth / 2), y: onGrid(placed.y - cardHeight / 2) });
  }
  return places;
}
