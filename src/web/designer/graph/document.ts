// A pipeline as the page keeps it: an immutable value. Each change makes a new one and shares what it leaves as it was,
// so "unchanged" is a comparison of references, and undo keeps old values at little cost.

import type { PipelineDocument, PipelineEdge, PipelineNode } from '../wire';

export const emptyDocument: PipelineDocument = { nodes: [], edges: [], parameters: [] };

export function edgeId(edge: PipelineEdge): string {
  return JSON.stringify([edge.from.node, edge.from.port, edge.to.node, edge.to.port]);
}

export function nodeOf(document: PipelineDocument, id: string): PipelineNode | undefined {
  return document.nodes.find((node) => node.id === id);
}

/** A name that no other node has: the title with the first free number. */
export function freshName(document: PipelineDocument, title: string): string {
  const taken = new Set(document.nodes.map((node) => node.name));
  const stem = title.replace(/-\d+$/, '');
  for (let number = 1; ; ++number) {
    const name = `${stem}-${number}`;
    if (!taken.has(name)) return name;
  }
}

/** An id that can also be the name of a file: small letters, digits and "_". None of `known`, which have had runs. */
export function freshId(document: PipelineDocument, component: string, known: Iterable<string>): string {
  const taken = new Set([...document.nodes.map((node) => node.id), ...known]);
  const stem = component.toLowerCase().replace(/[^a-z0-9]+/g, '_') || 'node';
  for (let number = 1; ; ++number) {
    const id = `${stem}_${number}`;
    if (!taken.has(id)) return id;
  }
}

export function addParts(
  document: PipelineDocument,
  nodes: PipelineNode[],
  edges: PipelineEdge[] = [],
): PipelineDocument {
  return { ...document, nodes: [...document.nodes, ...nodes], edges: [...document.edges, ...edges] };
}

export function removeParts(
  document: PipelineDocument,
  nodes: ReadonlySet<string>,
  edges: ReadonlySet<string>,
): PipelineDocument {
  return {
    ...document,
    nodes: document.nodes.filter((node) => !nodes.has(node.id)),
    edges: document.edges.filter(
      (edge) => !nodes.has(edge.from.node) && !nodes.has(edge.to.node) && !edges.has(edgeId(edge)),
    ),
  };
}

/** Changes one node; the same document where the change leaves the node as it is. */
export function changeNode(
  document: PipelineDocument,
  id: string,
  change: (node: PipelineNode) => PipelineNode,
): PipelineDocument {
  const at = document.nodes.findIndex((node) => node.id === id);
  const node = document.nodes[at];
  if (!node) return document;
  const changed = change(node);
  if (changed === node) return document;
  const nodes = document.nodes.slice();
  nodes[at] = changed;
  return { ...document, nodes };
}

/** Sets a parameter; "" removes it, so that the component's default holds again. */
export function setParameter(document: PipelineDocument, id: string, name: string, value: string): PipelineDocument {
  return changeNode(document, id, (node) => {
    if ((node.parameters[name] ?? '') === value) return node;
    const parameters = { ...node.parameters };
    if (value === '') delete parameters[name];
    else parameters[name] = value;
    return { ...node, parameters };
  });
}

export type Place = { x: number; y: number };

export function moveNodes(document: PipelineDocument, places: ReadonlyMap<string, Place>): PipelineDocument {
  let moved = false;
  const nodes = document.nodes.map((node) => {
    const place = places.get(node.id);
    if (!place || (place.x === node.x && place.y === node.y)) return node;
    moved = true;
    return { ...node, x: place.x, y: place.y };
  });
  return moved ? { ...document, nodes } : document;
}
