// What a page keeps of a service's curves. Without imports, so that a test can run it by itself.

type Values = (number | null)[];

/** Columns of one length; null where nothing was asked. */
export interface Curves {
  time_ms: number[];
  rate: Values;
  failed: Values;
  refused: Values;
  p50_ms: Values;
  p95_ms: Values;
  p99_ms: Values;
  versions: Record<string, Values>;
}
export const noCurves: Curves = {
  time_ms: [],
  rate: [],
  failed: [],
  refused: [],
  p50_ms: [],
  p95_ms: [],
  p99_ms: [],
  versions: {},
};

const kKeptMs = 3_600_000;

/** Both, one after the other, from an hour before the newest point on: the server keeps no more, either. */
export function joined(old: Curves, more: Curves): Curves {
  const time_ms = [...old.time_ms, ...more.time_ms];
  const from = (time_ms.at(-1) ?? 0) - kKeptMs;
  const first = time_ms.findIndex((ms) => ms >= from);
  const nothing = (curves: Curves): Values => curves.time_ms.map(() => null);
  const join = (before: Values = nothing(old), after: Values = nothing(more)) => [...before, ...after].slice(first);
  const names = new Set([...Object.keys(old.versions), ...Object.keys(more.versions)]);
  const versions = [...names].map((name) => [name, join(old.versions[name], more.versions[name])] as const);
  return {
    time_ms: time_ms.slice(first),
    rate: join(old.rate, more.rate),
    failed: join(old.failed, more.failed),
    refused: join(old.refused, more.refused),
    p50_ms: join(old.p50_ms, more.p50_ms),
    p95_ms: join(old.p95_ms, more.p95_ms),
    p99_ms: join(old.p99_ms, more.p99_ms),
    // A version that has gone leaves with its last point.
    versions: Object.fromEntries(versions.filter(([, values]) => values.some((value) => value !== null))),
  };
}
