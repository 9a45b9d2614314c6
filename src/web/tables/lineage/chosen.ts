import type { Lineage } from '../client';

/** The thing that is chosen in a lineage: a table, a column of it, or an edge from one table to another. */
export type Chosen = { node: string; column?: string } | { from: string; to: string };

/** "key\u0000column" of all columns that the chosen one is made from, and of those made from it. */
export function columnsAlong(graph: Lineage, node: string, column: string): Set<string> {
  const found = new Set<string>();
  const spread = (back: boolean) => {
    const front: [string, string][] = [[node, column]];
    while (front.length > 0) {
      const [key, name] = front.pop()!;
      const place = placeOf(key, name);
      if (found.has(place) && place !== placeOf(node, column)) continue;
      found.add(place);
      for (const edge of graph.edges) {
        if ((back ? edge.to : edge.from) !== key) continue;
        for (const one of edge.columns) {
          const here = back ? one.to : one.from;
          const other = back ? one.from : one.to;
          const next = back ? edge.from : edge.to;
          if (same(here, name) && !found.has(placeOf(next, other))) front.push([next, other]);
        }
      }
    }
  };
  spread(true);
  spread(false);
  return found;
}

export function placeOf(key: string, column: string): string {
  return `${key}\u0000${column.toLowerCase()}`;
}

function same(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
