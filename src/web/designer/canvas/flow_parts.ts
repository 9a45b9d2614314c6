// What React Flow draws, made from the document. Parts that have not changed stay the same objects, so one moved card
// costs one card. Sizes and places of ports are given, so nothing is measured in the page.

import { type Edge, type Node, Position } from '@xyflow/react';

import { edgeId, type Place } from '../graph/document';
import { cardHeight, cardWidth, portOffset } from '../graph/measures';
import type { Component, PipelineEdge, PipelineNode } from '../wire';

export type CardData = { node: PipelineNode; component: Component; known: boolean; group: string; circle: boolean };
export type CardNode = Node<CardData, 'card'>;

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

/** The same for edges; `look` is the class of the edge. */
export class FlowEdges {
  private made = new Map<string, { selected: boolean; look: string; flow: Edge }>();

  of(edges: PipelineEdge[], selected: ReadonlySet<string>, look: (edge: PipelineEdge) => string): Edge[] {
    const next = new Map<string, { selected: boolean; look: string; flow: Edge }>();
    const all: Edge[] = [];
    for (const edge of edges) {
      const id = edgeId(edge);
      if (next.has(id)) continue; // A file may hold an edge twice.
      const chosen = selected.has(id);
      const className = look(edge);
      const old = this.made.get(id);
      const entry =
        old && old.selected === chosen && old.look === className
          ? old
          : { selected: chosen, look: className, flow: flowEdge(id, edge, chosen, className) };
      next.set(id, entry);
      all.push(entry.flow);
    }
    this.made = next;
    return all;
  }
}

function flowEdge(id: string, edge: PipelineEdge, selected: boolean, className: string): Edge {
  return {
    id,
    source: edge.from.node,
    sourceHandle: edge.from.port,
    target: edge.to.node,
    targetHandle: edge.to.port,
    selected,
    className,
    focusable: false,
    ariaLabel: '',
  };
}
