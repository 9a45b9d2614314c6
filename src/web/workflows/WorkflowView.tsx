import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { api } from '../app/api';
import { formatTime } from '../app/format';
import { useText } from '../app/i18n';
import { useShortcuts } from '../app/shortcuts';
import { Button } from '../widgets/controls/Button';
import { SelectField } from '../widgets/controls/Field';
import { Menu, type MenuItem } from '../widgets/controls/Menu';
import { copyText } from '../widgets/copyText';
import { ErrorBox } from '../widgets/feedback/ErrorBox';
import { Spinner } from '../widgets/feedback/Spinner';
import { StateBadge } from '../widgets/feedback/StateBadge';
import { toast } from '../widgets/feedback/Toast';
import { PageHeader } from '../widgets/layout/PageHeader';
import { TabPanel, Tabs } from '../widgets/layout/Tabs';
import { CodeTab } from './CodeTab';
import { dayText, type Flow, type FlowRun, pictureOfRun, startRun, useFlow, useRun, useRuns } from './flowApi';
import { GanttTab } from './GanttTab';
import { GraphTab } from './GraphTab';
import { titleOf } from './nodeWords';
import { ProblemsTab } from './ProblemsTab';
import { RunDialog, type RunKind } from './RunDialog';
import { RunsTab } from './RunsTab';
import { texts } from './texts';
import styles from './Workflows.module.css';

const tabNames = ['graph', 'runs', 'gantt', 'code', 'problems'] as const;
type TabName = (typeof tabNames)[number];

