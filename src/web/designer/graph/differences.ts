// What differs between two documents of one pipeline, told by the names of nodes.

import type { PipelineDocument, PipelineNode } from '../wire';
import { edgeId } from './document';

export interface Difference {
  kind: 'added' | 'removed' | 'changed' | 'moved' | 'edge_added' | 'edge_removed' | 'variables';
  name: string;
  /** Names of the parameters that differ. */
  parameters: string[];
}

function changedParameters(left: PipelineNode, right: PipelineNode): string[] {
  const names = new Set([...Object.keys(left.parameters), ...Object.keys(right.parameters)]);
  return [...names].filter((name) => (left.parameters[name] ?? '') !== (right.parameters[name] ?? ''));
}

function ofNode(before: PipelineNode, after: PipelineNode): Difference[] {
  const parameters = changedParameters(before, after);
  const other = before.name !== after.name || before.enabled !== after.enabled || before.note !== after.note;
  if (parameters.length > 0 || other) return [{ kind: 'changed', name: after.name, parameters }];
  const moved = before.x !== after.x || before.y !== after.y;
  return moved ? [{ kind: 'moved', name: after.name, parameters: [] }] : [];
}

/** What has to happen to `before` so that it becomes `after`. */
export function differences(before: PipelineDocument, after: PipelineDocument): Difference[] {
  const old = new Map(before.nodes.map((node) => [node.id, node]));
  const next = new Map(after.nodes.map((node) => [node.id, node]));
  const all: Difference[] = [];
  for (const node of after.nodes) {
    const was = old.get(node.id);
    if (was) all.push(...ofNode(was, node));
    else all.push({ kind: 'added', name: node.name, parameters: [] });
  }
  for (const node of before.nodes) {
    if (!next.has(node.id)) all.push({ kind: 'removed', name: node.name, parameters: [] });
  }
  const edgesBefore = new Map(before.edges.map((edge) => [edgeId(edge), edge]));
  const edgesAfter = new Map(after.edges.map((edge) => [edgeId(edge), edge]));
  const nameOf = (id: string) => next.get(id)?.name ?? old.get(id)?.name ?? id;
  for (const [id, edge] of edgesAfter) {
    if (edgesBefore.has(id)) continue;
    all.push({ kind: 'edge_added', name: `${nameOf(edge.from.node)} → ${nameOf(edge.to.node)}`, parameters: [] });
  }
  for (const [id, edge] of edgesBefore) {
    if (edgesAfter.has(id)) continue;
    all.push({ kind: 'edge_removed', name: `${nameOf(edge.from.node)} → ${nameOf(edge.to.node)}`, parameters: [] });
  }
  if (JSON.stringify(before.parameters) !== JSON.stringify(after.parameters)) {
    all.push({ kind: 'variables', name: '', parameters: [] });
  }
  return all;
}
