import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { formatNumber } from '../app/format';
import { useText } from '../app/i18n';
import { useProject } from '../app/me';
import { useShortcuts } from '../app/shortcuts';
import { makeStore } from '../app/store';
import { toast } from '../widgets/feedback/Toast';
import { SplitPane } from '../widgets/layout/SplitPane';
import { TabPanel } from '../widgets/layout/Tabs';
import { DocTabs } from './DocTabs';
import { active, addDoc, docs, listenToOtherWindows } from './documents';
import styles from './EditorPage.module.css';
import { EditorStatus } from './EditorStatus';
import { EditorTools, type Panel } from './EditorTools';
import { HistoryPanel } from './panels/HistoryPanel';
import { VariablesDialog } from './panels/VariablesDialog';
import { VariablesPanel } from './panels/VariablesPanel';
import { rememberValues } from './panels/variables';
import { RestoredNotice } from './RestoredNotice';
import { Results } from './results/Results';
import { type Asked, findStatements, type What } from './running';
import { findKeptRuns, runAll, stop, useRuns } from './runs';
import type { TextCheck } from './server';
import { followed, useTabProject } from './tabProject';
import type { Cursor } from './text/cursor';
import { SqlEditor, type SqlEditorHandle } from './text/SqlEditor';
import { texts } from './texts';

/** SQL: texts in tabs, what is wrong with them, what has come of them, and what has run before. */
export default function EditorPage() {
  const t = useText(texts);
  const project = useProject();
  const all = docs.use();
  const chosen = active.use();
  const doc = all.find((one) => one.id === chosen) ?? all[0];
  useEffect(listenToOtherWindows, []);
  useEffect(() => {
    if (docs.get().length === 0) addDoc(t.tabName('1'), project);
  }, [t, project]);
  if (!doc) return null;
  return <Tab key={doc.id} id={doc.id} />;
}

const Tab = memo(function Tab({ id }: { id: string }) {
  const t = useText(texts);
  const editor = useRef<SqlEditorHandle>(null);
  const results = useRef<HTMLDivElement>(null);
  const runs = useRuns(id);
  const doc = docs.use().find((one) => one.id === id);
  const project = doc?.current || doc?.project;
  const [panel, setPanel] = useState<Panel | null>(null);
  const [check, setCheck] = useState<TextCheck | null>(null);
  // Each key changes it: only who shows it is drawn again.
  const [cursor] = useState(() => makeStore<Cursor>({ line: 1, column: 1, selected: 0 }));
  const [signature, setSignature] = useState('');
  const [asking, setAsking] = useState<Asked | null>(null);
  const [finding, setFinding] = useState(false);
  const stopped = useRef(false);
  useTabProject(id);
  useEffect(() => void findKeptRuns(id), [id]);
  useEffect(() => {
    if (!runs.going && runs.items.length > 0) editor.current?.checkAgain();
  }, [runs.going, runs.items.length]);
  useEffect(() => {
    if (project) editor.current?.checkAgain();
  }, [project]);

  const run = async (what: What) => {
    if (!editor.current || runs.going || finding) return;
    setFinding(true);
    stopped.current = false;
    try {
      await followed();
      const asked = await findStatements(id, what, editor.current);
      if (stopped.current) return;
      if (asked.statements.length === 0) toast.bad(t.nothingToRun);
      else if (asked.variables.length > 0) setAsking(asked);
      else void runAll(id, asked.statements, {});
    } catch (error) {
      toast.bad(error);
    } finally {
      setFinding(false);
    }
  };
  const halt = () => {
    stopped.current = true;
    void stop(id).catch(toast.bad);
  };
  const togglePanel = (wanted: Panel) => setPanel(panel === wanted ? null : wanted);
  useShortcuts([
    { keys: 'Ctrl+Enter', title: t.runHere, group: t.shortcuts, run: () => void run('here') },
    { keys: 'Ctrl+Shift+Enter', title: t.runAll, group: t.shortcuts, run: () => void run('all') },
    { keys: 'Ctrl+Alt+C', title: t.stop, group: t.shortcuts, run: halt },
    { keys: 'Ctrl+Alt+E', title: t.explainHelp, group: t.shortcuts, run: () => void run('explain') },
    { keys: 'Ctrl+Alt+H', title: t.history, group: t.shortcuts, run: () => togglePanel('history') },
    { keys: 'F6', title: t.otherPane, group: t.shortcuts, run: () => focusOther(results.current, editor.current) },
    { keys: 'F8', title: t.nextProblem, group: t.shortcuts, run: () => editor.current?.nextProblem() },
  ]);
  const show = useCallback((from: number, to: number, expected?: string) => {
    return editor.current?.show(from, to, expected) ?? false;
  }, []);

  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{t.title}</h1>
      <DocTabs selected={id} />
      <TabPanel of="editor" tab={id}>
        <div className={styles.tab}>
          <EditorTools
            going={runs.going || finding}
            stopping={runs.stopping}
            cursor={cursor}
            panel={panel}
            onRun={(what) => void run(what)}
            onStop={halt}
            onPanel={togglePanel}
          />
          <RestoredNotice id={id} />
          <SplitPane
            label={panel === 'variables' ? t.variables : t.history}
            direction="row"
            sized="second"
            initial={360}
            min={260}
            minOther={320}
            storageKey="editor-panel"
            collapsed={panel === null}
          >
            <SplitPane label={t.results} direction="column" initial={0.5} min={96} minOther={120} storageKey="editor">
              <div className={styles.text}>
                <div className={styles.code}>
                  <SqlEditor ref={editor} id={id} onCheck={setCheck} onCursor={cursor.set} onSignature={setSignature} />
                </div>
                <EditorStatus
                  id={id}
                  check={check}
                  cursor={cursor}
                  signature={signature}
                  onProblem={() => editor.current?.nextProblem()}
                />
              </div>
              <div ref={results} className={styles.results}>
                <Results id={id} onShow={show} />
              </div>
            </SplitPane>
            {panel === 'history' ? (
              <HistoryPanel id={id} onInsert={(text) => editor.current?.insert(text)} onClose={() => setPanel(null)} />
            ) : (
              <VariablesPanel onClose={() => setPanel(null)} />
            )}
          </SplitPane>
        </div>
      </TabPanel>
      <VariablesDialog
        names={asking?.variables ?? null}
        secrets={asking?.secrets ?? []}
        onClose={() => setAsking(null)}
        onValues={(values) => {
          rememberValues(values, asking?.secrets);
          const statements = asking?.statements ?? [];
          setAsking(null);
          editor.current?.focus();
          void runAll(id, statements, values);
        }}
      />
      <span className="visually-hidden" role="status">
        {runs.going ? t.runs : runs.items.length > 0 ? `${t.done}: ${formatNumber(runs.items.length)}` : ''}
      </span>
    </div>
  );
});

/** From the text to the rows, the plan or what else there is of a result, and back. */
function focusOther(results: HTMLElement | null, editor: SqlEditorHandle | null): void {
  const inResults = results?.contains(document.activeElement) ?? true;
  const wanted = ['[role=grid]', '[role=tree]', '[role=log]', '[role=region][tabindex]', '[role=tab]'];
  const found = wanted.map((selector) => results?.querySelector<HTMLElement>(selector)).find(Boolean);
  if (inResults || !found) editor?.focus();
  else found.focus();
}
