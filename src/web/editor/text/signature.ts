import type { CompletionContext } from '@codemirror/autocomplete';
import type { EditorState } from '@codemirror/state';
import type { ViewUpdate } from '@codemirror/view';

// Of a long text what is before the cursor is looked at.
const kBefore = 8000;

/** The place of the bracket that is open at the cursor, of those in its statement; -1 for none. */
export function openBracket(state: EditorState): number {
  const { head } = state.selection.main;
  const from = state.doc.lineAt(Math.max(0, head - kBefore)).from;
  const open: number[] = [];
  for (const { 0: part, index } of state
    .sliceDoc(from, head)
    .matchAll(/'(?:\\.|[^'\\])*'?|"(?:\\.|[^"\\])*"?|--[^\n]*|\/\*.*?(?:\*\/|$)|[();]/gs)) {
    if (part === '(') open.push(from + index);
    else if (part === ')') open.pop();
    else if (part === ';') open.length = 0;
  }
  return open.at(-1) ?? -1;
}

/** Shows the signature of a function as long as the cursor stands in its brackets. */
export function signatureHint(show: (text: string) => void) {
  let bracket = -1;
  return {
    /** That of the function around the cursor, as it was when the server was asked; it may have moved since. */
    show(text: string, asked: CompletionContext) {
      const place = openBracket(asked.state);
      bracket = text !== '' && openBracket(asked.view?.state ?? asked.state) === place ? place : -1;
      show(bracket < 0 ? '' : text);
    },
    follow(update: ViewUpdate) {
      if (bracket < 0 || !(update.docChanged || update.selectionSet)) return;
      bracket = update.changes.mapPos(bracket);
      if (openBracket(update.state) === bracket) return;
      bracket = -1;
      show('');
    },
  };
}
