import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { api } from '../../app/api';
import { formatTime } from '../../app/format';
import { useText } from '../../app/i18n';
import { Button } from '../../widgets/controls/Button';
import { TextField } from '../../widgets/controls/Field';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { Spinner } from '../../widgets/feedback/Spinner';
import { StateBadge } from '../../widgets/feedback/StateBadge';
import { PageHeader } from '../../widgets/layout/PageHeader';
import { SplitPane } from '../../widgets/layout/SplitPane';
import { texts } from '../texts';
import { type Comparison, hasEnded, type InstanceRow } from '../types';
import { CompareCurves } from './CompareCurves';
import styles from './ComparePage.module.css';
import { CompareTable } from './CompareTable';
import { colourOfRun } from './runColours';

const kPoints = 800;
const kPollMs = 2000;

/** Several runs of one job name: what was given, what came of it, and the curves over each other. */
export function ComparePage() {
  const t = useText(texts);
  const [search, setSearch] = useSearchParams();
  const job = search.get('job') ?? '';
  const ids = search.get('ids');
  const [typed, setTyped] = useState(job);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['logview', 'compare', job, ids],
    queryFn: ({ signal }) =>
      api.get<Comparison>('/logview/compare', { job, ids: ids ?? undefined, points: kPoints }, { signal }),
    enabled: job !== '',
    placeholderData: keepPreviousData,
    refetchInterval: (query) => {
      const runs = query.state.data?.compared ?? [];
      return runs.some((run) => !hasEnded(run.state) || !run.complete) ? kPollMs : false;
    },
  });
  const compared = useMemo(() => data?.compared ?? [], [data]);
  const chosen = ids === null ? compared.map((run) => run.id) : ids.split(',').filter(Boolean);
  const toggle = (id: string) => {
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
    setSearch({ job, ids: next.join(',') }, { replace: true });
  };
  return (
    <>
      <PageHeader
        title={t.compare.title}
        path={[{ title: t.title, href: '/logview' }]}
        beside={isFetching && <Spinner label={t.loading} />}
        actions={
          <form
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault();
              setSearch({ job: typed.trim() });
            }}
          >
            <TextField label={t.compare.job} hideLabel placeholder={t.compare.job} value={typed} onChange={setTyped} />
            <Button type="submit" kind="primary" disabled={typed.trim() === ''}>
              {t.compare.show}
            </Button>
          </form>
        }
      />
      {error !== null && (
        <div className={styles.refused}>
          <ErrorBox error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {job === '' && (
        <EmptyState icon="chart" title={t.compare.empty}>
          {t.compare.emptyHelp}
        </EmptyState>
      )}
      {data && data.runs.length === 0 && <EmptyState icon="search" title={t.compare.noRuns(job)} />}
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

function RunList(props: { runs: InstanceRow[]; chosen: string[]; onToggle: (id: string) => void }) {
  const { runs, chosen, onToggle } = props;
  const t = useText(texts);
  return (
    <ul className={styles.runs} aria-label={t.compare.runs}>
      {runs.map((run) => {
        const place = chosen.indexOf(run.id);
        return (
          <li key={run.id}>
            <label className={styles.run}>
              <input
                type="checkbox"
                aria-label={t.compare.choose(run.id)}
                checked={place >= 0}
                onChange={() => onToggle(run.id)}
              />
              <span
                className={styles.swatch}
                style={{ background: place >= 0 ? `var(${colourOfRun(place)})` : undefined }}
              />
              <span className={styles.when}>{formatTime(run.created_ms)}</span>
              <StateBadge state={run.state} compact />
            </label>
          </li>
        );
      })}
    </ul>
  );
}
