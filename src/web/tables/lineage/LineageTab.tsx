import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { formatNumber } from '../../app/format';
import { useText } from '../../app/i18n';
import { CheckField, SelectField } from '../../widgets/controls/Field';
import { IconButton } from '../../widgets/controls/IconButton';
import { Segmented } from '../../widgets/controls/Segmented';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { Spinner } from '../../widgets/feedback/Spinner';
import { SplitPane } from '../../widgets/layout/SplitPane';
import { type LineageRoot, tablesApi } from '../client';
import { texts } from '../texts';
import type { Chosen } from './chosen';
import styles from './Lineage.module.css';
import { LineageList } from './LineageList';
import { LineagePanel } from './LineagePanel';

const LineageCanvas = lazy(() => import('./LineageCanvas'));
const kSteps = [0, 1, 2, 3, 5, 10];

/** The tables that a table or model is made from and that are made from it, as a graph and as a list. */
export function LineageTab({ root, title }: { root: LineageRoot; title: string }) {
  const t = useText(texts);
  const [before, setBefore] = useState(2);
  const [after, setAfter] = useState(2);
  const [view, setView] = useState<'graph' | 'list'>('graph');
  const [columns, setColumns] = useState(true);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const lineage = useQuery({
    queryKey: ['tables', 'lineage', root, before, after],
    queryFn: ({ signal }) => tablesApi.lineage(root, before, after, { signal }),
    retry: false,
    placeholderData: (last) => last,
    // The next answers bring the statements that are not read yet.
    refetchInterval: (query) => (query.state.data && query.state.data.read < query.state.data.sources ? 500 : false),
  });
  const graph = lineage.data;
  const steps = kSteps.map((count) => ({ value: String(count), label: t.steps(count) }));
  return (
    <>
      <div className={styles.bar}>
        <Segmented
          label={t.shownAs}
          options={[
            { value: 'graph', label: t.graph, icon: 'lineage' },
            { value: 'list', label: t.asList, icon: 'list' },
          ]}
          value={view}
          onChange={setView}
        />
        <span className={styles.steps}>
          {t.before}
          <SelectField
            label={t.before}
            hideLabel
            value={String(before)}
            options={steps}
            onChange={(value) => setBefore(Number(value))}
          />
        </span>
        <span className={styles.steps}>
          {t.after}
          <SelectField
            label={t.after}
            hideLabel
            value={String(after)}
            options={steps}
            onChange={(value) => setAfter(Number(value))}
          />
        </span>
        {view === 'graph' && <CheckField label={t.withColumns} checked={columns} onChange={setColumns} />}
        <span className={styles.note} aria-live="polite">
          {graph && graph.read < graph.sources && t.readOn(formatNumber(graph.read), formatNumber(graph.sources))}
          {graph?.cut && t.cutGraph}
        </span>
        <span className={styles.grow} />
        <IconButton icon="refresh" label={t.refresh} onClick={() => void lineage.refetch()} />
      </div>
      {lineage.error ? (
        <div className={styles.padded}>
          <ErrorBox error={lineage.error} onRetry={() => void lineage.refetch()} />
        </div>
      ) : !graph ? (
        <Spinner label={t.tab.lineage} block />
      ) : graph.edges.length === 0 && graph.read === graph.sources ? (
        <EmptyState icon="lineage" title={t.noLineage}>
          {t.noLineageHelp}
        </EmptyState>
      ) : (
        <SplitPane
          label={t.tab.lineage}
          direction="row"
          sized="second"
          initial={0.3}
          min={240}
          minOther={320}
          storageKey="lineage"
          collapsed={chosen === null}
        >
          {view === 'graph' ? (
            <Suspense fallback={<Spinner label={t.tab.lineage} block />}>
              <LineageCanvas
                label={t.lineageOf(title)}
                graph={graph}
                columns={columns}
                chosen={chosen}
                onChoose={setChosen}
              />
            </Suspense>
          ) : (
            <LineageList graph={graph} onChoose={setChosen} />
          )}
          <LineagePanel graph={graph} chosen={chosen} onChoose={setChosen} />
        </SplitPane>
      )}
    </>
  );
}
