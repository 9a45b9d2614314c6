// What the parts of one open pipeline share.

import { createContext, useContext } from 'react';

import type { Catalog } from '../graph/catalog';
import type { Problem, RunKind } from '../wire';
import type { Editor, EditorState } from './editor';
import { useStore } from './store';

/** What buttons, menus and keys do; each tells the reader when it could not. */
export interface Commands {
  run: (kind: RunKind, node?: string) => void;
  stop: () => void;
  save: () => void;
  copy: () => void;
  cut: () => void;
  paste: () => void;
  copyStatement: (node: string) => void;
  showOutputs: (node: string | null) => void;
  connectFrom: (node: string) => void;
  openPanel: () => void;
  say: (message: string, tone?: 'info' | 'bad') => void;
}

export interface Open {
  editor: Editor;
  catalog: Catalog;
  commands: Commands;
}

export const OpenPipeline = createContext<Open | null>(null);

export function useOpen(): Open {
  const open = useContext(OpenPipeline);
  if (!open) throw new Error('useOpen stands outside of an open pipeline');
  return open;
}

export function useEditor<Piece>(piece: (state: EditorState) => Piece): Piece {
  return useStore(useOpen().editor, piece);
}

const none: Problem[] = [];

/** What is wrong with the node, as far as it is shown: a node that was only just added is not told what it lacks. */
export function useProblems(id: string): Problem[] {
  return useEditor((state) => (state.fresh.has(id) ? none : (state.problems.get(id) ?? none)));
}
