import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { type CompletionItem, server } from './server';
import { withTab } from './serverTab';

// CodeMirror's pictures, by what a completion is.
const pictures: Record<string, string> = {
  keyword: 'keyword',
  project: 'namespace',
  table: 'class',
  view: 'interface',
  relation: 'variable',
  column: 'property',
  function: 'function',
  type: 'type',
  setting: 'constant',
  value: 'text',
  partition: 'enum',
  algorithm: 'function',
  parameter: 'property',
};
// What a name, a place in a path or a value goes on with.
const begun = /[\w$@.{/:"'`=\-\p{L}]$/u;
const kMostBoost = 99;

/** Asks the server what may come next at the cursor of the tab; `signature` gets that of the function around it. */
export function completionSource(id: string, signature: (text: string) => void) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const before = context.state.sliceDoc(Math.max(0, context.pos - 2), context.pos);
    if (!context.explicit && !begun.test(before)) return null;
    const asking = new AbortController();
    context.addEventListener('abort', () => asking.abort(), { onDocChange: true });
    const text = context.state.doc.toString();
    try {
      const found = await withTab(id, (tab) => server.complete(tab, text, context.pos, asking.signal));
      signature(found.signature);
      if (found.items.length === 0) return null;
      return {
        from: found.begin,
        options: found.items.map(optionOf),
        validFor: found.whole ? /^[\w$]*$/ : undefined,
      };
    } catch {
      return null; // Who types is not disturbed.
    }
  };
}

function optionOf(item: CompletionItem, index: number): Completion {
  return {
    label: item.text,
    detail: item.detail,
    type: pictures[item.kind] ?? 'text',
    boost: kMostBoost - Math.min(index, 2 * kMostBoost),
  };
}
