// Undo and redo: old and later values of the document. Changes with the same key that follow each other (letters typed
// into one field, steps of one arrow key) become one step.

import type { PipelineDocument } from '../wire';

const mostSteps = 200;

export interface History {
  past: PipelineDocument[];
  future: PipelineDocument[];
  lastKey: string | null;
}

export const emptyHistory: History = { past: [], future: [], lastKey: null };

export function remember(history: History, before: PipelineDocument, key: string | null): History {
  if (key !== null && key === history.lastKey) return { ...history, future: [] };
  return { past: [...history.past.slice(-(mostSteps - 1)), before], future: [], lastKey: key };
}

export function undo(history: History, now: PipelineDocument): { history: History; document: PipelineDocument } | null {
  const document = history.past.at(-1);
  if (!document) return null;
  return {
    document,
    history: { past: history.past.slice(0, -1), future: [now, ...history.future], lastKey: null },
  };
}

export function redo(history: History, now: PipelineDocument): { history: History; document: PipelineDocument } | null {
  const document = history.future[0];
  if (!document) return null;
  return {
    document,
    history: { past: [...history.past, now], future: history.future.slice(1), lastKey: null },
  };
}