/** One workflow: what it is, its runs, and what can be done with it. */
export function WorkflowView({ id, tab }: { id: string; tab: string }) {
  const t = useText(texts);
  const [, navigate] = useLocation();
  const [search, setSearch] = useSearchParams();
  const [pages, setPages] = useState(1);
  const [asking, setAsking] = useState<{ kind: RunKind; node?: string } | null>(null);
  const flow = useFlow(id);
  const runs = useRuns(id, pages);
  const node = search.get('node');
  const chosen = search.get('run');
  const newest = runs.data?.runs[0]?.run ?? 0;
  const number = chosen === null ? newest : Number(chosen) || 0;
  const run = useRun(number);
  const shown: TabName = tabNames.find((one) => one === tab) ?? 'graph';

  const put = (changes: Record<string, string | null>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  const open = (name: string, changes: Record<string, string> = {}) => {
    const next = new URLSearchParams(search);
    for (const [key, value] of Object.entries(changes)) next.set(key, value);
    const text = next.toString();
    navigate(`/workflows/${id}/${name}${text === '' ? '' : `?${text}`}`);
  };
  const mayRun = Boolean(flow.data?.may_run && flow.data.flow);
  useShortcuts([{ keys: 'Ctrl+Enter', title: t.run, group: t.title, run: () => mayRun && setAsking({ kind: 'run' }) }]);

  if (flow.isPending) return <Spinner label={t.loading} block />;
  if (!flow.data) {
    return (
      <>
        <PageHeader title={id} path={[{ title: t.title, href: '/workflows' }]} />
        <ErrorBox error={flow.error} onRetry={() => void flow.refetch()} />
      </>
    );
  }
  const data = flow.data;
  const problems = data.problems ?? [];
  const errors = problems.filter((one) => one.severity === 'error').length;
  const ask = (kind: RunKind, of?: string) => setAsking({ kind, node: of });
  return (
    <>
      <PageHeader
        title={data.name}
        path={[{ title: t.title, href: '/workflows' }]}
        subtitle={<Subtitle flow={data} />}
        beside={run.data && number > 0 && <StateBadge state={pictureOfRun(run.data.run.state)} />}
        actions={
          <>
            <RunChoice
              runs={runs.data?.runs ?? []}
              run={run.data?.run}
              number={number}
              onChoose={(value) => put({ run: value })}
            />
            {run.data?.run.state === 'RUNNING' && <StopButton run={run.data.run} />}
            <RerunMenu
              flow={data}
              run={number > 0 ? run.data?.run : undefined}
              node={node}
              disabled={!mayRun}
              onAsk={ask}
              onBegun={(begun) => put({ run: String(begun) })}
            />
            {data.origin === 'designer' && (
              <Button
                icon="designer"
                onClick={() => navigate(`/designer/${encodeURIComponent(data.folder.split('/').pop() ?? '')}`)}
              >
                {t.openDesigner}
              </Button>
            )}
            <Button icon="history" disabled={!mayRun} onClick={() => ask('backfill')}>
              {t.backfill}
            </Button>
            <Button kind="primary" icon="play" disabled={!mayRun} onClick={() => ask('run')}>
              {t.run}
            </Button>
          </>
        }
      />
      {data.broken && (
        <div className={styles.banner}>
          <ErrorBox
            error={
              new Error([t.broken, data.broken.message, data.broken.cure, t.brokenHelp].filter(Boolean).join('\n'))
            }
          />
        </div>
      )}
      {data.circle && (
        <div className={styles.banner}>
          <ErrorBox
            error={
              new Error(
                [t.circle, problems.find((one) => one.severity === 'error')?.message].filter(Boolean).join('\n'),
              )
            }
          />
        </div>
      )}
      <Tabs
        id="workflow"
        label={t.tabs}
        selected={shown}
        onSelect={(name) => open(name)}
        tabs={[
          { id: 'graph', title: t.graph, icon: 'workflow' },
          { id: 'runs', title: t.runs, icon: 'history' },
          { id: 'gantt', title: t.gantt, icon: 'chart' },
          { id: 'code', title: t.code, icon: 'file' },
          {
            id: 'problems',
            title: t.problems,
            icon: 'check',
            badge: errors > 0 ? <span className={styles.bad}>{errors}</span> : undefined,
          },
        ]}
      />
      <TabPanel of="workflow" tab={shown}>
        {shown === 'graph' && (
          <GraphTab
            flow={data}
            detail={number > 0 ? run.data : undefined}
            selected={node}
            onSelect={(name) => put({ node: name })}
            onCode={(name) => open('code', { node: name })}
            onAsk={ask}
          />
        )}
        {shown === 'runs' && (
          <RunsTab
            runs={runs.data?.runs ?? []}
            pending={runs.isPending}
            error={runs.error}
            more={(runs.data?.next ?? 0) > 0}
            onMore={() => setPages(pages + 1)}
            selected={number}
            onOpen={(one) => open('graph', { run: String(one) })}
          />
        )}
        {shown === 'gantt' && (
          <GanttTab
            flow={data}
            detail={number > 0 ? run.data : undefined}
            selected={node}
            onSelect={(name) => open('graph', { node: name })}
          />
        )}
        {shown === 'code' && (
          <CodeTab
            flow={data}
            bizdate={run.data?.run.bizdate ?? ''}
            node={node}
            onNode={(name) => put({ node: name })}
          />
        )}
        {shown === 'problems' && <ProblemsTab flow={data} bizdate={run.data?.run.bizdate ?? ''} />}
      </TabPanel>
      {asking && (
        <RunDialog
          flow={data}
          kind={asking.kind}
          node={asking.node ?? node ?? undefined}
          bizdate={asking.node === undefined ? data.bizdate : (run.data?.run.bizdate ?? data.bizdate)}
          onClose={() => setAsking(null)}
          onBegun={(begun) => put({ run: String(begun) })}
        />
      )}
    </>
  );
}

function Subtitle({ flow }: { flow: Flow }) {
  const t = useText(texts);
  const next = flow.next_ms ?? 0;
  return (
    <span className={styles.inline}>
      <span>{flow.project}</span>
      <span className={styles.path} title={flow.folder}>
        {flow.folder}
      </span>
      {next > 0 && (
        <span title={t.nextHelp}>
          {t.next}: {formatTime(next)}
        </span>
      )}
    </span>
  );
}

function RunChoice(props: {
  runs: FlowRun[];
  run: FlowRun | undefined;
  number: number;
  onChoose: (run: string) => void;
}) {
  const t = useText(texts);
  const known = props.runs.some((one) => one.run === props.number);
  const runs = known || !props.run ? props.runs : [props.run, ...props.runs];
  if (runs.length === 0) return null;
  return (
    <SelectField
      label={t.chosenRun}
      hideLabel
      value={String(props.number)}
      onChange={props.onChoose}
      options={[
        ...runs.map((one) => ({
          value: String(one.run),
          label: t.runChoice(dayText(one.bizdate), one.run, t.states[one.state]),
        })),
        { value: '0', label: t.withoutRun },
      ]}
    />
  );
}

function StopButton({ run }: { run: FlowRun }) {
  const t = useText(texts);
  const client = useQueryClient();
  const stop = useMutation({
    mutationFn: () => api.post<{ told: boolean }>(`/workflow-runs/${run.run}/stop`),
    onSuccess: ({ told }) => {
      toast.good(told ? `${t.stopped} ${t.stopSeveral}` : t.hasEnded);
      void client.invalidateQueries({ queryKey: ['workflows'] });
    },
    onError: toast.bad,
  });
  return (
    <Button kind="danger" icon="stop" busy={stop.isPending} onClick={() => stop.mutate()}>
      {t.stop}
    </Button>
  );
}

function RerunMenu(props: {
  flow: Flow;
  run: FlowRun | undefined;
  node: string | null;
  disabled: boolean;
  onAsk: (kind: RunKind, node?: string) => void;
  onBegun: (run: number) => void;
}) {
  const { flow, run, node, disabled, onAsk, onBegun } = props;
  const t = useText(texts);
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: (resume: boolean) => startRun(flow.id, { bizdate: run?.bizdate, resume }),
    onSuccess: (begun) => {
      toast.good(t.begun(begun));
      void client.invalidateQueries({ queryKey: ['workflows'] });
      onBegun(begun);
    },
    onError: toast.bad,
  });
  const top = flow.flow?.nodes.some((one) => one.name === node) ? node : null;
  const items: MenuItem[] = [
    {
      label: t.rerunFailed,
      icon: 'redo',
      disabled: !run || run.state === 'RUNNING',
      onSelect: () => again.mutate(true),
    },
    {
      label: t.rerunWhole,
      icon: 'refresh',
      disabled: !run || run.state === 'RUNNING',
      onSelect: () => again.mutate(false),
    },
  ];
  if (run?.command) {
    const { command } = run;
    items.push('separator', {
      label: t.copyCommand,
      icon: 'copy',
      onSelect: () => void copyText(command).then(() => toast.good(t.commandCopied), toast.bad),
    });
  }
  if (top !== null) {
    items.push(
      'separator',
      { label: t.rerunFrom(titleOf(flow, top)), icon: 'arrowRight', onSelect: () => onAsk('from', top) },
      { label: t.rerunOnly(titleOf(flow, top)), icon: 'dot', onSelect: () => onAsk('only', top) },
    );
  }
  return (
    <Menu label={t.rerun} text={t.rerun} icon="redo" items={items} disabled={disabled || !run || again.isPending} />
  );
}
