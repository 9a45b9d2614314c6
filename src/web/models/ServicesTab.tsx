import { Link } from 'wouter';
import { useText } from '../app/i18n';
import { ListTable } from '../widgets/data/ListTable';
import { EmptyState } from '../widgets/feedback/EmptyState';
import { StateBadge } from '../widgets/feedback/StateBadge';
import type { ModelVersion } from './client';
import styles from './Models.module.css';
import { texts } from './texts';

type Serving = ModelVersion['services'][number];

/** The services that answer with the version. */
export function ServicesTab({ version }: { version: ModelVersion }) {
  const t = useText(texts);
  const roles = t.roles as Record<string, string>;
  return (
    <div className={styles.scroll}>
      <ListTable<Serving>
        label={t.tab.services}
        rows={version.services}
        rowKey={(one) => `${one.project}.${one.name}.${one.role}`}
        columns={[
          {
            key: 'service',
            title: t.service,
            render: (one) => <Link href={`/services/${encodeURIComponent(one.name)}`}>{one.name}</Link>,
          },
          { key: 'role', title: t.role, render: (one) => roles[one.role] ?? one.role },
          { key: 'share', title: t.share, align: 'right', render: (one) => `${one.weight} %` },
          {
            key: 'state',
            title: t.state,
            render: (one) => (
              <StateBadge
                state={one.running ? 'success' : 'paused'}
                label={one.running ? t.serviceRuns : t.serviceStopped}
              />
            ),
          },
        ]}
        empty={
          <EmptyState icon="service" title={t.noServices}>
            {t.noServicesHelp}
          </EmptyState>
        }
      />
    </div>
  );
}
