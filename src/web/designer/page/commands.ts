// What buttons, menus and keys do with an open pipeline.

import { ApiError } from '../../app/api';
import { textNow } from '../../app/i18n';
import { toast } from '../../widgets/feedback/Toast';
import { client } from '../client';
import { nodeOf } from '../graph/document';
import type { Commands } from '../state/context';
import type { Editor } from '../state/editor';
import type { Runner } from '../state/runner';
import type { Saver } from '../state/saver';
import { texts } from '../texts';
import type { CheckAnswer, RunKind } from '../wire';
import { showRight } from './Sides';

interface Needs {
  editor: Editor;
  tools: () => { saver: Saver; runner: Runner } | null;
  connectFrom: (node: string) => void;
}

// The last copied nodes: pages may write to the clipboard, and often not read from it.
let copied = '';

async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

async function fromClipboard(): Promise<string> {
  try {
    return (await navigator.clipboard.readText()) || copied;
  } catch {
    return copied;
  }
}

/** A run that cannot start tells what is wrong with which node: the first such node is shown. */
function showErrors(editor: Editor, error: unknown): void {
  const body = error instanceof ApiError ? (error.body as Partial<CheckAnswer> | null) : null;
  const node = body?.errors?.find((problem) => problem.severity === 'error' && problem.node !== '')?.node;
  if (node !== undefined && nodeOf(editor.get().document, node)) editor.select([node]);
  toast.bad(error);
}

/** The first parameter's field. The panel is drawn with the next frames, and an editor of code is loaded first. */
function focusFirstField(frames: number): void {
  requestAnimationFrame(() => {
    const panel = document.querySelector('[data-panel] [role=tabpanel]');
    const first = panel?.querySelector<HTMLElement>('input, select, textarea, .cm-content');
    if (first && (frames === 0 || !(first instanceof HTMLTextAreaElement))) first.focus();
    else if (frames > 0) focusFirstField(frames - 1);
    else document.querySelector<HTMLElement>('[data-panel] input')?.focus();
  });
}

export function makeCommands({ editor, tools, connectFrom }: Needs): Commands {
  const run = async (kind: RunKind, node?: string) => {
    const t = textNow(texts);
    try {
      if (!(await tools()?.runner.start(kind, node))) toast.bad(t.run.notSaved);
    } catch (error) {
      showErrors(editor, error);
    }
  };
  const copy = () => {
    if (editor.get().selected.size === 0) return;
    copied = editor.copied();
    void toClipboard(copied);
  };
  return {
    run: (kind, node) => void run(kind, node),
    stop: () => void tools()?.runner.stop().catch(toast.bad),
    save: () =>
      void tools()
        ?.saver.flush()
        .then((saved) => saved && toast.good(textNow(texts).saving.saved)),
    copy,
    cut: () => {
      copy();
      editor.removeSelected();
    },
    paste: () =>
      void fromClipboard().then((text) => {
        if (!editor.paste(text) && !editor.paste(copied)) toast.bad(textNow(texts).nothingToPaste);
      }),
    copyStatement: (node) => {
      const { pipeline, document } = editor.get();
      client
        .statement({ ...pipeline, ...document }, node)
        .then(async ({ statement }) => {
          if (await toClipboard(statement)) toast.good(textNow(texts).statementCopied);
          else toast.good(statement);
        })
        .catch(toast.bad);
    },
    showOutputs: (node) => editor.set({ outputsOf: node }),
    connectFrom,
    openPanel: () => {
      showRight();
      focusFirstField(40);
    },
    say: (message, tone = 'info') => (tone === 'bad' ? toast.bad(message) : toast.good(message)),
  };
}
