// The icon and the colour of a component's group.

import type { Component } from '../wire';

interface Look {
  icon: string;
  hue: number; // --series-<hue>
}

const looks: [RegExp, Look][] = [
  [/source|target|sink|data/, { icon: 'source', hue: 1 }],
  [/sql|script|custom/, { icon: 'sql', hue: 8 }],
  [/prep/, { icon: 'preprocess', hue: 7 }],
  [/feature/, { icon: 'feature', hue: 3 }],
  [/stat/, { icon: 'statistics', hue: 5 }],
  [/deep|tensorflow|torch/, { icon: 'deep', hue: 2 }],
  [/text|nlp/, { icon: 'text', hue: 4 }],
  [/graph|network/, { icon: 'network', hue: 7 }],
  [/eval/, { icon: 'evaluate', hue: 6 }],
  [/model/, { icon: 'model', hue: 4 }],
  [/deploy|service/, { icon: 'deploy', hue: 6 }],
  [/stream/, { icon: 'stream', hue: 3 }],
  [/learn|class|regress|cluster|alink|machine/, { icon: 'learning', hue: 3 }],
];

const byKind: Partial<Record<Component['kind'], Look>> = {
  source: { icon: 'source', hue: 1 },
  file: { icon: 'file', hue: 1 },
  sql: { icon: 'sql', hue: 8 },
  model: { icon: 'model', hue: 4 },
  deploy: { icon: 'deploy', hue: 6 },
  unknown: { icon: 'unknown', hue: 8 },
};

export function lookOf(component: Component | undefined, group: string): Look {
  const special = component && byKind[component.kind];
  if (special) return special;
  const row = looks.find(([pattern]) => pattern.test(group.toLowerCase()));
  return row?.[1] ?? { icon: 'learning', hue: 3 };
}
