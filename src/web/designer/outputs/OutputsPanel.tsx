// The lower panel: what a node made in its last run. Tables with their first rows, models, evaluations, and the log.

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { formatDuration } from '../../app/format';
import { useLanguage, useText } from '../../app/i18n';
import { IconButton } from '../../widgets/controls/IconButton';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { Spinner } from '../../widgets/feedback/Spinner';
import { type State, StateBadge } from '../../widgets/feedback/StateBadge';
import { client } from '../client';
import { nodeOf } from '../graph/document';
import { titleOf } from '../graph/titles';
import { PanelTabs } from '../panel/PanelTabs';
import { useEditor, useOpen } from '../state/context';
import { texts } from '../texts';
import type { NodeRun, Output, OutputsAnswer, PipelineNode } from '../wire';
import { EvaluationView } from './EvaluationView';
import { NodeLog } from './NodeLog';
import css from './Outputs.module.css';
import { OutputView } from './OutputView';
import { outputTexts } from './texts';

const states: Record<NodeRun['state'], State> = {
  NOT_RUN: 'skipped',
  WAIT_TIME: 'waiting',
  WAIT_RESOURCE: 'waiting',
  CHECKING_CONDITION: 'waiting',
  RUNNING: 'running',
  SUCCESS: 'success',
  FAILURE: 'failed',
};

/** Whether the run is the newest of the pipeline, and whether that one goes on. */
function useNewest(run: NodeRun | undefined): { newest: boolean; running: boolean } {
  const newest = useEditor((state) => state.run === null || state.run.run === run?.run);
  const running = useEditor((state) => state.run?.state === 'RUNNING');
  return { newest, running: newest && running };
}

const previewRows = 200;

function useOutputs(node: string, run: NodeRun | undefined) {
  const id = useEditor((state) => state.pipeline.id);
  return useQuery({
    queryKey: ['designer', 'outputs', id, node, run?.state, run?.ended_ms],
    queryFn: () => client.outputs(id, node, previewRows),
    enabled: run?.state !== 'RUNNING',
  });
}

function Head({ node, run, children }: { node: PipelineNode; run: NodeRun | undefined; children: ReactNode }) {
  const t = useText(outputTexts);
  const { newest, running } = useNewest(run);
  return (
    <header className={css.head}>
      <h2 className={css.title}>{node.name}</h2>
      {run && <StateBadge state={running && run.state === 'NOT_RUN' ? 'waiting' : states[run.state]} />}
      {run && !newest && <span className={css.muted}>{t.ofRun(run.run)}</span>}
      {run && run.duration_ms > 0 && <span className={css.muted}>{formatDuration(run.duration_ms)}</span>}
      {run && run.attempts > 1 && <span className={css.muted}>{t.attempts(run.attempts)}</span>}
      <span className={css.space} />
      {children}
    </header>
  );
}

function Tabs({ node, run, answer }: { node: PipelineNode; run: NodeRun | undefined; answer: OutputsAnswer }) {
  const t = useText(outputTexts);
  const { catalog } = useOpen();
  const chinese = useLanguage() === 'zh';
  const [chosen, setChosen] = useState('');
  const failed = run?.state === 'FAILURE' || run?.state === 'RUNNING';
  const shown = answer.outputs.filter((output) => output.name !== '' || output.exists);
  const tabTitle = (output: Output) => {
    const port = catalog.get(node.component)?.outputs.find((one) => one.name === output.port);
    return port ? titleOf(port, chinese) : output.port;
  };
  const tabs = [
    ...(answer.evaluation ? [{ id: 'evaluation', title: t.evaluation }] : []),
    ...shown.map((output) => ({ id: `port ${output.port}`, title: tabTitle(output) })),
    ...(run ? [{ id: 'log', title: t.log }] : []),
  ];
  if (tabs.length === 0) return <p className={css.nothing}>{t.nothingYet}</p>;
  const open = tabs.some((tab) => tab.id === chosen) ? chosen : failed ? 'log' : tabs[0]!.id;
  const output = shown.find((one) => `port ${one.port}` === open);
  // What is there although this run has not ended well was made by one before it.
  const old = run !== undefined && run.state !== 'SUCCESS' && open !== 'log';
  return (
    <PanelTabs chosen={open} label={t.title} onChange={setChosen} tabs={tabs}>
      {old && <p className={css.old}>{t.old}</p>}
      {open === 'evaluation' && answer.evaluation && <EvaluationView evaluation={answer.evaluation} />}
      {output && <OutputView output={output} />}
      {open === 'log' && run && <NodeLog node={node.id} run={run} />}
    </PanelTabs>
  );
}

const noAnswer: OutputsAnswer = { outputs: [], evaluation: null };

function OpenOutputs({ node }: { node: PipelineNode }) {
  const t = useText(outputTexts);
  const { loading } = useText(texts);
  const { commands } = useOpen();
  const run = useEditor((state) => state.runs.get(node.id));
  const outputs = useOutputs(node.id, run);
  return (
    <section aria-label={t.of(node.name)} className={css.outputs}>
      <Head node={node} run={run}>
        <IconButton icon="refresh" label={t.again} onClick={() => void outputs.refetch()} small />
        <IconButton icon="close" label={t.close} onClick={() => commands.showOutputs(null)} small />
      </Head>
      {outputs.error ? (
        <div className={css.pad}>
          <ErrorBox error={outputs.error} onRetry={() => void outputs.refetch()} />
        </div>
      ) : outputs.isLoading ? (
        <Spinner block label={loading} />
      ) : (
        <Tabs answer={outputs.data ?? noAnswer} node={node} run={run} />
      )}
    </section>
  );
}

export function OutputsPanel() {
  const id = useEditor((state) => state.outputsOf);
  const document = useEditor((state) => state.document);
  const node = id === null ? undefined : nodeOf(document, id);
  return node ? <OpenOutputs key={node.id} node={node} /> : null;
}
