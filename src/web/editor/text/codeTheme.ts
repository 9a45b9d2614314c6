import { EditorView } from '@codemirror/view';

/** What the SQL page shows beyond the look of all code: PAI statements, variables, findings and completions. */
export const codeTheme = EditorView.theme({
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '36px', padding: '0 4px 0 12px' },
  '.cm-foldGutter .cm-gutterElement': { padding: '0 4px', color: 'var(--muted)' },
  '.cm-pai-option, .cm-pai-option *': { color: 'var(--code-type)' },
  '.cm-pai-algorithm, .cm-pai-algorithm *': { color: 'var(--code-function)', fontWeight: '600' },
  '.cm-variable, .cm-variable *': {
    color: 'var(--warn)',
    backgroundColor: 'var(--warn-soft)',
    borderRadius: 'var(--radius-s)',
  },
  '.cm-placeholder': { color: 'var(--muted)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mono)',
    fontSize: 'var(--text-s)',
    minWidth: '280px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    padding: '2px 8px',
    lineHeight: '20px',
  },
  '.cm-completionLabel': { flex: 'none' },
  '.cm-completionDetail': {
    marginLeft: 'auto',
    paddingLeft: '16px',
    fontStyle: 'normal',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    maxWidth: '360px',
  },
  '.cm-diagnostic': { padding: '8px 12px', border: 'none', maxWidth: '560px', fontFamily: 'var(--font)' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--bad)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--warn)' },
  '.cm-diagnostic-info': { borderLeft: '3px solid var(--info)' },
  '.cm-finding-code': { font: '600 var(--text-xs)/16px var(--mono)', color: 'var(--muted)' },
  '.cm-finding-message': { whiteSpace: 'pre-wrap' },
  '.cm-finding-cure': { color: 'var(--muted)', marginTop: '4px', whiteSpace: 'pre-wrap' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warn) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-info': {
    backgroundImage: 'none',
    textDecoration: 'underline dotted var(--info) 1px',
    textUnderlineOffset: '3px',
  },
});
