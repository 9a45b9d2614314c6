import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { type Extension, StateEffect } from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { textNow } from '../../app/i18n';
import { type Finding, server, type TextCheck } from '../server';
import { withTab } from '../serverTab';
import { texts } from '../texts';

const kQuietMs = 400;

/** The text means something else by now: a statement has made a table, or set something. */
export const checkAgain = StateEffect.define<null>();

/**
 * Has the server check the text a moment after the last key, and underlines what is wrong. An answer to a text that
 * is not there any more is dropped.
 */
export function checking(id: string, found: (check: TextCheck | null) => void): Extension {
  return ViewPlugin.fromClass(
    class {
      private timer = 0;
      private asking: AbortController | null = null;

      constructor(private readonly view: EditorView) {
        this.wait(0);
      }
      update(update: ViewUpdate) {
        if (update.docChanged) this.wait(kQuietMs);
        else if (update.transactions.some((one) => one.effects.some((effect) => effect.is(checkAgain)))) this.wait(0);
      }
      destroy() {
        window.clearTimeout(this.timer);
        this.asking?.abort();
      }

      private wait(ms: number) {
        window.clearTimeout(this.timer);
        this.asking?.abort();
        this.timer = window.setTimeout(() => void this.check(), ms);
      }
      private async check() {
        const text = this.view.state.doc;
        const asking = new AbortController();
        this.asking = asking;
        try {
          const check =
            text.length === 0 ? null : await withTab(id, (tab) => server.check(tab, text.toString(), asking.signal));
          if (asking.signal.aborted || this.view.state.doc !== text) return;
          found(check);
          this.view.dispatch(
            setDiagnostics(
              this.view.state,
              (check?.findings ?? []).map((one) => diagnosticOf(one, text.length)),
            ),
          );
        } catch {
          if (!asking.signal.aborted) found(null); // The server is away: the next key asks again.
        }
      }
    },
  );
}

function diagnosticOf(told: Finding, length: number): Diagnostic {
  const t = textNow(texts);
  const finding = told.variable === '' ? told : { ...told, message: t.noValue(told.variable), cure: t.noValueCure };
  const from = Math.min(finding.begin, length);
  return {
    from,
    to: Math.min(Math.max(finding.end, from), length),
    severity: finding.severity,
    message: [finding.code, finding.message, finding.cure].filter(Boolean).join('\n'),
    renderMessage: () => messageOf(finding),
  };
}

function messageOf(finding: Finding): HTMLElement {
  const box = document.createElement('div');
  const add = (text: string, name: string) => {
    if (text === '') return;
    const line = document.createElement('div');
    line.className = name;
    line.textContent = text;
    box.append(line);
  };
  add([finding.code, finding.name].filter(Boolean).join('  '), 'cm-finding-code');
  add(finding.message, 'cm-finding-message');
  add(finding.cure, 'cm-finding-cure');
  return box;
}
