import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { textNow } from '../../app/i18n';
import { type CompletionItem, server } from '../server';
import { withTab } from '../serverTab';
import { texts } from '../texts';

// What a name, a place in a path or a value goes on with.
const begun = /[\w$@.{/:"'`=\-\p{L}]$/u;
const kMostBoost = 99;
// Of a long text what is near the cursor is sent, from the begin of a statement on.
const kBefore = 8000;
const kAfter = 4000;

/** Asks the server what may come next at the cursor of the tab; `signature` gets that of the function around it. */
export function completionSource(id: string, signature: (text: string, asked: CompletionContext) => void) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const before = context.state.sliceDoc(Math.max(0, context.pos - 2), context.pos);
    if (!context.explicit && !begun.test(before)) return null;
    const asking = new AbortController();
    context.addEventListener('abort', () => asking.abort(), { onDocChange: true });
    const { doc } = context.state;
    const from = doc.lineAt(Math.max(0, context.pos - kBefore)).from;
    const near = doc.sliceString(from, Math.min(doc.length, context.pos + kAfter));
    const begin = from === 0 ? 0 : statementIn(near, context.pos - from);
    const text = near.slice(begin);
    const base = from + begin;
    try {
      const found = await withTab(id, (tab) => server.complete(tab, text, context.pos - base, asking.signal));
      signature(found.signature, context);
      if (found.items.length === 0) return null;
      return {
        from: base + found.begin,
        options: found.items.map(optionOf),
        validFor: found.whole ? /^[\w$]*$/ : undefined,
      };
    } catch {
      return null; // Who types is not disturbed.
    }
  };
}

/** Where a statement begins in the text, before the cursor; 0 where no line ends one. */
function statementIn(text: string, cursor: number): number {
  const end = /;[ \t]*\n/g.exec(text);
  return end && end.index + end[0].length <= cursor ? end.index + end[0].length : 0;
}

function optionOf(item: CompletionItem, index: number): Completion {
  const kinds: Record<string, string> = textNow(texts).kinds;
  return {
    label: item.text,
    detail: item.detail === '' ? kinds[item.kind] : item.detail,
    boost: kMostBoost - Math.min(index, 2 * kMostBoost),
  };
}
