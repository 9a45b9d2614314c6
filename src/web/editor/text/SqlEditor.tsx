import { autocompletion, closeBrackets } from '@codemirror/autocomplete';
import { history, indentWithTab, toggleComment } from '@codemirror/commands';
import { bracketMatching, codeFolding, foldGutter, indentOnInput } from '@codemirror/language';
import { forEachDiagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search } from '@codemirror/search';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  crosshairCursor,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
  rectangularSelection,
} from '@codemirror/view';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { useText } from '../../app/i18n';
import { selections } from '../../widgets/code/selections';
import { editorKeys, look } from '../../widgets/code/setup';
import { docOf, flush, foreign, typed } from '../documents';
import { server, type TextCheck } from '../server';
import { texts } from '../texts';
import { checkAgain, checking } from './checking';
import { codeTheme } from './codeTheme';
import { completionSource } from './completion';
import { type Cursor, cursorOf, followCursor } from './cursor';
import { dialectOf } from './dialect';
import styles from './SqlEditor.module.css';
import { signatureHint } from './signature';

/** What the page asks of the editor. */
export interface SqlEditorHandle {
  text(): string;
  selection(): { from: number; to: number; head: number };
  insert(text: string): void;
  /** Selects the range and brings it into view; false where it holds another text by now. */
  show(from: number, to: number, expected?: string): boolean;
  focus(): void;
  nextProblem(): void;
  checkAgain(): void;
}
export interface SqlEditorProps {
  id: string;
  onCheck: (check: TextCheck | null) => void;
  onCursor: (cursor: Cursor) => void;
  onSignature: (text: string) => void;
  ref?: Ref<SqlEditorHandle>;
}

// The state of the editor of each tab, with what can be undone, as long as the page lives.
const kept = new Map<string, { state: EditorState; top: number }>();
export function forgetEditor(id: string): void {
  kept.delete(id);
}

const fromStore = Annotation.define<boolean>();
const language = new Compartment();
const watchers = new Compartment();
const labels = new Compartment();

const fixed: Extension = [
  lineNumbers(),
  highlightActiveLineGutter(),
  codeFolding(),
  foldGutter(),
  history(),
  dropCursor(),
  selections,
  EditorState.tabSize.of(2),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  rectangularSelection(),
  crosshairCursor(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  search({ top: true }),
  look,
  codeTheme,
  keymap.of([{ key: 'Mod-/', run: toggleComment }, ...editorKeys, indentWithTab]),
];

export function SqlEditor({ id, onCheck, onCursor, onSignature, ref }: SqlEditorProps) {
  const t = useText(texts);
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const calls = useRef({ onCheck, onCursor, onSignature });
  calls.current = { onCheck, onCursor, onSignature };
  const words = useQuery({
    queryKey: ['editor', 'words'],
    queryFn: ({ signal }) => server.words(signal),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const latest = useRef(words);
  latest.current = words;

  // biome-ignore lint/correctness/useExhaustiveDependencies: words and labels have effects of their own
  useEffect(() => {
    const parent = box.current;
    if (!parent) return;
    const watching = watchersOf(id, {
      onCheck: (check) => calls.current.onCheck(check),
      onCursor: (cursor) => calls.current.onCursor(cursor),
      onSignature: (text) => calls.current.onSignature(text),
    });
    const before = kept.get(id);
    const state = before?.state ?? freshState(docOf(id)?.text ?? '');
    const made = new EditorView({ parent, state });
    made.dispatch({
      effects: [
        watchers.reconfigure(watching),
        language.reconfigure(dialectOf(latest.current)),
        labels.reconfigure(labelsOf(t.code, t.placeholder)),
      ],
    });
    takeOver(made, docOf(id)?.text ?? '');
    made.scrollDOM.scrollTop = before?.top ?? 0;
    calls.current.onCursor(cursorOf(made.state));
    view.current = made;
    made.focus();
    const unsubscribe = foreign.subscribe(() => {
      const other = foreign.get();
      if (other?.id === id) takeOver(made, other.text);
    });
    return () => {
      unsubscribe();
      flush(id);
      kept.set(id, { state: made.state, top: made.scrollDOM.scrollTop });
      made.destroy();
      view.current = null;
    };
  }, [id]);
  useEffect(() => {
    view.current?.dispatch({ effects: language.reconfigure(dialectOf(words)) });
  }, [words]);
  useEffect(() => {
    view.current?.dispatch({ effects: labels.reconfigure(labelsOf(t.code, t.placeholder)) });
  }, [t]);

  useImperativeHandle(ref, () => handleOf(view));
  return <div ref={box} className={styles.editor} />;
}

function freshState(text: string): EditorState {
  return EditorState.create({ doc: text, extensions: [fixed, language.of([]), labels.of([]), watchers.of([])] });
}

function labelsOf(name: string, hint: string): Extension {
  return [EditorView.contentAttributes.of({ 'aria-label': name }), placeholder(hint)];
}

function watchersOf(id: string, calls: Pick<SqlEditorProps, 'onCheck' | 'onCursor' | 'onSignature'>): Extension {
  const hint = signatureHint(calls.onSignature);
  return [
    autocompletion({ override: [completionSource(id, hint.show)], maxRenderedOptions: 100, icons: false }),
    EditorView.updateListener.of(hint.follow),
    checking(id, calls.onCheck),
    followCursor(calls.onCursor),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && !update.transactions.some((one) => one.annotation(fromStore))) {
        typed(id, () => update.view.state.doc.toString());
      }
    }),
  ];
}

function takeOver(view: EditorView, text: string): void {
  if (view.state.doc.toString() === text) return;
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    annotations: fromStore.of(true),
  });
}

function handleOf(view: { current: EditorView | null }): SqlEditorHandle {
  return {
    text: () => view.current?.state.doc.toString() ?? '',
    selection: () => view.current?.state.selection.main ?? { from: 0, to: 0, head: 0 },
    insert(text) {
      const now = view.current;
      if (!now) return;
      now.dispatch(now.state.replaceSelection(text), { scrollIntoView: true });
      now.focus();
    },
    show(from, to, expected) {
      const now = view.current;
      if (!now || to > now.state.doc.length) return false;
      if (expected !== undefined && now.state.sliceDoc(from, to) !== expected) return false;
      now.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      now.focus();
      return true;
    },
    focus: () => view.current?.focus(),
    checkAgain: () => view.current?.dispatch({ effects: checkAgain.of(null) }),
    nextProblem() {
      const now = view.current;
      if (!now) return;
      const places: { from: number; to: number }[] = [];
      forEachDiagnostic(now.state, ({ severity }, from, to) => {
        if (severity !== 'info') places.push({ from, to });
      });
      const head = now.state.selection.main.from;
      const next = places.find((place) => place.from > head) ?? places[0];
      if (next) this.show(next.from, next.to);
    },
  };
}
