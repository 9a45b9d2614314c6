const kLetterPx = 7;
const kGapPx = 12;

/** The places from `from` to `to` whose names are written, so that none lies on another one. */
export function writtenPlaces(names: string[], from: number, to: number, widthPx: number): number[] {
  const first = Math.max(0, Math.ceil(from));
  const last = Math.min(names.length - 1, Math.floor(to));
  let longest = 1;
  for (let at = first; at <= last; at += 1) longest = Math.max(longest, names[at]!.length);
  const room = Math.max(1, Math.floor(widthPx / (longest * kLetterPx + kGapPx)));
  const step = Math.max(1, Math.ceil((last - first + 1) / room));
  const places: number[] = [];
  for (let at = first; at <= last; at += step) places.push(at);
  return places;
}
