import { useMemo, useState } from 'react';
import { useText } from '../../app/i18n';
import { Button } from '../../widgets/controls/Button';
import { Segmented } from '../../widgets/controls/Segmented';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { toast } from '../../widgets/feedback/Toast';
import { type Run, type RunResult, server } from '../server';
import { texts } from '../texts';
import { PlanTree } from './PlanTree';
import { planOf } from './plan';
import { ResultChart } from './ResultChart';
import { ResultGrid } from './ResultGrid';
import styles from './ResultView.module.css';

type View = 'grid' | 'chart';

/** A result: rows as a grid or a chart, a plan as a tree, and what other statements say as text. */
export function ResultView({ run, result }: { run: Run; result: RunResult }) {
  const plan = useMemo(() => planOf(result.text), [result.text]);
  if (result.has_rows) return <RowsView run={run} result={result} />;
  if (plan) return <PlanTree lines={plan} />;
  return <TextView text={result.text} />;
}

function RowsView({ run, result }: { run: Run; result: RunResult }) {
  const t = useText(texts);
  const [view, setView] = useState<View>('grid');
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      saveAs(await server.csv(run.id), `${run.id}.csv`);
    } catch (error) {
      toast.bad(error);
    } finally {
      setSaving(false);
    }
  };
  if (result.expired) {
    return (
      <EmptyState icon="clock" title={t.expired}>
        {t.expiredHelp}
      </EmptyState>
    );
  }
  if (result.rows === 0) {
    return (
      <div className={styles.rows}>
        <ResultGrid run={run} result={result} />
      </div>
    );
  }
  return (
    <div className={styles.rows}>
      <div className={styles.tools}>
        <Segmented
          label={t.results}
          value={view}
          onChange={setView}
          options={[
            { value: 'grid', label: t.grid, icon: 'grid' },
            { value: 'chart', label: t.chart, icon: 'chart' },
          ]}
        />
        <span className={styles.space} />
        <Button small icon="download" busy={saving} onClick={() => void save()}>
          {t.save}
        </Button>
      </div>
      <div className={styles.view}>
        {view === 'grid' ? <ResultGrid run={run} result={result} /> : <ResultChart run={run} result={result} />}
      </div>
    </div>
  );
}

function TextView({ text }: { text: string }) {
  const t = useText(texts);
  if (text.trim() === '') return <p className={styles.done}>{t.done}</p>;
  return (
    <pre className={styles.text} tabIndex={0} role="region" aria-label={t.messages}>
      {text}
    </pre>
  );
}

function saveAs(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
