// Asks the server what it thinks of the document, some time after each change of its work.

import { client } from '../client';
import type { PipelineDocument, Problem } from '../wire';
import type { Editor } from './editor';
import { sameWork } from './same_work';

const quietMs = 350;
const retryMs = 3000;

function byNode(problems: Problem[]): Map<string, Problem[]> {
  const sorted = new Map<string, Problem[]>();
  for (const problem of problems) {
    const list = sorted.get(problem.node);
    if (list) list.push(problem);
    else sorted.set(problem.node, [problem]);
  }
  return sorted;
}

/** Keeps the lists of nodes whose problems are the same, so that their cards are not drawn anew. */
function merged(before: ReadonlyMap<string, Problem[]>, after: Map<string, Problem[]>): Map<string, Problem[]> {
  for (const [node, problems] of after) {
    const old = before.get(node);
    if (old && JSON.stringify(old) === JSON.stringify(problems)) after.set(node, old);
  }
  return after;
}

/** Watches the editor until the returned function is called. */
export function watchChecks(editor: Editor): () => void {
  let timer: number | undefined;
  let checked: PipelineDocument | null = null;
  let asked = 0;

  const ask = async () => {
    const { pipeline, document } = editor.get();
    const number = ++asked;
    checked = document;
    try {
      const checks = await client.check({ ...pipeline, ...document });
      if (number !== asked) return;
      editor.set({ checks, problems: merged(editor.get().problems, byNode(checks.errors)) });
    } catch {
      if (number === asked) timer = window.setTimeout(() => void ask(), retryMs);
    }
  };
  const changed = () => {
    const { document } = editor.get();
    if (checked !== null && sameWork(checked, document)) return;
    checked = document;
    asked += 1;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void ask(), quietMs);
  };

  void ask();
  const unwatch = editor.watch(changed);
  return () => {
    unwatch();
    window.clearTimeout(timer);
    asked += 1;
  };
}
