import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { api } from '../../app/api';
import { formatTime } from '../../app/format';
import { useText } from '../../app/i18n';
import { SelectField } from '../../widgets/controls/Field';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { Spinner } from '../../widgets/feedback/Spinner';
import { StateBadge } from '../../widgets/feedback/StateBadge';
import { PageHeader } from '../../widgets/layout/PageHeader';
import { SplitPane } from '../../widgets/layout/SplitPane';
import { texts } from '../texts';
import { type Comparison, hasEnded, type InstanceRow, mostCompared, nameOf, type RepeatedJob } from '../types';
import { CompareCurves } from './CompareCurves';
import styles from './ComparePage.module.css';
import { CompareTable } from './CompareTable';
import { JobList } from './JobList';
import { colourOfRun } from './runColours';

const kPoints = 800;
const kPollMs = 2000;

/**
 * Several runs, of one job name or chosen in the list: what was given, what came of it, and the curves over each
 * other. Without runs it offers the names that have several.
 */
export function ComparePage() {
  const t = useText(texts);
  const [search, setSearch] = useSearchParams();
  const job = search.get('job') ?? '';
  const some = search.get('runs') ?? '';
  const ids = search.get('ids');
  const jobs = useQuery({
    queryKey: ['logview', 'jobs'],
    queryFn: ({ signal }) => api.get<{ jobs: RepeatedJob[] }>('/logview/jobs', {}, { signal }),
  });
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['logview', 'compare', job, some, ids],
    queryFn: ({ signal }) =>
      api.get<Comparison>(
        '/logview/compare',
        { job: job || undefined, runs: some || undefined, ids: ids ?? undefined, points: kPoints },
        { signal },
      ),
    enabled: job !== '' || some !== '',
    placeholderData: (before) => (before?.job === job ? before : undefined),
    refetchInterval: (query) => {
      const runs = query.state.data?.compared ?? [];
      return runs.some((run) => !hasEnded(run.state) || !run.complete) ? kPollMs : false;
    },
  });
  const names = namesOf(jobs.data?.jobs ?? [], job);
  const compared = useMemo(() => data?.compared ?? [], [data]);
  const chosen = ids === null ? compared.map((run) => run.id) : ids.split(',').filter(Boolean);
  const toggle = (id: string) => {
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
    setSearch({ ...(job === '' ? { runs: some } : { job }), ids: next.join(',') }, { replace: true });
  };
  return (
    <>
      <PageHeader
        title={t.compare.title}
        path={[{ title: t.title, href: '/logview' }]}
        beside={isFetching && <Spinner label={t.loading} />}
        actions={
          names.length > 0 && (
            <SelectField
              label={t.compare.job}
              hideLabel
              value={job}
              onChange={(name) => setSearch(name === '' ? {} : { job: name })}
              options={[
                { value: '', label: some === '' ? t.compare.choose : t.compare.chosen },
                ...names.map(({ name, runs }) => ({ value: name, label: runs ? t.compare.named(name, runs) : name })),
              ]}
            />
          )
        }
      />
      {error !== null && (
        <div className={styles.refused}>
          <ErrorBox error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {job === '' && some === '' && <JobList jobs={jobs} onChoose={(name) => setSearch({ job: name })} />}
      {data && data.runs.length === 0 && <EmptyState icon="search" title={t.compare.noRuns(job)} />}
      {data && data.gone.length > 0 && <p className={styles.gone}>{t.compare.gone(data.gone.join(', '))}</p>}
      {data && data.runs.length > 0 && (
        <SplitPane label={t.compare.runs} direction="row" initial={260} min={180} storageKey="logview.runs">
          <RunList runs={data.runs} chosen={chosen} onToggle={toggle} />
          <div className={styles.main}>
            <CompareTable runs={compared} />
            <CompareCurves runs={compared} />
          </div>
        </SplitPane>
      )}
    </>
  );
}

/** Those that have several runs, and the one that is shown. */
function namesOf(jobs: RepeatedJob[], shown: string): { name: string; runs?: number }[] {
  return shown === '' || jobs.some((one) => one.name === shown) ? jobs : [{ name: shown }, ...jobs];
}

function RunList(props: { runs: InstanceRow[]; chosen: string[]; onToggle: (id: string) => void }) {
  const { runs, chosen, onToggle } = props;
  const t = useText(texts);
  const areNamed = new Set(runs.map(nameOf)).size > 1;
  return (
    <ul className={styles.runs} aria-label={t.compare.runs}>
      {runs.map((run) => {
        const place = chosen.indexOf(run.id);
        const isFull = place < 0 && chosen.length >= mostCompared;
        return (
          <li key={run.id}>
            <label className={styles.run} title={isFull ? t.list.most(mostCompared) : undefined}>
              <input
                type="checkbox"
                aria-label={t.compare.chooseRun(run.id)}
                checked={place >= 0}
                disabled={isFull}
                onChange={() => onToggle(run.id)}
              />
              <span
                className={styles.swatch}
                style={{ background: place >= 0 ? `var(${colourOfRun(place)})` : undefined }}
              />
              <span className={styles.when}>
                {formatTime(run.created_ms)}
                {areNamed && <span className={styles.called}>{nameOf(run)}</span>}
              </span>
              <StateBadge state={run.state} compact />
            </label>
          </li>
        );
      })}
    </ul>
  );
}
