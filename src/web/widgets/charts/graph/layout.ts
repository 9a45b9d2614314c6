import { Graph, layout } from '@dagrejs/dagre';

export const kNodeWidth = 200;
export const kNodeHeight = 52;

/** Where each node lies, by its upper left corner. */
export function placesOf(
  nodes: { id: string; height?: number }[],
  edges: { from: string; to: string }[],
  direction: 'down' | 'right',
): Map<string, { x: number; y: number }> {
  const graph = new Graph();
  graph.setGraph({ rankdir: direction === 'down' ? 'TB' : 'LR', nodesep: 28, ranksep: 52, marginx: 16, marginy: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const node of nodes) graph.setNode(node.id, { width: kNodeWidth, height: node.height ?? kNodeHeight });
  for (const edge of edges) {
    if (edge.from !== edge.to && graph.hasNode(edge.from) && graph.hasNode(edge.to)) graph.setEdge(edge.from, edge.to);
  }
  layout(graph);
  return new Map(
    nodes.map((node) => {
      const { x, y, width, height } = graph.node(node.id) as { x: number; y: number; width: number; height: number };
      return [node.id, { x: x - width / 2, y: y - height / 2 }];
    }),
  );
}
