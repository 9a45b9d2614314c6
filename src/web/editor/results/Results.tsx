import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { ApiError } from '../../app/api';
import { formatBytes, formatDuration, formatNumber } from '../../app/format';
import { useText } from '../../app/i18n';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { type State, StateBadge } from '../../widgets/feedback/StateBadge';
import { Icon } from '../../widgets/Icon';
import { TabPanel, Tabs } from '../../widgets/layout/Tabs';
import { choose, type Item, type Place, useRuns } from '../runs';
import type { Run, RunError } from '../server';
import { texts } from '../texts';
import styles from './Results.module.css';
import { ResultView } from './ResultView';

/** Selects a range of the text; false where it holds another text by now. */
export type Show = (from: number, to: number, expected?: string) => boolean;

/** What has come of the statements of the newest run, a tab each. */
export function Results({ id, onShow }: { id: string; onShow: Show }) {
  const t = useText(texts);
  const { items, chosen } = useRuns(id);
  const item = items[Math.min(chosen, items.length - 1)];
  if (!item) {
    return (
      <EmptyState icon="play" title={t.empty}>
        {t.emptyHelp}
      </EmptyState>
    );
  }
  return (
    <section className={styles.results} aria-label={t.results}>
      <Tabs
        id="results"
        label={t.results}
        tabs={items.map((one, index) => ({
          id: one.key,
          title: titleOf(one, index),
          badge: <StateBadge state={stateOf(one)} compact />,
        }))}
        selected={item.key}
        onSelect={(key) =>
          choose(
            id,
            items.findIndex((one) => one.key === key),
          )
        }
      />
      <TabPanel of="results" tab={item.key}>
        <ItemView key={item.key} item={item} onShow={onShow} />
      </TabPanel>
    </section>
  );
}

const kTitle = 32;
const kHead = 400;

