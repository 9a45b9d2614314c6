// What ports, parameters and components are called. Components of PAI name their parameters for programs
// (`featureColNames`); in English people read words ("Feature columns"), and the name stands in the tooltip.

export interface Titled {
  name: string;
  title: string;
  title_zh: string;
}

const words: Record<string, string> = {
  kv: 'KV',
  id: 'ID',
  gpu: 'GPU',
  cpu: 'CPU',
  oss: 'OSS',
  sql: 'SQL',
  vpc: 'VPC',
};

/** `outputTableName` → "Output table"; another text stays as it is. */
export function spelledOut(name: string): string {
  if (!/^_?[a-z][A-Za-z0-9]*$/.test(name)) return name;
  const parts = name
    .replace(/^_/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\bcol names\b/, 'columns')
    .replace(/\bcol name\b/, 'column')
    .replace(/\bcol\b/, 'column')
    .replace(/\btable names\b/, 'tables')
    .replace(/\btable name\b/, 'table')
    .replace(/\bnum\b/, 'number')
    .split(' ')
    .map((word) => words[word] ?? word);
  const text = parts.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function titleOf(named: Titled, chinese: boolean): string {
  if (chinese && named.title_zh !== '' && named.title_zh !== named.name) return named.title_zh;
  return named.title === named.name || named.title === '' ? spelledOut(named.name) : named.title;
}

/** `-Dname`, a name of several words, or any name that the text itself calls a parameter. */
const labelled = /'?(?:-D(\w+)|(?<![\w${.-])([a-z]+[A-Z]\w*)\b)'?|(?<=parameter |参数 )'(\w+)'/g;

/** A text of the server with the labels of fields in place of the names of parameters, without marks of Markdown. */
export function withLabels(text: string, parameters: ReadonlyMap<string, Titled>, chinese: boolean): string {
  return text
    .replace(labelled, (all, given?: string, named?: string, quoted?: string) => {
      const parameter = parameters.get(given ?? named ?? quoted ?? '');
      return parameter ? `“${titleOf(parameter, chinese)}”` : all;
    })
    .replace(/`([^`]*)`/g, '$1');
}
