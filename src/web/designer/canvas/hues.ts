// The icon and the colour of a component's group.

import type { Component } from '../wire';

interface Look {
  icon: string;
  hue: number; // --series-<hue>
}

const looks: [RegExp, Look][] = [
  [/^prep/, { icon: 'preprocess', hue: 7 }],
  [/feature/, { icon: 'feature', hue: 3 }],
  [/^stat/, { icon: 'statistics', hue: 5 }],
  [/^deep/, { icon: 'deep', hue: 2 }],
  [/^text/, { icon: 'text', hue: 4 }],
  [/^graph/, { icon: 'network', hue: 7 }],
  [/^eval/, { icon: 'evaluate', hue: 6 }],
  [/^alink/, { icon: 'stream', hue: 5 }],
];

const byKind: Partial<Record<Component['kind'], Look>> = {
  source: { icon: 'source', hue: 1 },
  file: { icon: 'file', hue: 1 },
  sql: { icon: 'sql', hue: 8 },
  model: { icon: 'model', hue: 4 },
  sink: { icon: 'sink', hue: 1 },
  deploy: { icon: 'deploy', hue: 6 },
  unknown: { icon: 'unknown', hue: 8 },
};

export function lookOf(component: Component | undefined, group: string): Look {
  const special = component && byKind[component.kind];
  if (special) return special;
  const row = looks.find(([pattern]) => pattern.test(group.toLowerCase()));
  return row?.[1] ?? { icon: 'learning', hue: 3 };
}
