// Orders and circles of a graph. A file may hold circles, so nothing here takes their absence for granted.

import type { PipelineDocument, PipelineEdge } from '../wire';

function followers(edges: PipelineEdge[]): Map<string, string[]> {
  const next = new Map<string, string[]>();
  for (const edge of edges) {
    const list = next.get(edge.from.node);
    if (list) list.push(edge.to.node);
    else next.set(edge.from.node, [edge.to.node]);
  }
  return next;
}

/** All nodes that can be reached from `start` along the edges, without `start` unless it is on a circle. */
export function reachable(edges: PipelineEdge[], start: string): Set<string> {
  const next = followers(edges);
  const seen = new Set<string>();
  const open = [...(next.get(start) ?? [])];
  while (open.length > 0) {
    const id = open.pop()!;
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(next.get(id) ?? []));
  }
  return seen;
}

/** Whether an edge between the two would close a circle. */
export function closesCircle(edges: PipelineEdge[], from: string, to: string): boolean {
  return from === to || reachable(edges, to).has(from);
}

/** Nodes in an order in which each stands after those that it reads from; those on circles stand last. */
export function runningOrder(document: PipelineDocument): { order: string[]; circle: Set<string> } {
  const waits = new Map(document.nodes.map((node) => [node.id, 0]));
  const known = document.edges.filter((edge) => waits.has(edge.from.node) && waits.has(edge.to.node));
  for (const edge of known) waits.set(edge.to.node, waits.get(edge.to.node)! + 1);
  const next = followers(known);
  const ready = document.nodes.filter((node) => waits.get(node.id) === 0).map((node) => node.id);
  const order: string[] = [];
  for (let at = 0; at < ready.length; ++at) {
    const id = ready[at]!;
    order.push(id);
    for (const follower of next.get(id) ?? []) {
      const left = waits.get(follower)! - 1;
      waits.set(follower, left);
      if (left === 0) ready.push(follower);
    }
  }
  const done = new Set(order);
  const rest = document.nodes.filter((node) => !done.has(node.id)).map((node) => node.id);
  const circle = new Set(rest.filter((id) => reachable(known, id).has(id)));
  return { order: [...order, ...rest], circle };
}
