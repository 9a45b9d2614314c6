import type { EditorState, Extension } from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

export interface Cursor {
  line: number;
  column: number;
  selected: number;
}

// A key's own frame shows the letter alone; where the cursor stands is told after it.
const kAfterMs = 30;

export function cursorOf(state: EditorState): Cursor {
  const { head, from, to } = state.selection.main;
  const line = state.doc.lineAt(head);
  return { line: line.number, column: head - line.from + 1, selected: to - from };
}

/** Tells where the cursor is, a moment after it has moved. */
export function followCursor(tell: (cursor: Cursor) => void): Extension {
  return ViewPlugin.fromClass(
    class {
      private timer = 0;

      constructor(private readonly view: EditorView) {}
      update(update: ViewUpdate) {
        if (this.timer !== 0 || !(update.docChanged || update.selectionSet)) return;
        this.timer = window.setTimeout(() => {
          this.timer = 0;
          tell(cursorOf(this.view.state));
        }, kAfterMs);
      }
      destroy() {
        window.clearTimeout(this.timer);
      }
    },
  );
}
