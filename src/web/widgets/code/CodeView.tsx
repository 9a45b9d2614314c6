import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import { loadPatiently } from '../../app/lazyPage';
import { classes } from '../classes';
import type { CodeEditorProps } from './CodeEditor';
import styles from './CodeView.module.css';
import { basics } from './setup';

const languages: Record<NonNullable<CodeEditorProps['language']>, () => Promise<Extension>> = {
  sql: async () => (await import('@codemirror/lang-sql')).sql(),
  python: async () => (await import('@codemirror/lang-python')).python(),
  json: async () => (await import('@codemirror/lang-json')).json(),
  yaml: async () => (await import('@codemirror/lang-yaml')).yaml(),
  text: async () => [],
};

export default function CodeView(props: CodeEditorProps) {
  const { label, value, language = 'text', readOnly = false, extensions, plain = false, height, error } = props;
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [parts] = useState(() => ({
    language: new Compartment(),
    more: new Compartment(),
    reading: new Compartment(),
  }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is made once; what changes is told to it below
  useEffect(() => {
    if (!box.current) return;
    const made = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          keymap.of([
            { key: 'Mod-Enter', run: run(latest) },
            { key: 'Mod-s', run: save(latest) },
          ]),
          parts.more.of(extensions ?? []),
          parts.language.of([]),
          parts.reading.of(reading(readOnly)),
          basics(plain),
          EditorView.contentAttributes.of({ 'aria-label': label }),
          props.placeholder ? placeholder(props.placeholder) : [],
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange?.(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    latest.current.onView?.(made);
    return () => {
      latest.current.onView?.(null);
      made.destroy();
      view.current = null;
    };
  }, []);
  useEffect(() => {
    const now = view.current;
    if (!now || now.state.doc.toString() === value) return;
    now.dispatch({ changes: changeTo(now.state.doc.toString(), value) });
  }, [value]);
  useEffect(() => view.current?.dispatch({ effects: parts.more.reconfigure(extensions ?? []) }), [extensions, parts]);
  useEffect(() => {
    let wanted = true;
    loadPatiently(languages[language]).then(
      (loaded) => {
        if (wanted) view.current?.dispatch({ effects: parts.language.reconfigure(loaded) });
      },
      () => undefined, // a newer program without the file: the text stays plain
    );
    return () => {
      wanted = false;
    };
  }, [language, parts]);
  useEffect(() => view.current?.dispatch({ effects: parts.reading.reconfigure(reading(readOnly)) }), [readOnly, parts]);
  return (
    <div
      ref={box}
      className={classes(styles.code, plain && styles.plain, error && styles.error)}
      style={height ? { height, flex: 'none' } : undefined}
    />
  );
}

const reading = (readOnly: boolean): Extension => [EditorState.readOnly.of(readOnly)];

const run = (latest: { current: CodeEditorProps }) => (view: EditorView) => {
  if (!latest.current.onRun) return false;
  const { from, to, empty } = view.state.selection.main;
  latest.current.onRun(empty ? view.state.doc.toString() : view.state.sliceDoc(from, to));
  return true;
};
const save = (latest: { current: CodeEditorProps }) => () => {
  if (!latest.current.onSave) return false;
  latest.current.onSave();
  return true;
};

/** The smallest change that makes one text of the other, so that cursors stay where they are. */
function changeTo(before: string, after: string): { from: number; to: number; insert: string } {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - from;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}
