import { useMemo, useState } from 'react';
import { formatBytes, formatNumber } from '../../app/format';
import { useText } from '../../app/i18n';
import { Curve } from '../../widgets/charts/Curve';
import { SearchField } from '../../widgets/controls/Field';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { Spinner } from '../../widgets/feedback/Spinner';
import { Toolbar, ToolbarSpace } from '../../widgets/layout/Toolbar';
import { texts } from '../texts';
import type { InstanceFacts } from '../types';
import styles from './CurvesTab.module.css';
import { drawn } from './curveSeries';
import { useCurves } from './useCurves';

const kMostDrawn = 16;
const kinds = ['cpu', 'memory', 'gpu'] as const;
const formats = {
  cpu: (value: number) => formatNumber(value, 2),
  memory: formatBytes,
  gpu: (value: number) => formatNumber(value, 2),
};

/** What the processes of a job used of the machine, over time. */
export function ResourcesTab({ instance }: { instance: InstanceFacts }) {
  const t = useText(texts);
  const [wanted, setWanted] = useState('');
  const { data, error, refetch } = useCurves(instance.id, 'resources');
  const pictures = useMemo(
    () =>
      kinds.map((kind) => {
        const all = (data?.series ?? []).filter((one) => one.name === kind && one.source.includes(wanted.trim()));
        const series = all.slice(0, kMostDrawn).flatMap((one) => drawn(one, one.source, 'time', 0));
        return { kind, all: all.length, series };
      }),
    [data?.series, wanted],
  );
  if (!data) {
    return error ? <ErrorBox error={error} onRetry={() => void refetch()} /> : <Spinner label={t.loading} block />;
  }
  if (!data.series?.length) {
    return (
      <EmptyState icon="resources" title={t.resources.none}>
        {t.resources.noneHelp}
      </EmptyState>
    );
  }
  return (
    <div className={styles.page}>
      <Toolbar label={t.tab.resources}>
        <span className={styles.hint}>{t.curves.zoom}</span>
        <ToolbarSpace />
        <SearchField label={t.log.filter} value={wanted} onChange={setWanted} />
      </Toolbar>
      <div className={styles.pictures}>
        {pictures
          .filter((one) => one.series.length > 0)
          .map(({ kind, all, series }) => (
            <section key={kind} className={styles.picture} aria-label={t.resources[kind]}>
              <h2>
                {t.resources[kind]}
                {all > series.length && <span className={styles.count}>{t.resources.shown(series.length, all)}</span>}
              </h2>
              <Curve
                label={t.resources[kind]}
                series={series}
                x="time"
                xLabel={t.curves.time}
                formatY={formats[kind]}
                yMin={0}
                sync="logview-resources"
                height={240}
              />
            </section>
          ))}
      </div>
    </div>
  );
}
