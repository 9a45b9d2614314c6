const kLongest = 32;

/** A short name for a service of the model that no service has yet. Of a name that Designer has made up,
 * as xlab_m_iris_train_1a2b3c4d_1, it keeps the pipeline and the node. */
export function proposedService(model: string, taken: string[]): string {
  const made = /^xlab_m_(.+?)(?:_[0-9a-f]{8})?_\d+$/.exec(model);
  const letters = (made?.[1] ?? model).replace(/[^A-Za-z0-9_]+/g, '_').replace(/^_+/, '');
  const base = letters.slice(0, kLongest).replace(/_+$/, '') || 'model';
  const used = new Set(taken.map((name) => name.toLowerCase()));
  let name = base;
  for (let number = 2; used.has(name.toLowerCase()); number += 1) name = `${base}_${number}`;
  return name;
}
