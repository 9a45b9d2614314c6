import type { UseQueryResult } from '@tanstack/react-query';
import { formatNumber, formatTime } from '../../app/format';
import { useText } from '../../app/i18n';
import { ListTable } from '../../widgets/data/ListTable';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { Spinner } from '../../widgets/feedback/Spinner';
import { texts } from '../texts';
import type { RepeatedJob } from '../types';
import styles from './ComparePage.module.css';

/** The names of jobs that have several runs, the one that was run last first. */
export function JobList(props: { jobs: UseQueryResult<{ jobs: RepeatedJob[] }>; onChoose: (name: string) => void }) {
  const { jobs, onChoose } = props;
  const t = useText(texts);
  if (jobs.error) {
    return (
      <div className={styles.refused}>
        <ErrorBox error={jobs.error} onRetry={() => void jobs.refetch()} />
      </div>
    );
  }
  if (!jobs.data) return <Spinner label={t.loading} block />;
  return (
    <ListTable
      label={t.compare.jobs}
      rows={jobs.data.jobs}
      rowKey={(job) => job.name}
      rowLabel={(job) => t.compare.named(job.name, job.runs)}
      onOpen={(job) => onChoose(job.name)}
      columns={[
        { key: 'name', title: t.compare.job, render: (job) => job.name },
        {
          key: 'runs',
          title: t.compare.runs,
          width: '120px',
          align: 'right',
          render: (job) => formatNumber(job.runs),
        },
        { key: 'newest', title: t.compare.newest, width: '200px', render: (job) => formatTime(job.newest_ms) },
      ]}
      empty={
        <EmptyState icon="chart" title={t.compare.empty}>
          {t.compare.emptyHelp}
        </EmptyState>
      }
    />
  );
}
