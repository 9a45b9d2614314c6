import { useCallback } from 'react';
import { formatNumber } from '../../app/format';
import { useText } from '../../app/i18n';
import { DataGrid } from '../../widgets/data/DataGrid';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { texts } from '../texts';
import { hasEnded, type InstanceFacts } from '../types';
import styles from './Page.module.css';

/** What the statements answered: rows or lines, warnings, and the summary that people paste into tickets. */
export function ResultTab({ instance }: { instance: InstanceFacts }) {
  const t = useText(texts);
  const result = instance.result;
  const rows = result?.rows;
  const fetchRows = useCallback(
    (from: number, count: number) => Promise.resolve((rows ?? []).slice(from, from + count)),
    [rows],
  );
  const lines: [string, string | undefined][] = [
    [t.result.text, result?.text],
    [t.result.warnings, instance.warnings],
    [t.result.summary, instance.summary],
  ];
  const hasNothing = !result || result.kind === 'none';
  return (
    <div className={styles.page}>
      {hasNothing && (
        <EmptyState icon="grid" title={t.result.none}>
          {!hasEnded(instance.state) && t.result.running}
        </EmptyState>
      )}
      {result?.expired && <p className={styles.muted}>{t.result.expired}</p>}
      {rows && result?.columns && !result.expired && (
        <section className={`${styles.part} ${styles.grow}`} aria-label={t.result.rows}>
          <h2>{t.result.first(rows.length, formatNumber(result.row_count ?? rows.length))}</h2>
          <DataGrid
            label={t.result.rows}
            columns={result.columns}
            rowCount={rows.length}
            fetchRows={fetchRows}
            version={rows}
          />
        </section>
      )}
      {lines.map(
        ([title, text]) =>
          text && (
            <section key={title} className={styles.part} aria-label={title}>
              <h2>{title}</h2>
              <pre className={styles.text}>{text}</pre>
            </section>
          ),
      )}
    </div>
  );
}
