import { useMemo } from 'react';
import { formatDuration, formatTime } from '../../app/format';
import { useText } from '../../app/i18n';
import { type ListColumn, ListTable } from '../../widgets/data/ListTable';
import { texts } from '../texts';
import type { HistoryStep, InstanceFacts } from '../types';
import styles from './Page.module.css';

/** What the service did when. */
export function HistoryTab({ instance }: { instance: InstanceFacts }) {
  const t = useText(texts);
  const columns = useMemo<ListColumn<HistoryStep & { key: string }>[]>(() => {
    const what = (step: HistoryStep) => {
      if (step.state === 'started') return t.history.started(step.process ?? '');
      if (step.state === 'ended') return t.history.ended(step.process ?? '', step.text ?? '');
      if (step.stage) return t.history.stage(step.stage);
      return step.state in t.history ? (t.history[step.state as keyof typeof t.history] as string) : step.state;
    };
    return [
      { key: 'at', title: t.history.at, width: '180px', render: (step) => formatTime(step.at_ms) },
      {
        key: 'after',
        title: t.history.after,
        width: '120px',
        align: 'right',
        render: (step) => formatDuration(step.at_ms - instance.created_ms),
      },
      { key: 'what', title: t.history.what, render: what },
    ];
  }, [t, instance.created_ms]);
  return (
    <div className={styles.page}>
      <section className={styles.part} aria-label={t.tab.history}>
        <ListTable
          label={t.tab.history}
          columns={columns}
          rows={instance.history.map((step, index) => ({ ...step, key: String(index) }))}
          rowKey={(step) => step.key}
        />
      </section>
    </div>
  );
}
