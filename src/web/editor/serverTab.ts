import { ApiError } from '../app/api';
import { makeStore } from '../app/store';
import { docOf, updateDoc } from './documents';
import { server } from './server';

/**
 * The server keeps a session for each tab. A server that has been started anew does not know it: it is opened again,
 * and what had been SET is set again.
 */

/** By tab: how many statements were run again, and which of them failed; until the person has seen it. */
export interface Restored {
  again: number;
  failed: string[];
}
export const restored = makeStore<Record<string, Restored>>({});

const opening = new Map<string, Promise<string>>();

export async function openedTab(id: string): Promise<string> {
  const doc = docOf(id);
  if (!doc) throw new Error('The tab was closed.');
  return doc.tab === '' ? open(id) : doc.tab;
}

/** Calls it with the server's tab; with another one where the server has lost that. */
export async function withTab<T>(id: string, call: (tab: string) => Promise<T>): Promise<T> {
  const tab = await openedTab(id);
  try {
    return await call(tab);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    if (docOf(id)?.tab === tab) updateDoc(id, { tab: '' });
    return call(await openedTab(id));
  }
}

/** Ends when the server's tab is not being opened. */
export async function whenOpened(id: string): Promise<void> {
  await opening.get(id)?.catch(() => undefined);
}

/** Takes over what a statement may have set. */
export async function noteState(id: string): Promise<void> {
  const tab = docOf(id)?.tab;
  if (!tab) return;
  const state = await server.tab(tab).catch(() => null);
  if (state && docOf(id)?.tab === tab) updateDoc(id, { state: state.state, current: state.project });
}

export function forgetRestored(id: string): void {
  const { [id]: _, ...rest } = restored.get();
  restored.set(rest);
}

function open(id: string): Promise<string> {
  const before = opening.get(id);
  if (before) return before;
  const task = openNow(id).finally(() => opening.delete(id));
  opening.set(id, task);
  return task;
}

async function openNow(id: string): Promise<string> {
  const doc = docOf(id);
  const state = doc?.state ?? [];
  const had = (doc?.current ?? '') !== '';
  const opened = await server.openTab(doc?.project ?? '', state);
  updateDoc(id, { tab: opened.tab, current: opened.project, state: opened.state });
  const failed = opened.failed ?? [];
  if (had) restored.set({ ...restored.get(), [id]: { again: state.length - failed.length, failed } });
  return opened.tab;
}
