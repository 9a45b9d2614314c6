// Which ports may be connected, and why others may not.

import type { Component, PipelineDocument, PipelineEdge, Port, PortType } from '../wire';
import { closesCircle } from './circles';
import { edgeId, nodeOf } from './document';

export interface Components {
  get(name: string): Component | undefined;
}

export type Refusal =
  | { why: 'unknown' }
  | { why: 'types'; from: PortType; to: PortType }
  | { why: 'circle' }
  | { why: 'taken' }
  | { why: 'double' };

export function portOf(components: Components, component: string, side: 'inputs' | 'outputs', name: string) {
  return components.get(component)?.[side].find((port) => port.name === name);
}

/** Equal types; "any" is all of them; an evaluation is a table; files and folders are both places of files. */
export function typesFit(from: PortType, to: PortType): boolean {
  if (from === to || from === 'any' || to === 'any') return true;
  if (from === 'evaluation' && to === 'table') return true;
  return (from === 'file' || from === 'folder') && (to === 'file' || to === 'folder');
}

/** Why the edge may not be drawn; null where it may. */
export function refusalOf(document: PipelineDocument, components: Components, edge: PipelineEdge): Refusal | null {
  const source = nodeOf(document, edge.from.node);
  const target = nodeOf(document, edge.to.node);
  const from = source && portOf(components, source.component, 'outputs', edge.from.port);
  const to = target && portOf(components, target.component, 'inputs', edge.to.port);
  if (!from || !to) return { why: 'unknown' };
  if (!typesFit(from.type, to.type)) return { why: 'types', from: from.type, to: to.type };
  if (closesCircle(document.edges, edge.from.node, edge.to.node)) return { why: 'circle' };
  const id = edgeId(edge);
  if (document.edges.some((other) => edgeId(other) === id)) return { why: 'double' };
  const busy = document.edges.some((other) => other.to.node === edge.to.node && other.to.port === edge.to.port);
  return busy && !to.many ? { why: 'taken' } : null;
}

export interface Offer {
  edge: PipelineEdge;
  fromPort: Port;
  toPort: Port;
  targetName: string;
}

/** All edges that may be drawn from a node's outputs, for connecting without a mouse. */
export function offersFrom(document: PipelineDocument, components: Components, id: string): Offer[] {
  const source = nodeOf(document, id);
  const offers: Offer[] = [];
  for (const fromPort of (source && components.get(source.component)?.outputs) ?? []) {
    for (const target of document.nodes) {
      for (const toPort of components.get(target.component)?.inputs ?? []) {
        const edge = { from: { node: id, port: fromPort.name }, to: { node: target.id, port: toPort.name } };
        if (refusalOf(document, components, edge) === null) {
          offers.push({ edge, fromPort, toPort, targetName: target.name });
        }
      }
    }
  }
  return offers;
}
