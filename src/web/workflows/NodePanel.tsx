import { useCallback, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { formatDuration, formatTime } from '../app/format';
import { useText } from '../app/i18n';
import { Button } from '../widgets/controls/Button';
import { SelectField } from '../widgets/controls/Field';
import { IconButton } from '../widgets/controls/IconButton';
import { type LogLine, LogLines } from '../widgets/data/LogLines';
import { EmptyState } from '../widgets/feedback/EmptyState';
import { ErrorBox } from '../widgets/feedback/ErrorBox';
import { StateBadge } from '../widgets/feedback/StateBadge';
import { PropertyList } from '../widgets/layout/PropertyList';
import type { Flow, FlowNode, RunDetail } from './flowApi';
import { pictureOf } from './flowApi';
import { canvasName, kindTexts, kindWords, titleOf } from './nodeWords';
import { texts } from './texts';
import { useLog } from './useLog';
import styles from './Workflows.module.css';

interface Props {
  flow: Flow;
  detail: RunDetail | undefined;
  name: string;
  /** Which of the node's rows in the run is shown first. */
  row: string;
  onClose: () => void;
  onCode: (node: string) => void;
}

/** One node: what it is, how it went in the chosen run, and what it has printed. */
export function NodePanel({ flow, detail, name, row: wanted, onClose, onCode }: Props) {
  const t = useText(texts);
  const kinds = useText(kindTexts);
  const shown = canvasName(flow, name);
  const node = flow.flow?.nodes.find((one) => one.name === name);
  // The rows of a loop's turns, or of the times of a day, belong to the node.
  const rows = (detail?.nodes ?? []).filter(
    (one) => one.name === name || one.name.startsWith(`${name}/`) || one.name.startsWith(`${name}@`),
  );
  const [part, setPart] = useState(wanted);
  useEffect(() => setPart(wanted), [wanted]);
  const row = rows.find((one) => one.name === part) ?? rows[0];
  const kind = node?.kind ?? row?.kind;
  const ended = detail?.run.state !== 'RUNNING';
  const message = row?.message ? <span className={styles.wrapped}>{row.message}</span> : undefined;
  const after = node && node.after.length > 0 ? <After flow={flow} node={node} /> : undefined;
  const cron = node?.cron ? <code>{node.cron}</code> : undefined;
  return (
    <section className={styles.panel} aria-label={shown || name}>
      <header className={styles.panelHead}>
        <h2 title={name}>{shown || name}</h2>
        {shown && <code className={styles.muted}>{name}</code>}
        {row && <StateBadge state={pictureOf(row.state, ended)} label={t.states[row.state]} />}
        <span className={styles.space} />
        {node?.file && flow.may_read && (
          <Button small kind="quiet" icon="file" onClick={() => onCode(name)}>
            {t.code}
          </Button>
        )}
        <IconButton icon="close" small label={t.close} onClick={onClose} />
      </header>
      <div className={styles.facts}>
        <PropertyList
          rows={[
            [t.kind, kind && <span title={kind}>{kindWords(kinds, kind)}</span>],
            [t.message, message],
            [t.started, row && row.started_ms > 0 ? formatTime(row.started_ms) : undefined],
            [
              t.took,
              row && row.ended_ms > 0 && row.started_ms > 0 ? formatDuration(row.ended_ms - row.started_ms) : undefined,
            ],
            [t.attempts, row && row.attempts > 1 ? row.attempts : undefined],
            [t.after, after],
            [t.description, (!shown && node?.description) || undefined],
            [t.tags, node?.tags.length ? node.tags.join(', ') : undefined],
            [t.cron, cron],
            [t.recurrence, node && node.recurrence !== 'Normal' ? node.recurrence : undefined],
            [t.reruns, node?.rerun_times || undefined],
            [t.timeout, node && node.timeout_ms > 0 ? formatDuration(node.timeout_ms) : undefined],
            [t.priority, node && node.priority !== 1 ? node.priority : undefined],
            [t.inner, node?.nodes.length ? node.nodes.map((one) => one.name).join(', ') : undefined],
          ]}
        />
      </div>
      {rows.length > 1 && (
        <div className={styles.rowChoice}>
          <SelectField
            label={t.inner}
            hideLabel
            value={row?.name ?? ''}
            onChange={setPart}
            options={rows.map((one) => ({ value: one.name, label: `${one.name} · ${t.states[one.state]}` }))}
          />
        </div>
      )}
      {detail && row && <NodeLog detail={detail} name={row.name} live={row.state === 'RUNNING'} />}
    </section>
  );
}

function After({ flow, node }: { flow: Flow; node: FlowNode }) {
  const t = useText(texts);
  return (
    <ul>
      {node.after.map((edge) => {
        const title = titleOf(flow, edge.node);
        return <li key={edge.node}>{edge.reason ? t.reason(title, edge.reason) : title}</li>;
      })}
    </ul>
  );
}

function NodeLog({ detail, name, live }: { detail: RunDetail; name: string; live: boolean }) {
  const t = useText(texts);
  const log = useLog(detail.run.run, name, detail.may_read);
  const { lines } = log;
  const fetchLines = useCallback(
    async (from: number, count: number) => lines.slice(from, from + count).map(kindOf),
    [lines],
  );
  const find = async (text: string, from: number, backwards: boolean) => {
    const wanted = text.toLowerCase();
    const step = backwards ? -1 : 1;
    for (let at = from; at >= 0 && at < lines.length; at += step) {
      if (lines[at]?.toLowerCase().includes(wanted)) return at;
    }
    return null;
  };
  if (!detail.may_read) return <p className={styles.note}>{t.mayNotRead}</p>;
  return (
    <div className={styles.logBox}>
      {log.instances.length > 0 && (
        <p className={styles.jobs}>
          {t.jobs}:{' '}
          {log.instances.map((id) => (
            <Link key={id} href={`/logview/${id}`} aria-label={t.openLogview(id)}>
              {id}
            </Link>
          ))}
        </p>
      )}
      {log.error !== null && lines.length === 0 && <ErrorBox error={log.error} />}
      {log.loaded && log.ended && lines.length === 0 ? (
        <EmptyState icon="text" title={t.noLog} />
      ) : (
        <LogLines
          key={name}
          label={t.logOf(name)}
          lineCount={lines.length}
          fetchLines={fetchLines}
          version={lines}
          live={live}
          find={find}
        />
      )}
      {log.cut && <p className={styles.note}>{t.logCut}</p>}
    </div>
  );
}

function kindOf(text: string): LogLine {
  if (/^FAILED\b|\bError\b|^Traceback|ODPS-\d{7}|PAISQL-\d{4}/.test(text)) return { text, kind: 'error' };
  if (/^(warning|WARNING|hint):?/.test(text)) return { text, kind: 'warning' };
  if (/^\[\d+\/\d+\] /.test(text)) return { text, kind: 'step' };
  return { text };
}
