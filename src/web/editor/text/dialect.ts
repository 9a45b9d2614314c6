import { SQLDialect } from '@codemirror/lang-sql';
import { LanguageSupport, syntaxTree } from '@codemirror/language';
import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { highlighting } from '../../widgets/code/setup';
import type { Words } from '../server';

/** Colours MaxCompute SQL: its words are those that the server's grammar and its table of functions have. */
export function dialectOf(words: Words | undefined): Extension {
  const lower = (names: string[] = []) => names.join(' ').toLowerCase();
  const types = new Set((words?.types ?? []).map((name) => name.toLowerCase()));
  const functions = (words?.functions ?? []).map((name) => name.toLowerCase());
  const keywords = (words?.keywords ?? []).map((word) => word.toLowerCase()).filter((word) => !types.has(word));
  const reserved = new Set(keywords);
  const dialect = SQLDialect.define({
    keywords: keywords.join(' '),
    types: lower(words?.types),
    builtin: functions.filter((name) => !reserved.has(name) && !types.has(name)).join(' '),
    identifierQuotes: '`',
    doubleQuotedStrings: true,
    backslashEscapes: true,
    charSetCasts: false,
    specialVar: '@',
    operatorChars: '*+-%<>!=&|~^/',
    caseInsensitiveIdentifiers: true,
  });
  return [new LanguageSupport(dialect.language), highlighting, marks];
}

const option = Decoration.mark({ class: 'cm-pai-option' });
const algorithm = Decoration.mark({ class: 'cm-pai-algorithm' });
const variable = Decoration.mark({ class: 'cm-variable' });

// -Dscript= and its like, the value of -name, and ${variables}.
const pieces = /\$\{[^}\n]*\}|(?<=\s)-(?:D[\w.-]+|name|project|cost|jobname|lineage|alink_version)\b=?/gi;
const named = /^-name=?$/i;
const word = /^\s*["']?([\w.-]+)/;

/** What a PAI statement has beyond SQL, and variables anywhere. */
const marks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = marksIn(view);
    }
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged || syntaxTree(update.state) !== syntaxTree(update.startState)) {
        this.decorations = marksIn(update.view);
      }
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function marksIn(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    const text = view.state.sliceDoc(from, to);
    for (const found of text.matchAll(pieces)) {
      const begin = from + found.index;
      const end = begin + found[0].length;
      if (found[0].startsWith('$')) {
        builder.add(begin, end, variable);
      } else if (isOfPai(view, begin)) {
        builder.add(begin, end, option);
        if (!named.test(found[0])) continue;
        const value = word.exec(view.state.sliceDoc(end, Math.min(end + 200, view.state.doc.length)));
        if (value) builder.add(end + value[0].length - value[1]!.length, end + value[0].length, algorithm);
      }
    }
  }
  return builder.finish();
}

function isOfPai(view: EditorView, place: number): boolean {
  let node = syntaxTree(view.state).resolveInner(place, 1);
  if (node.name === 'LineComment' || node.name === 'BlockComment' || node.name === 'String') return false;
  while (node.parent && node.name !== 'Statement') node = node.parent;
  return /^pai\s/i.test(view.state.sliceDoc(node.from, node.from + 4));
}