/** The statement up to its table, or what of that there is room for; without a table its first words. */
function titleOf(item: Item, index: number): string {
  const words = item.statement.trim().slice(0, kHead).replace(/\s+/g, ' ');
  const found = /^(\w+) .*?\b(?:from|into|table|view|join) (?:if (?:not )?exists )?([\w.`]+)/i.exec(words);
  const [whole, verb, table] = found ?? [words];
  const short = whole.length > kTitle && table ? `${verb} … ${table}` : whole;
  return `${formatNumber(index + 1)} ${short.length > kTitle ? `${short.slice(0, kTitle - 1)}…` : short}`;
}

function stateOf(item: Item): State {
  if (item.skipped) return 'skipped';
  if (item.error) return 'failed';
  return item.run?.state ?? 'waiting';
}

function ItemView({ item, onShow }: { item: Item; onShow: Show }) {
  const t = useText(texts);
  const { run } = item;
  if (item.error) {
    const lost = item.error instanceof ApiError && item.error.status === 404 && item.instance !== '';
    return (
      <div className={styles.padded}>
        {lost ? (
          <EmptyState icon="history" title={t.lost}>
            {t.lostHelp}
          </EmptyState>
        ) : (
          <ErrorBox error={item.error} />
        )}
      </div>
    );
  }
  if (item.skipped) {
    return (
      <EmptyState icon="arrowRight" title={t.skipped}>
        {t.skippedHelp}
      </EmptyState>
    );
  }
  if (!run) return <EmptyState icon="clock" title={t.queued} />;
  return (
    <div className={styles.item}>
      <Summary run={run} />
      {run.error && <Failure run={run} error={run.error} item={item} onShow={onShow} />}
      {run.warnings !== '' && (
        <pre className={styles.warnings} role="note" aria-label={t.warnings}>
          {run.warnings}
        </pre>
      )}
      {run.said !== '' && (run.ended_ms === 0 || run.verb === 'PAI') && <JobLog run={run} />}
      {run.result && <ResultView run={run} result={run.result} />}
    </div>
  );
}

/** The line above a result: its state, how long it took, and what it has read and written. */
function Summary({ run }: { run: Run }) {
  const t = useText(texts);
  const [now, setNow] = useState(() => Date.now());
  const going = run.ended_ms === 0;
  useEffect(() => {
    if (!going) return;
    const timer = window.setInterval(() => setNow(Date.now()), 100);
    return () => window.clearInterval(timer);
  }, [going]);
  // The server's clock may be another one than this machine's.
  const [skew] = useState(() => run.now_ms - Date.now());
  const took = (going ? now + skew : run.ended_ms) - run.started_ms;
  const bytes = run.reads.reduce((sum, read) => sum + read.bytes, 0);
  const { fraction, rows_read: rows } = run.progress;
  return (
    <div className={styles.summary}>
      <StateBadge state={run.state} />
      <span className={styles.facts}>
        {going ? t.elapsed(formatDuration(took)) : t.took(formatDuration(took))}
        {run.state === 'waiting' && run.ahead > 0 && <span>{t.ahead(formatNumber(run.ahead))}</span>}
        {going && rows > 0 && <span>{t.rowsRead(formatNumber(rows))}</span>}
        {run.result?.has_rows && <span>{run.rows === 1 ? t.oneRow : t.rows(formatNumber(run.rows ?? 0))}</span>}
        {run.rows_written !== null && <span>{t.rowsWritten(formatNumber(run.rows_written))}</span>}
        {bytes > 0 && <span title={run.reads.map((read) => read.table).join('\n')}>{t.read(formatBytes(bytes))}</span>}
      </span>
      {going && (
        <progress
          className={styles.progress}
          max={1}
          value={fraction ?? undefined}
          aria-label={run.state === 'waiting' ? t.queued : t.runs}
        />
      )}
      <span className={styles.space} />
      <Link href={`/logview/${jobOf(run) ?? run.id}`} className={styles.link}>
        <Icon name="logview" size={14} />
        {t.logview}
      </Link>
    </div>
  );
}

/** The job that a PAI statement has begun, as it says at its end: Logview shows more of that. */
function jobOf(run: Run): string | undefined {
  return run.verb === 'PAI' ? /^ID = (\w+)$/m.exec(run.result?.text ?? '')?.[1] : undefined;
}

/** The errors of a statement, each at its place in the whole text, and the way there. */
function Failure({ run, error, item, onShow }: { run: Run; error: RunError; item: Item; onShow: Show }) {
  const { place } = item;
  const go = (one: RunError) => {
    if (one.begin === undefined) return;
    const end = one.end ?? one.begin;
    const from = place.begin + one.begin - place.added;
    // The text may be another one by now: then its statement is shown, or nothing.
    if (!onShow(from, from + end - one.begin, run.statement.slice(one.begin, end))) onShow(place.begin, place.begin);
  };
  return (
    <div className={styles.failure}>
      {[error, ...error.others].map((one, index) => (
        <ErrorBox key={index} error={placed(one, place)} onPlace={() => go(one)} />
      ))}
    </div>
  );
}

function placed(error: RunError, place: Place): ApiError {
  const { code, name, message, cure, line = 0, column = 0 } = error;
  const first = line === 1 ? place.column - 1 - place.added : 0;
  return new ApiError(400, {
    code,
    name,
    message,
    cure,
    line: line === 0 ? 0 : line + place.line - 1,
    column: column + first,
  });
}

/** The end of what the job of a PAI statement says; Logview has all of it. */
function JobLog({ run }: { run: Run }) {
  const t = useText(texts);
  const [box, setBox] = useState<HTMLPreElement | null>(null);
  useEffect(() => {
    if (box && run.said !== '') box.scrollTop = box.scrollHeight;
  }, [box, run.said]);
  return (
    <pre ref={setBox} className={styles.log} tabIndex={0} role="log" aria-label={t.log}>
      {run.said}
    </pre>
  );
}
