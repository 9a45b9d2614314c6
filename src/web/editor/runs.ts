import { ApiError } from '../app/api';
import { makeStore } from '../app/store';
import { docOf, updateDoc } from './documents';
import { type Run, server } from './server';
import { noteState, withTab } from './serverTab';

/** What runs, and what has run, of each tab: the statements of its newest run, one instance each. */

export interface Item {
  key: string;
  statement: string;
  /** Where it stood in the text in which it was found. */
  place: Place;
  instance: string;
  /** null until the server has said something of it. */
  run: Run | null;
  /** It could not be submitted, or nobody knows what has become of it. */
  error: unknown;
  /** A statement before it has failed, or the run was stopped. */
  skipped: boolean;
}
export interface RunSet {
  items: Item[];
  chosen: number;
  /** Statements of it run, or wait for their turn. */
  going: boolean;
  stopping: boolean;
}
export interface Place {
  begin: number;
  line: number;
  column: number;
  /** So many letters of the statement do not stand there: EXPLAIN was put in front of it. */
  added: number;
}
export interface Statement {
  text: string;
  place: Place;
}
/** Of a statement that stands in no text. */
export const nowhere: Place = { begin: 0, line: 1, column: 1, added: 0 };

const kWaitMs = 1000;
const kRetryMs = 1000;
const kKeptText = 2000;
const none: RunSet = { items: [], chosen: 0, going: false, stopping: false };

const sets = makeStore<Record<string, RunSet>>({});
export const runsOf = (id: string): RunSet => sets.get()[id] ?? none;
export const useRuns = (id: string): RunSet => sets.use()[id] ?? none;

function change(id: string, next: Partial<RunSet>): void {
  sets.set({ ...sets.get(), [id]: { ...runsOf(id), ...next } });
}
function changeItem(id: string, key: string, next: Partial<Item>): void {
  change(id, { items: runsOf(id).items.map((item) => (item.key === key ? { ...item, ...next } : item)) });
}
/** Ends when no statement of the tab runs. */
export function whenIdle(id: string): Promise<void> {
  return new Promise((resolve) => {
    if (!runsOf(id).going) return resolve();
    const unsubscribe = sets.subscribe(() => {
      if (runsOf(id).going) return;
      unsubscribe();
      resolve();
    });
  });
}
export function choose(id: string, chosen: number): void {
  change(id, { chosen });
}
export function forgetRuns(id: string): void {
  const { [id]: _, ...rest } = sets.get();
  sets.set(rest);
}

let lastKey = 0;
function newItem(statement: string, place: Place, instance = ''): Item {
  lastKey += 1;
  return { key: String(lastKey), statement, place, instance, run: null, error: null, skipped: false };
}

/** Runs the statements one after the other; one that fails ends it. */
export async function runAll(id: string, statements: Statement[], variables: Record<string, string>): Promise<void> {
  if (runsOf(id).going || statements.length === 0) return;
  const items = statements.map((one) => newItem(one.text, one.place));
  sets.set({ ...sets.get(), [id]: { items, chosen: 0, going: true, stopping: false } });
  let values = variables;
  let chosenByUs = 0;
  for (const [index, item] of items.entries()) {
    // Who looks at an earlier result goes on looking at it.
    if (runsOf(id).chosen === chosenByUs) change(id, { chosen: index });
    chosenByUs = index;
    const good = await runOne(id, item, values);
    values = {};
    if (!good || runsOf(id).stopping) break;
  }
  const left = runsOf(id).items.map((item) => (item.run || item.error ? item : { ...item, skipped: true }));
  change(id, { items: left, going: false, stopping: false });
  await noteState(id);
}

async function runOne(id: string, item: Item, variables: Record<string, string>): Promise<boolean> {
  try {
    const run = await withTab(id, (tab) => server.run(tab, item.statement, variables));
    changeItem(id, item.key, { run, instance: run.id });
    keep(id);
    // Stop was pressed before there was an instance to cancel.
    if (runsOf(id).stopping) await server.cancel(run.id);
    return await follow(id, item.key, run.id);
  } catch (error) {
    changeItem(id, item.key, { error });
    return false;
  }
}

/** Asks for the instance until it has ended; a server that does not answer is asked again. */
async function follow(id: string, key: string, instance: string): Promise<boolean> {
  while (docOf(id)) {
    try {
      const run = await server.instance(instance, kWaitMs);
      changeItem(id, key, { run });
      if (run.ended_ms > 0) return run.state === 'success';
    } catch (error) {
      if (!(error instanceof ApiError) || !error.unreachable) throw error;
      await new Promise((resolve) => setTimeout(resolve, kRetryMs));
    }
  }
  return false;
}

function keep(id: string): void {
  const kept = runsOf(id)
    .items.filter((item) => item.instance !== '')
    .map((item) => ({ instance: item.instance, statement: item.statement.slice(0, kKeptText), ...item.place }));
  updateDoc(id, { runs: kept });
}

export async function stop(id: string): Promise<void> {
  if (!runsOf(id).going) return;
  change(id, { stopping: true });
  const running = runsOf(id).items.find((item) => item.instance !== '' && item.run !== null && item.run.ended_ms === 0);
  if (running) await server.cancel(running.instance);
}

/** After a reload: what the server still knows of the newest run. What had not begun does not begin any more. */
export async function findKeptRuns(id: string): Promise<void> {
  const kept = docOf(id)?.runs ?? [];
  if (kept.length === 0 || runsOf(id).items.length > 0) return;
  const items = kept.map(({ statement, instance, ...place }) => newItem(statement, { ...nowhere, ...place }, instance));
  change(id, { items, chosen: items.length - 1, going: true });
  await Promise.all(
    items.map((item) => follow(id, item.key, item.instance).catch((error) => changeItem(id, item.key, { error }))),
  );
  change(id, { going: false, stopping: false });
}

/** Shows the result of an instance of the history. */
export async function showInstance(id: string, instance: string, statement: string): Promise<void> {
  if (runsOf(id).going) return;
  const item = newItem(statement, nowhere, instance);
  change(id, { items: [item], chosen: 0, going: true });
  keep(id);
  await follow(id, item.key, instance).catch((error) => changeItem(id, item.key, { error }));
  change(id, { going: false });
}
