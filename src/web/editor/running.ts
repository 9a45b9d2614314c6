import type { Place, Statement } from './runs';
import { server } from './server';
import { withTab } from './serverTab';
import type { SqlEditorHandle } from './text/SqlEditor';

/** What a press on one of the buttons means. */
export type What = 'here' | 'all' | 'explain' | 'analyze';

export interface Asked {
  statements: Statement[];
  /** Their variables without a value. */
  variables: string[];
  /** The names, of these and other variables, that say that their values are secrets. */
  secrets: string[];
}

const prefixes: Partial<Record<What, string>> = { explain: 'EXPLAIN ', analyze: 'EXPLAIN ANALYZE ' };
const explained = /^explain\b/i;
const reference = /\$\{\s*([^}\s]+)\s*\}/g;

/** Finds the statements: all of the text or of the selection, or the one at the cursor. */
export async function findStatements(id: string, what: What, editor: SqlEditorHandle): Promise<Asked> {
  const { from, to, head } = editor.selection();
  const selected = from !== to && what !== 'all';
  const text = selected ? editor.text().slice(from, to) : editor.text();
  const base = selected ? from : 0;
  const found = await withTab(id, (tab) => server.split(tab, text));
  let places = found.statements;
  if (!selected && what !== 'all') {
    // The one around the cursor; right after its semicolon it still counts, else the next one.
    const here = places.findLast((place) => place.begin <= head) ?? places[0];
    places = here ? [here] : [];
  }
  const prefix = prefixes[what] ?? '';
  const statements = places.map((place) => {
    const statement = text.slice(place.begin, place.end);
    const added = explained.test(statement) ? '' : prefix;
    return { text: added + statement, place: placeIn(editor.text(), base + place.begin, added.length) };
  });
  const used = new Set(statements.flatMap((one) => [...one.text.matchAll(reference)].map((match) => match[1])));
  return { statements, variables: found.variables.filter((name) => used.has(name)), secrets: found.secrets };
}

function placeIn(text: string, begin: number, added: number): Place {
  const before = text.slice(0, begin).split('\n');
  return { begin, line: before.length, column: before.at(-1)!.length + 1, added };
}
