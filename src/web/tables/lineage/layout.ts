import { Graph, layout } from '@dagrejs/dagre';
import type { Lineage } from '../client';

export const kWidthPx = 216;
export const kHeadPx = 32;
export const kRowPx = 22;
const kMostColumns = 8;

export interface ShownColumns {
  shown: string[];
  hidden: number;
}

/** The columns that a card shows: those that lead somewhere first, a few of them until it is opened. */
export function columnsOfNodes(graph: Lineage, columns: boolean, opened: Set<string>): Map<string, ShownColumns> {
  const used = new Map<string, Set<string>>();
  const note = (key: string, column: string) => {
    if (!used.has(key)) used.set(key, new Set());
    used.get(key)!.add(column.toLowerCase());
  };
  for (const edge of graph.edges) {
    for (const one of edge.columns) {
      note(edge.from, one.from);
      note(edge.to, one.to);
    }
  }
  return new Map(
    graph.nodes.map((node) => {
      if (!columns) return [node.key, { shown: [], hidden: 0 }];
      const mine = used.get(node.key) ?? new Set();
      const names = node.columns.map((column) => column.name);
      // The names of a dropped table's columns are known from their readers.
      for (const name of mine) if (!names.some((one) => one.toLowerCase() === name)) names.push(name);
      const leading = names.filter((name) => mine.has(name.toLowerCase()));
      const all = opened.has(node.key) ? names : leading.slice(0, kMostColumns);
      return [node.key, { shown: all, hidden: opened.has(node.key) ? 0 : names.length - all.length }];
    }),
  );
}

/** Where each card lies, by its upper left corner: what is read on the left of what is made of it. */
export function placesOf(graph: Lineage, shown: Map<string, ShownColumns>): Map<string, { x: number; y: number }> {
  const dag = new Graph();
  dag.setGraph({ rankdir: 'LR', nodesep: 24, ranksep: 96, marginx: 16, marginy: 16 });
  dag.setDefaultEdgeLabel(() => ({}));
  for (const node of graph.nodes) {
    const columns = shown.get(node.key);
    const rows = (columns?.shown.length ?? 0) + (columns && columns.hidden > 0 ? 1 : 0);
    dag.setNode(node.key, { width: kWidthPx, height: kHeadPx + rows * kRowPx + 2 });
  }
  for (const edge of graph.edges) if (edge.from !== edge.to) dag.setEdge(edge.from, edge.to);
  layout(dag);
  return new Map(
    graph.nodes.map((node) => {
      const { x, y, width, height } = dag.node(node.key) as { x: number; y: number; width: number; height: number };
      return [node.key, { x: x - width / 2, y: y - height / 2 }];
    }),
  );
}
