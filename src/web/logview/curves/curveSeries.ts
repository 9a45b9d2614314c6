import type { CurveSeries } from '../../widgets/charts/Curve';
import type { CurveFacts } from '../types';

export type CurveX = 'step' | 'time';

/** The values as a moving mean that weighs the newest most; a gap stays a gap. */
export function smoothed(values: (number | null)[], weight: number): (number | null)[] {
  if (weight <= 0) return values;
  let mean = 0;
  let count = 0;
  return values.map((value) => {
    if (value === null) return null;
    mean = mean * weight + value * (1 - weight);
    count += 1;
    // The first values are not drawn towards 0.
    return mean / (1 - weight ** count);
  });
}

/** The points over steps or time, in the order of x; of several at one x the last one counts. */
export function pointsOf(facts: CurveFacts, x: CurveX): { x: number[]; y: (number | null)[] } {
  const byX = new Map<number, number | null>();
  facts.values.forEach((value, index) => {
    const at = x === 'time' ? facts.times[index] : facts.steps[index];
    if (at !== null && at !== undefined) byX.set(at, value);
  });
  const xs = [...byX.keys()].sort((one, other) => one - other);
  return { x: xs, y: xs.map((at) => byX.get(at) ?? null) };
}

/** One curve, and where it is smoothed also what it comes from, faint. */
export function drawn(facts: CurveFacts, name: string, x: CurveX, weight: number, colour?: string): CurveSeries[] {
  const points = pointsOf(facts, x);
  const curve: CurveSeries = { name, x: points.x, y: smoothed(points.y, weight), colour };
  return [curve];
}

/** Curves of one name belong into one picture; losses and accuracies come first. */
export function grouped(all: CurveFacts[]): [name: string, curves: CurveFacts[]][] {
  const groups = new Map<string, CurveFacts[]>();
  for (const one of all) groups.set(one.name, [...(groups.get(one.name) ?? []), one]);
  const rank = (name: string) =>
    /loss/i.test(name) ? 0 : /acc|auc|precision|recall/i.test(name) ? 1 : /\/s$|sec/.test(name) ? 3 : 2;
  return [...groups].sort(([one], [other]) => rank(one) - rank(other) || one.localeCompare(other));
}
