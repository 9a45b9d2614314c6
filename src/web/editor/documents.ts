import { keeper, keptKey } from '../app/session';
import { makeStore } from '../app/store';

/**
 * The tabs of the editor as this browser keeps them for the user: a text and what belongs to it. They outlive the page
 * and the server. Each has an entry of its own, so that two windows that write at once lose nothing of different tabs;
 * of the same tab the window that wrote last wins, and the other one takes its text over.
 */
export interface Doc {
  id: string;
  name: string;
  text: string;
  /** In which the tab was opened; '' is the server's default. */
  project: string;
  /** The tab of the server, '' while it has none. */
  tab: string;
  /** Where USE has led, as the server says it. */
  current: string;
  /** Statements that were run for what they set, to be run again in a server that does not know the tab. */
  state: string[];
  runs: KeptRun[];
}
/** A statement of the newest run, whose result the server still has. */
export interface KeptRun {
  instance: string;
  statement: string;
  /** Where it stood in the text; line and column from 1. */
  begin: number;
  line: number;
  column: number;
  added: number;
}

const listKey = () => keptKey('editor.tabs');
const activeKey = () => keptKey('editor.active');
const keyOf = (id: string) => keptKey(`editor.tab.${id}`);
const kWriteMs = 250;

export const docs = makeStore<Doc[]>(readAll());
export const active = makeStore<string>(readActive());
active.subscribe(() => {
  write(sessionStorage, activeKey(), active.get());
});
// The page may be loaded before the server has said whose tabs they are.
keeper.subscribe(() => {
  docs.set(readAll());
  active.set(readActive());
});

/** The browser has no room for the newest texts: they are gone with the page. */
export const unkept = makeStore(false);

/** What another window has written into a tab last. */
export const foreign = makeStore<{ id: string; text: string } | null>(null);

/** Texts as they are typed, which are newer than the store's for a moment. */
const waiting = new Map<string, { timer: number; text: () => string }>();

export function docOf(id: string): Doc | undefined {
  return docs.get().find((doc) => doc.id === id);
}

export function addDoc(name: string, project: string, text = ''): Doc {
  const doc: Doc = { id: newId(), name, text, project, tab: '', current: '', state: [], runs: [] };
  docs.set([...docs.get(), doc]);
  writeDoc(doc);
  writeList();
  active.set(doc.id);
  return doc;
}

export function updateDoc(id: string, change: Partial<Doc>): void {
  const doc = docOf(id);
  if (!doc) return;
  const next = { ...doc, ...change };
  docs.set(docs.get().map((one) => (one.id === id ? next : one)));
  writeDoc(next);
}

/** The text was typed: it is kept a moment later, so that a key costs nothing. */
export function typed(id: string, text: () => string): void {
  window.clearTimeout(waiting.get(id)?.timer);
  waiting.set(id, { timer: window.setTimeout(() => flush(id), kWriteMs), text });
}

/** Keeps what was typed now. */
export function flush(id: string): void {
  const one = waiting.get(id);
  if (!one) return;
  window.clearTimeout(one.timer);
  waiting.delete(id);
  updateDoc(id, { text: one.text() });
}

export function removeDoc(id: string): void {
  const all = docs.get();
  const index = all.findIndex((doc) => doc.id === id);
  window.clearTimeout(waiting.get(id)?.timer);
  waiting.delete(id);
  docs.set(all.filter((doc) => doc.id !== id));
  try {
    localStorage.removeItem(keyOf(id));
  } catch {
    // Nothing was kept.
  }
  writeList();
  if (active.get() === id) active.set((all[index + 1] ?? all[index - 1])?.id ?? '');
}

/** Puts the tab before another one, or at the end. */
export function moveDoc(id: string, before: string): void {
  const moved = docOf(id);
  if (!moved || id === before) return;
  const rest = docs.get().filter((doc) => doc.id !== id);
  const index = rest.findIndex((doc) => doc.id === before);
  docs.set(index < 0 ? [...rest, moved] : rest.toSpliced(index, 0, moved));
  writeList();
}

/** Takes over what another window of this browser has written. */
export function listenToOtherWindows(): () => void {
  const listen = (event: StorageEvent) => {
    if (event.storageArea !== localStorage || event.key === null) return;
    if (event.key === listKey()) return docs.set(readAll());
    const changed = docs.get().find((doc) => keyOf(doc.id) === event.key);
    if (!changed || event.newValue === null) return;
    const next = parseDoc(event.newValue);
    if (!next) return;
    docs.set(docs.get().map((doc) => (doc.id === changed.id ? next : doc)));
    if (next.text !== changed.text) foreign.set({ id: next.id, text: next.text });
  };
  const leave = () => [...waiting.keys()].forEach(flush);
  window.addEventListener('storage', listen);
  window.addEventListener('pagehide', leave);
  return () => {
    window.removeEventListener('storage', listen);
    window.removeEventListener('pagehide', leave);
  };
}

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function readActive(): string {
  return readText(sessionStorage, activeKey()) ?? docs.get()[0]?.id ?? '';
}

function readAll(): Doc[] {
  const found: Doc[] = [];
  for (const id of parseIds(readText(localStorage, listKey()))) {
    const doc = parseDoc(readText(localStorage, keyOf(id)));
    if (doc) found.push(doc);
  }
  return found;
}

function parseIds(text: string | null): string[] {
  const ids = parse(text);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

// What is kept may be of an older page, or somebody may have changed it.
function parseDoc(text: string | null): Doc | null {
  const kept = parse(text) as Partial<Doc> | null;
  if (kept === null || typeof kept !== 'object' || typeof kept.id !== 'string') return null;
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    id: kept.id,
    name: textOf(kept.name),
    text: textOf(kept.text),
    project: textOf(kept.project),
    tab: textOf(kept.tab),
    current: textOf(kept.current),
    state: Array.isArray(kept.state) ? kept.state.filter((one) => typeof one === 'string') : [],
    runs: Array.isArray(kept.runs) ? kept.runs.filter((run) => typeof run?.instance === 'string') : [],
  };
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

function writeDoc(doc: Doc): void {
  unkept.set(!write(localStorage, keyOf(doc.id), JSON.stringify(doc)));
}
function writeList(): void {
  write(localStorage, listKey(), JSON.stringify(docs.get().map((doc) => doc.id)));
}
function readText(area: Storage, key: string): string | null {
  try {
    return area.getItem(key);
  } catch {
    return null;
  }
}
/** Whether the browser has taken it; one without room still works with what is in memory. */
function write(area: Storage, key: string, text: string): boolean {
  try {
    area.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
