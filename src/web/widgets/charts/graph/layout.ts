import { Graph, layout } from '@dagrejs/dagre';

export const kNodeWidth = 200;
export const kNodeHeight = 52;

export interface Point {
  x: number;
  y: number;
}
interface Size {
  id: string;
  height?: number;
}
export interface Layout {
  /** Where each node lies, by its upper left corner. */
  places: Map<string, Point>;
  /** Through which points each edge goes, in the order of the edges; an edge from a node to itself has none. */
  routes: Point[][];
}

/** Lays the nodes out in rows, or in columns for 'right', and leads the edges between them and beside the cards. */
export function layoutOf(nodes: Size[], edges: { from: string; to: string }[], direction: 'down' | 'right'): Layout {
  const graph = new Graph();
  graph.setGraph({
    rankdir: direction === 'down' ? 'TB' : 'LR',
    nodesep: 28,
    edgesep: 28,
    ranksep: 52,
    marginx: 16,
    marginy: 16,
  });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const node of nodes) graph.setNode(node.id, { width: kNodeWidth, height: node.height ?? kNodeHeight });
  const drawn = (edge: { from: string; to: string }) =>
    edge.from !== edge.to && graph.hasNode(edge.from) && graph.hasNode(edge.to);
  for (const edge of edges) {
    if (drawn(edge)) graph.setEdge(edge.from, edge.to);
  }
  layout(graph);
  const boxes = new Map(nodes.map((node) => [node.id, boxOf(graph.node(node.id) as Centred, direction)]));
  const bands = bandsOf([...boxes.values()]);
  return {
    places: new Map([...boxes].map(([id, box]) => [id, turned({ along: box.from, across: box.left }, direction)])),
    routes: edges.map((edge) => {
      const [from, to] = [boxes.get(edge.from), boxes.get(edge.to)];
      if (!from || !to || !drawn(edge)) return [];
      const points = (graph.edge(edge.from, edge.to) as { points: Point[] }).points.slice(1, -1);
      return routeOf(from, to, points, bands, direction);
    }),
  };
}

/** `along` is the way that edges go: y for 'down', x for 'right'. */
interface Place {
  along: number;
  across: number;
}
interface Box {
  from: number;
  to: number;
  left: number;
  centre: number;
}
interface Centred extends Point {
  width: number;
  height: number;
}

const turned = (place: Place, direction: 'down' | 'right'): Point =>
  direction === 'down' ? { x: place.across, y: place.along } : { x: place.along, y: place.across };

function boxOf({ x, y, width, height }: Centred, direction: 'down' | 'right'): Box {
  const [along, across] = direction === 'down' ? [y, x] : [x, y];
  const [length, breadth] = direction === 'down' ? [height, width] : [width, height];
  return { from: along - length / 2, to: along + length / 2, left: across - breadth / 2, centre: across };
}

/** From where to where each row of cards reaches. */
function bandsOf(boxes: Box[]): { from: number; to: number }[] {
  const bands: { from: number; to: number }[] = [];
  for (const { from, to } of boxes.toSorted((a, b) => a.from - b.from)) {
    const last = bands.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else bands.push({ from, to });
  }
  return bands;
}

/** Straight past each row of cards, at the place that the layout has kept free; it turns between the rows. */
function routeOf(
  from: Box,
  to: Box,
  between: Point[],
  bands: { from: number; to: number }[],
  direction: 'down' | 'right',
): Point[] {
  // An edge of a circle goes back.
  const back = to.from < from.from;
  const route: Place[] = [{ along: back ? from.from : from.to, across: from.centre }];
  for (const point of between) {
    const [along, across] = direction === 'down' ? [point.y, point.x] : [point.x, point.y];
    const band = bands.find((one) => one.from <= along && along <= one.to);
    if (!band) continue;
    const ends = [
      { along: band.from, across },
      { along: band.to, across },
    ];
    route.push(...(back ? ends.reverse() : ends));
  }
  route.push({ along: back ? to.to : to.from, across: to.centre });
  return route.map((place) => turned(place, direction));
}

/** The line through the points as SVG draws it, and its middle, where a label stands. */
export function pathOf(route: Point[], direction: 'down' | 'right'): { path: string; middle: Point } {
  const [first, ...rest] = route;
  if (!first) return { path: '', middle: { x: 0, y: 0 } };
  let path = `M${first.x},${first.y}`;
  let before = first;
  for (const point of rest) {
    const [x, y] = [(before.x + point.x) / 2, (before.y + point.y) / 2];
    path +=
      direction === 'down'
        ? `C${before.x},${y} ${point.x},${y} ${point.x},${point.y}`
        : `C${x},${before.y} ${x},${point.y} ${point.x},${point.y}`;
    before = point;
  }
  const at = rest[0] ?? first;
  return { path, middle: { x: (first.x + at.x) / 2, y: (first.y + at.y) / 2 } };
}
