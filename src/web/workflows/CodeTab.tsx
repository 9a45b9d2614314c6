import { useText } from '../app/i18n';
import { CodeEditor } from '../widgets/code/CodeEditor';
import { ListTable } from '../widgets/data/ListTable';
import { EmptyState } from '../widgets/feedback/EmptyState';
import { ErrorBox } from '../widgets/feedback/ErrorBox';
import { Spinner } from '../widgets/feedback/Spinner';
import { SplitPane } from '../widgets/layout/SplitPane';
import { dayText, type Flow, type FlowNode, type NodeCode, useCode } from './flowApi';
import { canvasName, kindTexts, kindWords } from './nodeWords';
import { texts } from './texts';
import styles from './Workflows.module.css';

interface Entry {
  path: string;
  node: FlowNode;
  depth: number;
}

function entriesOf(nodes: FlowNode[], above = '', depth = 0): Entry[] {
  return nodes.flatMap((node) => [
    { path: above + node.name, node, depth },
    ...entriesOf(node.nodes, `${above + node.name}/`, depth + 1),
  ]);
}

function languageOf(kind: string, file: string): 'sql' | 'python' | 'json' | 'text' {
  if (/\.(sql|ms|pai)$/.test(file) || /SQL|PAI|SCRIPT/.test(kind)) return 'sql';
  if (/\.py$/.test(file)) return 'python';
  return /\.json$/.test(file) ? 'json' : 'text';
}

/** The code of each node, with the values that its parameters have on the day. */
export function CodeTab(props: { flow: Flow; bizdate: string; node: string | null; onNode: (node: string) => void }) {
  const { flow, bizdate, onNode } = props;
  const t = useText(texts);
  const kinds = useText(kindTexts);
  const entries = entriesOf(flow.flow?.nodes ?? []);
  const path = entries.find((one) => one.path === props.node)?.path ?? entries[0]?.path ?? '';
  const code = useCode(flow.id, path, bizdate, flow.may_read);
  if (!flow.may_read) return <EmptyState icon="lock" title={t.mayNotRead} />;
  if (entries.length === 0) return <EmptyState icon="file" title={t.noGraph} />;
  return (
    <SplitPane label={t.resizePanel} direction="row" initial={220} min={140} storageKey="workflows.code">
      <ul className={styles.nodeList} aria-label={t.nodeList}>
        {entries.map((one) => (
          <li key={one.path}>
            <button
              type="button"
              className={styles.nodeItem}
              style={{ paddingLeft: 16 + one.depth * 16 }}
              aria-current={one.path === path ? 'true' : undefined}
              onClick={() => onNode(one.path)}
            >
              <span className={styles.name}>{canvasName(flow, one.path) || one.node.name}</span>
              <span className={styles.muted} title={one.node.kind}>
                {[canvasName(flow, one.path) && one.node.name, kindWords(kinds, one.node.kind)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.codePane}>
        {code.isPending && <Spinner label={t.loading} block />}
        {code.error && <ErrorBox error={code.error} onRetry={() => void code.refetch()} />}
        {code.data && <Code code={code.data} bizdate={bizdate || flow.bizdate} />}
      </div>
    </SplitPane>
  );
}

function Code({ code, bizdate }: { code: NodeCode; bizdate: string }) {
  const t = useText(texts);
  const kinds = useText(kindTexts);
  return (
    <>
      <header className={styles.codeHead}>
        <span className={styles.strong}>{code.node}</span>
        <span className={styles.muted} title={`${code.kind}: ${code.what}`}>
          {kindWords(kinds, code.kind)}
        </span>
        <span className={styles.path} title={code.file}>
          {code.file}
        </span>
      </header>
      {code.code === '' ? (
        <EmptyState icon="file" title={t.noCode} />
      ) : (
        <div className={styles.codeBox}>
          <CodeEditor
            label={code.file || code.node}
            value={code.code}
            readOnly
            language={languageOf(code.kind, code.file)}
          />
        </div>
      )}
      {code.parameters.length > 0 && (
        <div className={styles.parameters}>
          <h2>{t.parametersOf(dayText(bizdate))}</h2>
          <ListTable
            label={t.parameters}
            rows={code.parameters}
            rowKey={(one) => one.name}
            columns={[
              { key: 'name', title: t.parameter, width: '22%', render: (one) => <code>{one.name}</code> },
              { key: 'expression', title: t.expression, render: (one) => <code>{one.expression}</code> },
              {
                key: 'value',
                title: t.value,
                render: (one) =>
                  one.value === null ? <span className={styles.muted}>{t.atRun}</span> : <code>{one.value}</code>,
              },
              { key: 'source', title: t.source, width: '18%', render: (one) => one.source },
            ]}
          />
        </div>
      )}
    </>
  );
}
