import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { lazy, Suspense } from 'react';
import { useText } from '../../app/i18n';
import { loadPatiently } from '../../app/lazyPage';
import { Spinner } from '../feedback/Spinner';
import { texts } from '../texts';

export interface CodeEditorProps {
  /** The name of the field. */
  label: string;
  value: string;
  onChange?: (value: string) => void;
  language?: 'sql' | 'python' | 'json' | 'yaml' | 'text';
  readOnly?: boolean;
  /** Ctrl+Enter; the selected text, or the whole. */
  onRun?: (text: string) => void;
  /** Ctrl+S. */
  onSave?: () => void;
  /** More of CodeMirror: completion, marks of errors. Another array takes the place of the last one. */
  extensions?: Extension[];
  /** The view, for what props cannot say; null when it is gone. */
  onView?: (view: EditorView | null) => void;
  /** Line numbers, folding and the like are left out: for a field of a form. */
  plain?: boolean;
  placeholder?: string;
  /** Pixels; else it fills its space. */
  height?: number;
  error?: boolean;
}

const CodeView = lazy(() => loadPatiently(() => import('./CodeView')));

/** A field for code. What changes `value` from outside keeps the cursor; undo goes back over it. */
export function CodeEditor(props: CodeEditorProps) {
  const t = useText(texts);
  return (
    <Suspense fallback={<Spinner label={t.loading} block />}>
      <CodeView {...props} />
    </Suspense>
  );
}
