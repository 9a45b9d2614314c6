// The ways of edges between cards. An edge whose line would cross a card is led past it, wherever the cards lie.

export interface Point {
  x: number;
  y: number;
}
/** Both ends of an edge, from a lower side of a card to an upper one. */
export interface Ends {
  from: Point;
  to: Point;
}
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const margin = 12;
/** Edges that pass the same card keep this distance from each other. */
const apart = 8;
/** An edge lies on another one where it would have to go farther round than this. */
const longWay = 80;
const rounds = 8;

/** Where the line between two points, as pathOf draws it, is at the height y. */
function acrossAt(from: Point, to: Point, y: number): number {
  const part = Math.min(1, Math.max(0, (y - from.y) / (to.y - from.y)));
  let [low, high] = [0, 1];
  for (let step = 0; step < 16; ++step) {
    const middle = (low + high) / 2;
    if (1.5 * middle - 1.5 * middle ** 2 + middle ** 3 < part) low = middle;
    else high = middle;
  }
  return from.x + (to.x - from.x) * (3 * low ** 2 - 2 * low ** 3);
}

function hits(from: Point, to: Point, box: Box): boolean {
  if (box.bottom <= from.y || box.top >= to.y) return false;
  if (box.right <= Math.min(from.x, to.x) || box.left >= Math.max(from.x, to.x)) return false;
  const [upper, lower] = [acrossAt(from, to, box.top), acrossAt(from, to, box.bottom)];
  return Math.max(upper, lower) > box.left && Math.min(upper, lower) < box.right;
}

function boxesAcross(points: Point[], boxes: Box[]): Box[] {
  return boxes.filter((box) => points.some((to, at) => at > 0 && hits(points[at - 1]!, to, box)));
}

interface Band {
  from: number;
  to: number;
}

/** The heights that the boxes take; boxes that overlap make one band. */
function bandsOf(boxes: Iterable<Box>, { from, to }: Ends): Band[] {
  const bands: Band[] = [];
  for (const box of [...boxes].sort((a, b) => a.top - b.top)) {
    const [top, bottom] = [Math.max(box.top, from.y), Math.min(box.bottom, to.y)];
    const last = bands.at(-1);
    if (last && top <= last.to) last.to = Math.max(last.to, bottom);
    else bands.push({ from: top, to: bottom });
  }
  return bands;
}

/** The place nearest to `wanted` that lies in none of the ranges. */
function nearestFree(wanted: number, ranges: [number, number][]): number {
  const free = (x: number) => ranges.every(([left, right]) => x <= left || x >= right);
  if (free(wanted)) return wanted;
  const ends = ranges.flat().filter(free);
  return ends.reduce((best, x) => (Math.abs(x - wanted) < Math.abs(best - wanted) ? x : best), Infinity);
}

/** Ways that are given already, so that another one keeps apart from them. */
type Given = (Band & { x: number })[];

function past(band: Band, wanted: number, boxes: Box[], given: Given): number {
  const within = boxes.filter((box) => box.top < band.to && box.bottom > band.from);
  const ranges = within.map(({ left, right }): [number, number] => [left - margin + 2, right + margin - 2]);
  const nearest = nearestFree(wanted, ranges);
  const others = given.filter((other) => other.from < band.to && other.to > band.from);
  const alone = nearestFree(wanted, [...ranges, ...others.map(({ x }): [number, number] => [x - apart, x + apart])]);
  return Math.abs(alone - nearest) > longWay ? nearest : alone;
}

function wayOf(ends: Ends, boxes: Box[], given: Given): Point[] {
  const { from, to } = ends;
  const met = new Set<Box>();
  let way: Point[] = [];
  for (let round = 0; round < rounds; ++round) {
    const more = boxesAcross([from, ...way, to], boxes).filter((box) => !met.has(box));
    if (more.length === 0) break;
    for (const box of more) met.add(box);
    way = [];
    for (const band of bandsOf(met, ends)) {
      const last = way.at(-1) ?? from;
      const part = (band.to - last.y) / (to.y - last.y);
      const x = past(band, last.x + (to.x - last.x) * part, boxes, given);
      way.push({ x, y: band.from }, { x, y: band.to });
    }
  }
  for (let at = 0; at + 1 < way.length; at += 2) {
    given.push({ from: way[at]!.y, to: way[at + 1]!.y, x: way[at]!.x });
  }
  return way;
}

/** The points that each edge goes through between its ends: none where its line meets no card, or where it goes up. */
export function waysOf(edges: Ends[], boxes: Box[]): Point[][] {
  const given: Given = [];
  return edges.map((ends) => {
    if (ends.to.y <= ends.from.y) return [];
    const between = boxes.filter((box) => box.bottom > ends.from.y && box.top < ends.to.y);
    return between.length === 0 ? [] : wayOf(ends, between, given);
  });
}
