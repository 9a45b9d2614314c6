import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { meQuery } from '../app/me';
import { project, projectChosen } from '../app/session';
import { toast } from '../widgets/feedback/Toast';
import { type Doc, docOf, docs, updateDoc } from './documents';
import { whenIdle } from './runs';
import { server } from './server';
import { noteState, whenOpened, withTab } from './serverTab';

/**
 * The project that all pages show and that of the tab in front are one: the tab follows the choice by USE, and the
 * choice follows the tab when another one comes to the front or a statement of it was USE.
 */

const kWaitMs = 1000;
const usesProject = /^\s*use\b/i;

/** The project that the editor has seen chosen last; a choice on another page is followed as well. */
let seen: string | null = null;
let following: Promise<void> = Promise.resolve();

/** Ends when the tab is where the person has sent it, so that a statement after it runs there. */
export const followed = (): Promise<void> => following;

/** Keeps the two the same as long as the tab is in front. */
export function useTabProject(id: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (isToFollow(docOf(id))) follow(id);
    else show(id, queries);
    seen = project.get();
    let current = docOf(id)?.current;
    const unsubscribe = [
      project.subscribe(() => {
        seen = project.get();
        follow(id);
      }),
      docs.subscribe(() => {
        const now = docOf(id)?.current;
        if (now === current) return;
        current = now;
        if (now) show(id, queries);
      }),
    ];
    return () => {
      for (const end of unsubscribe) end();
    };
  }, [id, queries]);
}

/** The project of a tab without its schema, '' while it is the server's default. */
function projectOf(doc: Doc | undefined): string {
  return (doc?.current || doc?.project || '').split('.')[0] ?? '';
}

/** A tab that comes to the front keeps its project, unless another one was chosen meanwhile. */
function isToFollow(doc: Doc | undefined): boolean {
  const chosen = project.get();
  if (seen !== null) return chosen !== seen;
  if (projectChosen.get()) return true;
  const hasUsed = doc?.state.some((statement) => usesProject.test(statement)) ?? false;
  return chosen !== '' && !hasUsed;
}

function show(id: string, queries: QueryClient): void {
  const own = projectOf(docOf(id));
  const chosen = project.get() || queries.getQueryData(meQuery.queryKey)?.project;
  if (own === '' || own === chosen) return;
  project.set(own);
  void queries.invalidateQueries();
}

function follow(id: string): void {
  following = following
    .then(() => followNow(id))
    .catch((error) => {
      toast.bad(error);
      const own = projectOf(docOf(id));
      if (own !== '') project.set(own);
    });
}

async function followNow(id: string): Promise<void> {
  await whenOpened(id);
  await whenIdle(id);
  const doc = docOf(id);
  const chosen = project.get();
  if (!doc || chosen === '' || projectOf(doc) === chosen) return;
  if (doc.state.length === 0 && doc.runs.length === 0) {
    // Nothing was set in it: another one is opened when something is asked of it.
    updateDoc(id, { project: chosen, tab: '', current: '' });
    if (doc.tab !== '') await server.closeTab(doc.tab).catch(() => undefined);
    return;
  }
  await withTab(id, async (tab) => {
    let run = await server.run(tab, `USE ${chosen}`, {});
    while (run.ended_ms === 0) run = await server.instance(run.id, kWaitMs);
    if (run.error) throw new Error(`${run.error.code} ${run.error.message}`);
  });
  await noteState(id);
}
