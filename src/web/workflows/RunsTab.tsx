import { useMemo, useState } from 'react';
import { formatDuration, formatTime } from '../app/format';
import { useText } from '../app/i18n';
import { IconButton } from '../widgets/controls/IconButton';
import { Segmented } from '../widgets/controls/Segmented';
import { ListTable } from '../widgets/data/ListTable';
import { MoreRows } from '../widgets/data/MoreRows';
import { EmptyState } from '../widgets/feedback/EmptyState';
import { ErrorBox } from '../widgets/feedback/ErrorBox';
import { Spinner } from '../widgets/feedback/Spinner';
import { StateBadge } from '../widgets/feedback/StateBadge';
import { Toolbar } from '../widgets/layout/Toolbar';
import { dayText, type FlowRun, pictureOfRun } from './flowApi';
import { texts } from './texts';
import styles from './Workflows.module.css';

interface Props {
  runs: FlowRun[];
  pending: boolean;
  error: unknown;
  more: boolean;
  onMore: () => void;
  selected: number;
  onOpen: (run: number) => void;
}

/** The runs of a workflow, the newest first, or by the days that they are for. */
export function RunsTab({ runs, pending, error, more, onMore, selected, onOpen }: Props) {
  const t = useText(texts);
  const [view, setView] = useState<'table' | 'calendar'>('table');
  if (pending) return <Spinner label={t.loading} block />;
  if (error) return <ErrorBox error={error} />;
  if (runs.length === 0) {
    return (
      <EmptyState icon="history" title={t.noRuns}>
        {t.noRunsHelp}
      </EmptyState>
    );
  }
  return (
    <>
      <Toolbar label={t.view}>
        <Segmented
          label={t.view}
          value={view}
          onChange={setView}
          options={[
            { value: 'table', label: t.table, icon: 'list' },
            { value: 'calendar', label: t.calendar, icon: 'grid' },
          ]}
        />
      </Toolbar>
      {view === 'calendar' ? (
        <Calendar runs={runs} onOpen={onOpen} />
      ) : (
        <ListTable
          label={t.runs}
          rows={runs}
          rowKey={(one) => String(one.run)}
          rowLabel={(one) => `${t.runNumber} ${one.run}`}
          selected={String(selected)}
          onOpen={(one) => onOpen(one.run)}
          columns={[
            { key: 'run', title: t.runNumber, width: '80px', align: 'right', render: (one) => one.run },
            { key: 'bizdate', title: t.bizdate, render: (one) => dayText(one.bizdate) },
            {
              key: 'state',
              title: t.state,
              render: (one) => <StateBadge state={pictureOfRun(one.state)} label={t.states[one.state]} />,
            },
            { key: 'started', title: t.started, render: (one) => formatTime(one.started_ms) },
            {
              key: 'took',
              title: t.took,
              align: 'right',
              render: (one) => formatDuration((one.ended_ms || Date.now()) - one.started_ms),
            },
            { key: 'project', title: t.project, render: (one) => one.project },
            { key: 'message', title: t.message, render: (one) => one.message },
          ]}
        />
      )}
      {more && <MoreRows onMore={onMore} />}
    </>
  );
}

/** A month of business dates, each with how its last run ended. */
function Calendar({ runs, onOpen }: { runs: FlowRun[]; onOpen: (run: number) => void }) {
  const t = useText(texts);
  const newest = runs[0]?.bizdate ?? '20260101';
  const [at, setAt] = useState({ year: Number(newest.slice(0, 4)), month: Number(newest.slice(4, 6)) });
  const byDay = useMemo(() => {
    const days = new Map<string, FlowRun[]>();
    for (const run of runs) days.set(run.bizdate, [...(days.get(run.bizdate) ?? []), run]);
    return days;
  }, [runs]);
  const move = (by: number) => {
    const month = at.month + by;
    setAt(
      month < 1 ? { year: at.year - 1, month: 12 } : month > 12 ? { year: at.year + 1, month: 1 } : { ...at, month },
    );
  };
  const count = new Date(Date.UTC(at.year, at.month, 0)).getUTCDate();
  const begin = (new Date(Date.UTC(at.year, at.month - 1, 1)).getUTCDay() + 6) % 7;
  const days = Array.from({ length: count }, (_, index) => index + 1);
  const two = (value: number) => String(value).padStart(2, '0');
  return (
    <section className={styles.calendar} aria-label={t.calendar}>
      <header className={styles.monthBar}>
        <IconButton icon="chevronLeft" label={t.earlier} onClick={() => move(-1)} />
        <h2 aria-live="polite">{t.month(at.year, at.month)}</h2>
        <IconButton icon="chevronRight" label={t.later} onClick={() => move(1)} />
      </header>
      <div className={styles.month}>
        {t.weekdays.split(' ').map((name) => (
          <span key={name} className={styles.weekday}>
            {name}
          </span>
        ))}
        {days.map((day) => {
          const key = `${at.year}${two(at.month)}${two(day)}`;
          const own = byDay.get(key) ?? [];
          const run = own[0];
          const style = day === 1 ? { gridColumnStart: begin + 1 } : undefined;
          if (!run) {
            return (
              <span key={key} className={styles.day} style={style}>
                {day}
              </span>
            );
          }
          const words = t.dayRuns(t.day(at.year, at.month, day), t.states[run.state], own.length);
          return (
            <button
              type="button"
              key={key}
              style={style}
              className={`${styles.day} ${styles.hasRun} ${styles[`is${run.state}`] ?? ''}`}
              aria-label={words}
              title={words}
              onClick={() => onOpen(run.run)}
            >
              {day}
              <StateBadge state={pictureOfRun(run.state)} compact />
              {own.length > 1 && <span className={styles.count}>{own.length}</span>}
            </button>
          );
        })}
      </div>
    </section>
  );
}
