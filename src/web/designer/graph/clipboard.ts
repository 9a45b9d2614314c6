// Copied nodes as a text, so that they can be pasted into another pipeline, another window, or a mail.

import type { PipelineDocument, PipelineEdge, PipelineNode } from '../wire';
import { freshId, freshName } from './document';

interface Copied {
  paisql_nodes: PipelineNode[];
  edges: PipelineEdge[];
}

export function copyText(document: PipelineDocument, ids: ReadonlySet<string>): string {
  const copied: Copied = {
    paisql_nodes: document.nodes.filter((node) => ids.has(node.id)),
    edges: document.edges.filter((edge) => ids.has(edge.from?.node) && ids.has(edge.to?.node)),
  };
  return JSON.stringify(copied, null, 2);
}

function isNode(value: unknown): value is PipelineNode {
  const node = value as PipelineNode;
  return (
    typeof node === 'object' &&
    node !== null &&
    typeof node.id === 'string' &&
    typeof node.component === 'string' &&
    typeof node.name === 'string' &&
    Number.isFinite(node.x) &&
    Number.isFinite(node.y) &&
    typeof node.parameters === 'object' &&
    node.parameters !== null
  );
}

/** The copied nodes under names of their own and 32 pixels aside, with ids that had no run; null for any other text. */
export function pasted(
  document: PipelineDocument,
  text: string,
  known: Iterable<string>,
): { nodes: PipelineNode[]; edges: PipelineEdge[] } | null {
  let copied: Copied;
  try {
    copied = JSON.parse(text) as Copied;
  } catch {
    return null;
  }
  if (!Array.isArray(copied?.paisql_nodes) || !copied.paisql_nodes.every(isNode)) return null;
  const ids = new Map<string, string>();
  let grown = document;
  const nodes = copied.paisql_nodes.map((node) => {
    const fresh = {
      ...node,
      id: freshId(grown, node.component, known),
      name: freshName(grown, node.name),
      x: node.x + 32,
      y: node.y + 32,
    };
    ids.set(node.id, fresh.id);
    grown = { ...grown, nodes: [...grown.nodes, fresh] };
    return fresh;
  });
  const edges = (Array.isArray(copied.edges) ? copied.edges : [])
    .filter((edge) => ids.has(edge.from?.node) && ids.has(edge.to?.node))
    .map((edge) => ({
      from: { ...edge.from, node: ids.get(edge.from.node)! },
      to: { ...edge.to, node: ids.get(edge.to.node)! },
    }));
  return { nodes, edges };
}
