// What has been changed and not been saved yet, kept in the browser: it survives a server that is gone, a closed tab and
// a browser that ends. A draft knows the version that it was made from.

import type { PipelineDocument } from '../wire';

export interface Draft {
  version: string;
  document: PipelineDocument;
}

function keyOf(project: string, id: string): string {
  return `paisql designer draft ${project}/${id}`;
}

export function keepDraft(project: string, id: string, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(project, id), JSON.stringify(draft));
  } catch {
    // A browser without room or without storage: the open page still has everything.
  }
}

export function dropDraft(project: string, id: string): void {
  try {
    localStorage.removeItem(keyOf(project, id));
  } catch {
    // As above.
  }
}

export function draftOf(project: string, id: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(project, id)) ?? 'null') as Draft | null;
    const whole = Array.isArray(draft?.document?.nodes) && Array.isArray(draft.document.edges);
    return draft !== null && whole && typeof draft.version === 'string' ? draft : null;
  } catch {
    return null;
  }
}
