import { type ReactNode, useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { formatBytes, formatDuration, formatNumber, formatTime } from '../../app/format';
import { useText } from '../../app/i18n';
import { Graph, type GraphNode } from '../../widgets/charts/Graph';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { StateBadge } from '../../widgets/feedback/StateBadge';
import { PropertyList } from '../../widgets/layout/PropertyList';
import { tableHref } from '../tableHref';
import { texts } from '../texts';
import { type FlowNode, hasEnded, type InstanceFacts } from '../types';
import { useNow } from '../useNow';
import styles from './OverviewTab.module.css';
import page from './Page.module.css';
import { ProcessTable } from './ProcessTable';
import { Timeline } from './Timeline';

export function OverviewTab({ instance }: { instance: InstanceFacts }) {
  const t = useText(texts);
  const failed = instance.state === 'failed' && instance.exit;
  return (
    <div className={page.page}>
      {failed && <Cause instance={instance} />}
      {instance.folder_gone && <p className={styles.note}>{t.folderGone}</p>}
      <div className={styles.columns}>
        <Part title={t.basic}>
          <Basics instance={instance} />
        </Part>
        <Part title={t.graph}>
          <StageGraph instance={instance} />
        </Part>
      </div>
      <Part title={t.timeline}>
        <Timeline instance={instance} />
      </Part>
      {instance.processes && instance.processes.length > 0 && (
        <Part title={t.processes}>
          <ProcessTable instance={instance} />
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={page.part} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Why it failed, and where to look. */
function Cause({ instance }: { instance: InstanceFacts }) {
  const t = useText(texts);
  const exit = instance.exit;
  if (!exit) return null;
  const parts = [exit.message, exit.cure].filter(Boolean).join('\n');
  return (
    <div className={styles.cause}>
      <ErrorBox error={new Error(parts)} />
      {exit.log && (
        <Link
          href={`/logview/${encodeURIComponent(instance.id)}/logs?role=${exit.log.role}&index=${exit.log.index}&error=1`}
        >
          {t.openLog}
        </Link>
      )}
    </div>
  );
}

function Basics({ instance }: { instance: InstanceFacts }) {
  const t = useText(texts);
  const ended = hasEnded(instance.state);
  const now = useNow(!ended);
  const until = ended ? instance.ended_ms : now;
  const waited = Math.max(0, (instance.started_ms || until) - instance.created_ms);
  return (
    <PropertyList
      rows={[
        [t.field.service, instance.service],
        [t.field.project, instance.project],
        [t.field.account, instance.owner || undefined],
        [t.field.type, instance.kind === 'pai' ? 'PAI' : (instance.task_kind ?? 'SQL')],
        [t.field.status, <StateBadge key="state" state={instance.state} />],
        [t.field.task, instance.kind === 'sql' ? instance.task : undefined],
        [t.field.start, formatTime(instance.created_ms)],
        [t.field.run, instance.started_ms ? formatTime(instance.started_ms) : undefined],
        [t.field.end, instance.ended_ms ? formatTime(instance.ended_ms) : undefined],
        [t.field.latency, formatDuration(until - instance.created_ms)],
        [t.field.waited, formatDuration(waited)],
        [t.field.progress, instance.progress === null ? undefined : `${Math.round(instance.progress * 100)} %`],
        [t.field.priority, String(instance.priority)],
        [
          t.field.queue,
          instance.queue ? t.queue(instance.queue.ahead, instance.queue.waiting, instance.queue.running) : undefined,
        ],
        [t.field.waitsFor, instance.waits_for || undefined],
        [t.field.exit, instance.exit?.exit_status != null ? String(instance.exit.exit_status) : undefined],
        [t.field.rowsRead, instance.rows_read ? formatNumber(instance.rows_read) : undefined],
        [t.field.rowsWritten, instance.rows_written ? formatNumber(instance.rows_written) : undefined],
        [t.field.limits, instance.limits || undefined],
        [t.field.reading, instance.reading || undefined],
        [t.field.folder, instance.folder],
      ]}
    />
  );
}

function amountOf(node: FlowNode, rows: (count: string) => string): string {
  const parts = [];
  if (node.kind === 'table') return node.rows == null ? '' : rows(formatNumber(node.rows));
  const out = node.rows_written ?? node.rows_shown ?? 0;
  if (node.rows_read || out) parts.push(`${formatNumber(node.rows_read ?? 0)} → ${formatNumber(out)}`);
  if (node.started_ms && node.ended_ms) parts.push(formatDuration(node.ended_ms - node.started_ms));
  return parts.join(', ');
}

function StageGraph({ instance }: { instance: InstanceFacts }) {
  const t = useText(texts);
  const [, navigate] = useLocation();
  const [selected, setSelected] = useState<string | null>(null);
  const nodes = useMemo<GraphNode[]>(
    () =>
      instance.graph.nodes.map((node) => ({
        id: node.id,
        title: node.title,
        subtitle: amountOf(node, t.rows) || undefined,
        icon: node.kind === 'table' ? 'table' : 'system',
        state: node.state,
      })),
    [instance.graph.nodes, t],
  );
  const chosen = instance.graph.nodes.find((node) => node.id === selected);
  const statement = chosen?.kind === 'stage' ? instance.statements?.[Number(chosen.title.slice(1)) - 1] : undefined;
  return (
    <>
      <div className={styles.graph}>
        <Graph
          label={t.graph}
          nodes={nodes}
          edges={instance.graph.edges}
          direction="right"
          selected={selected}
          onSelect={setSelected}
          onOpen={(id) => {
            const node = instance.graph.nodes.find((one) => one.id === id);
            if (node?.kind === 'table') navigate(tableHref(node.title));
          }}
        />
      </div>
      {statement && (
        <div className={styles.chosen}>
          <p>
            <StateBadge state={statement.state} /> {chosen?.title}
            {statement.bytes_read ? `  ${formatBytes(statement.bytes_read)}` : ''}
          </p>
          <pre className={page.text}>{statement.text}</pre>
        </div>
      )}
    </>
  );
}
