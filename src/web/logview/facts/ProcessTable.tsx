import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { formatNumber, formatTime } from '../../app/format';
import { useText } from '../../app/i18n';
import { type ListColumn, ListTable } from '../../widgets/data/ListTable';
import { texts } from '../texts';
import type { InstanceFacts, JobProcess } from '../types';
import styles from './ProcessTable.module.css';

/** The processes of a job; a press on one opens its log. */
export function ProcessTable({ instance }: { instance: InstanceFacts }) {
  const t = useText(texts);
  const [, navigate] = useLocation();
  const columns = useMemo<ListColumn<JobProcess>[]>(
    () => [
      { key: 'name', title: t.process.name, render: (one) => `${one.role} ${one.index}` },
      {
        key: 'state',
        title: t.process.state,
        render: (one) => (one.finished && one.state === 'running' ? t.process.finished : t.process.states[one.state]),
      },
      {
        key: 'where',
        title: t.process.where,
        render: (one) =>
          [one.host, one.pid === null ? '' : t.process.pid(one.pid), one.address].filter(Boolean).join('  '),
      },
      { key: 'start', title: t.process.start, render: (one) => (one.started_ms ? formatTime(one.started_ms) : '') },
      { key: 'end', title: t.process.end, render: (one) => (one.ended_ms ? formatTime(one.ended_ms) : '') },
      {
        key: 'exit',
        title: t.process.exit,
        render: (one) => <span className={one.exit_status ? styles.bad : undefined}>{one.exit}</span>,
      },
      {
        key: 'restarts',
        title: t.process.restarts,
        align: 'right',
        render: (one) => (one.restarts ? formatNumber(one.restarts) : ''),
      },
      {
        key: 'step',
        title: t.process.step,
        align: 'right',
        render: (one) => (one.step === null ? '' : formatNumber(one.step)),
      },
      {
        key: 'rows',
        title: t.process.rows,
        align: 'right',
        render: (one) => `${formatNumber(one.rows_read)} / ${formatNumber(one.rows_written)}`,
      },
    ],
    [t],
  );
  return (
    <div className={styles.box}>
      <ListTable
        label={t.processes}
        columns={columns}
        rows={instance.processes ?? []}
        rowKey={(one) => `${one.role}-${one.index}`}
        rowLabel={(one) => `${one.role} ${one.index}`}
        onOpen={(one) =>
          navigate(`/logview/${encodeURIComponent(instance.id)}/logs?role=${one.role}&index=${one.index}`)
        }
      />
    </div>
  );
}
