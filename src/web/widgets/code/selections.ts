import { EditorState, type Extension } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from '@codemirror/view';

class CaretWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }
  toDOM(): HTMLElement {
    const caret = document.createElement('span');
    caret.className = 'cm-more-caret';
    return caret;
  }
}
const selected = Decoration.mark({ class: 'cm-more-selected' });
const caret = Decoration.widget({ widget: new CaretWidget() });

/**
 * Several selections at once. The browser draws the main one, which costs a key less than drawing it by layers; the
 * others are marks in the text.
 */
export const selections: Extension = [
  EditorState.allowMultipleSelections.of(true),
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = othersOf(view.state);
      }
      update(update: ViewUpdate) {
        if (update.docChanged || update.selectionSet) this.decorations = othersOf(update.state);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  ),
  EditorView.theme({
    '.cm-line::selection, .cm-line ::selection, .cm-more-selected': {
      background: 'color-mix(in srgb, var(--accent) 26%, transparent)',
    },
    '.cm-more-caret': {
      borderLeft: '2px solid var(--text)',
      marginLeft: '-1px',
      marginRight: '-1px',
      pointerEvents: 'none',
    },
  }),
];

function othersOf({ selection }: EditorState): DecorationSet {
  if (selection.ranges.length === 1) return Decoration.none;
  const others = selection.ranges.filter((range) => range !== selection.main);
  return Decoration.set(others.map((one) => (one.empty ? caret.range(one.from) : selected.range(one.from, one.to))));
}
