// What React Flow draws, made from the document. Parts that have not changed stay the same objects, so one moved card
// costs one card. Sizes and places of ports are given, so nothing is measured in the page.

import { type Edge, type Node, Position } from '@xyflow/react';

import { strange } from '../graph/catalog';
import { edgeId, nodeOf, type Place } from '../graph/document';
import { cardHeight, cardWidth, portOffset } from '../graph/measures';
import type { Ends, Point } from '../graph/ways';
import type { Component, PipelineDocument, PipelineEdge, PipelineNode } from '../wire';

export type CardData = { node: PipelineNode; component: Component; known: boolean; group: string; circle: boolean };
export type CardNode = Node<CardData, 'card'>;

export type LedEdge = Edge<{ way: Point[] }>;

const handleSize = 12;

type Handles = NonNullable<CardNode['handles']>;

const handlesOf = new WeakMap<Component, Handles>();

function handles(component: Component): Handles {
  const made = handlesOf.get(component);
  if (made) return made;
  const place = (index: number, count: number) => portOffset(index, count) - handleSize / 2;
  const all: Handles = [
    ...component.inputs.map((port, at) => ({
      id: port.name,
      type: 'target' as const,
      position: Position.Top,
      x: place(at, component.inputs.length),
      y: -handleSize / 2,
      width: handleSize,
      height: handleSize,
    })),
    ...component.outputs.map((port, at) => ({
      id: port.name,
      type: 'source' as const,
      position: Position.Bottom,
      x: place(at, component.outputs.length),
      y: cardHeight - handleSize / 2,
      width: handleSize,
      height: handleSize,
    })),
  ];
  handlesOf.set(component, all);
  return all;
}

interface CardFacts {
  data: CardData;
  place: Place;
  selected: boolean;
  label: string;
}

const measured = { width: cardWidth, height: cardHeight };

/** Keeps the flow nodes that it has made, and makes anew those whose facts differ. */
export class FlowNodes {
  private made = new Map<string, { facts: CardFacts; flow: CardNode }>();

  of(facts: CardFacts[]): CardNode[] {
    const next = new Map<string, { facts: CardFacts; flow: CardNode }>();
    const all = facts.map((fact) => {
      const id = fact.data.node.id;
      const old = this.made.get(id);
      const entry = old && same(old.facts, fact) ? old : { facts: fact, flow: flowNode(fact) };
      next.set(id, entry);
      return entry.flow;
    });
    this.made = next;
    return all;
  }
}

function same(left: CardFacts, right: CardFacts): boolean {
  return (
    left.place.x === right.place.x &&
    left.place.y === right.place.y &&
    left.selected === right.selected &&
    left.label === right.label &&
    left.data.node === right.data.node &&
    left.data.component === right.data.component &&
    left.data.circle === right.data.circle
  );
}

function flowNode(facts: CardFacts): CardNode {
  return {
    id: facts.data.node.id,
    type: 'card',
    position: { x: facts.place.x, y: facts.place.y },
    data: facts.data,
    selected: facts.selected,
    width: cardWidth,
    height: cardHeight,
    measured,
    handles: handles(facts.data.component),
    ariaLabel: facts.label,
  };
}

const strangers = new Map<string, Component>();

/** The same object for the same ports, so that the card keeps. */
export function strangeOf(document: PipelineDocument, id: string): Component {
  const made = strange(document, nodeOf(document, id)!);
  const key = JSON.stringify(made);
  const old = strangers.get(key);
  if (old) return old;
  strangers.set(key, made);
  return made;
}

interface Placed {
  place: Place;
  component: Component;
}

/** Where the edge begins and ends: in the middle of its ports. */
export function endsOf(edge: PipelineEdge, from: Placed, to: Placed): Ends {
  const { outputs } = from.component;
  const { inputs } = to.component;
  const out = outputs.findIndex((port) => port.name === edge.from.port);
  const into = inputs.findIndex((port) => port.name === edge.to.port);
  return {
    from: {
      x: from.place.x + portOffset(Math.max(0, out), Math.max(1, outputs.length)),
      y: from.place.y + cardHeight,
    },
    to: { x: to.place.x + portOffset(Math.max(0, into), Math.max(1, inputs.length)), y: to.place.y },
  };
}

interface MadeEdge {
  selected: boolean;
  look: string;
  way: string;
  flow: LedEdge;
}

/** The same for edges; `look` is the class of the edge, `way` what it is led through. */
export class FlowEdges {
  private made = new Map<string, MadeEdge>();

  of(
    edges: PipelineEdge[],
    selected: ReadonlySet<string>,
    look: (edge: PipelineEdge) => string,
    way: (edge: PipelineEdge) => Point[],
  ): LedEdge[] {
    const next = new Map<string, MadeEdge>();
    const all: LedEdge[] = [];
    for (const edge of edges) {
      const id = edgeId(edge);
      if (next.has(id)) continue; // A file may hold an edge twice.
      const facts = { selected: selected.has(id), look: look(edge), way: way(edge) };
      const wayText = JSON.stringify(facts.way);
      const old = this.made.get(id);
      const same = old && old.selected === facts.selected && old.look === facts.look && old.way === wayText;
      const entry = same ? old : { ...facts, way: wayText, flow: flowEdge(id, edge, facts) };
      next.set(id, entry);
      all.push(entry.flow);
    }
    this.made = next;
    return all;
  }
}

function flowEdge(
  id: string,
  edge: PipelineEdge,
  { selected, look, way }: { selected: boolean; look: string; way: Point[] },
): LedEdge {
  return {
    id,
    type: way.length > 0 ? 'led' : 'default',
    data: { way },
    source: edge.from.node,
    sourceHandle: edge.from.port,
    target: edge.to.node,
    targetHandle: edge.to.port,
    selected,
    className: look,
    focusable: false,
    ariaLabel: '',
  };
}
