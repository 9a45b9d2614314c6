// What has been changed and not been saved yet, kept in the browser for the user: it survives a server that is gone, a
// closed tab and a browser that ends. A draft knows the version that it was made from.

import { keptKey } from '../../app/session';
import type { PipelineDocument } from '../wire';

export interface Draft {
  version: string;
  document: PipelineDocument;
}

function keyOf(project: string, id: string): string {
  return keptKey(`designer.draft.${project}/${id}`);
}

/** The text that was written, for `dropDraft`; null in a browser without room or storage. */
export function keepDraft(project: string, id: string, draft: Draft): string | null {
  const text = JSON.stringify(draft);
  try {
    localStorage.setItem(keyOf(project, id), text);
    return text;
  } catch {
    // The open page still has everything.
    return null;
  }
}

/** Removes the draft if it is still this text: another window may have kept its own by now. */
export function dropDraft(project: string, id: string, text: string | null): void {
  try {
    if (text !== null && localStorage.getItem(keyOf(project, id)) === text) localStorage.removeItem(keyOf(project, id));
  } catch {
    // As above.
  }
}

/** The draft that is kept, and its text. */
export function draftOf(project: string, id: string): { draft: Draft; text: string } | null {
  try {
    const text = localStorage.getItem(keyOf(project, id)) ?? 'null';
    const draft = JSON.parse(text) as Draft | null;
    const whole = Array.isArray(draft?.document?.nodes) && Array.isArray(draft.document.edges);
    return draft !== null && whole && typeof draft.version === 'string' ? { draft, text } : null;
  } catch {
    return null;
  }
}
