import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { formatNumber, formatTime } from '../app/format';
import { useText } from '../app/i18n';
import { Button } from '../widgets/controls/Button';
import { StateBadge } from '../widgets/feedback/StateBadge';
import { ListPage } from '../widgets/layout/ListPage';
import { ActionBanner } from './ActionBanner';
import { DeployDialog } from './ServiceDialogs';
import styles from './Services.module.css';
import { SplitBar } from './SplitBar';
import { type ListedService, pictureOfService, useActions, useServices } from './serviceApi';
import { texts } from './texts';

const last = (values: (number | null)[] | undefined) => values?.at(-1) ?? null;

/** The services of the home. */
export function ServiceList() {
  const t = useText(texts);
  const [, navigate] = useLocation();
  const [deploying, setDeploying] = useState(false);
  const services = useServices();
  const actions = useActions();
  const perSecond = (value: number | null) =>
    value === null ? '' : t.perSecond(formatNumber(value, value < 10 ? 1 : 0));
  return (
    <>
      <ListPage
        icon="service"
        texts={t}
        query={services}
        banner={<ActionBanner running={actions.running} onDismiss={actions.dismiss} />}
        action={
          services.data?.may_deploy && (
            <Button kind="primary" icon="add" onClick={() => setDeploying(true)}>
              {t.deploy}
            </Button>
          )
        }
        rows={services.data?.services}
        textOf={(one) => `${one.name}\n${one.serves}`}
        rowKey={(one) => one.name}
        rowLabel={(one) => one.name}
        onOpen={(one) => navigate(`/services/${encodeURIComponent(one.name)}`)}
        columns={[
          { key: 'name', title: t.name, width: '18%', render: (one) => <NameCell service={one} /> },
          {
            key: 'state',
            title: t.state,
            render: (one) => <StateBadge state={pictureOfService(one.state)} label={t.states[one.state]} />,
          },
          { key: 'serves', title: t.serves, render: (one) => <span className={styles.path}>{one.serves}</span> },
          { key: 'ready', title: t.ready, align: 'right', render: (one) => one.ready },
          { key: 'traffic', title: t.traffic, width: '160px', render: (one) => <SplitBar split={one.split} /> },
          { key: 'rate', title: t.rate, align: 'right', render: (one) => perSecond(last(one.now?.rate)) },
          {
            key: 'latency',
            title: t.latency,
            align: 'right',
            render: (one) => {
              const value = last(one.now?.p95_ms);
              return value === null ? '' : t.seconds(formatNumber(value, value < 10 ? 2 : 0));
            },
          },
          { key: 'errors', title: t.errors, align: 'right', render: (one) => <ErrorRate service={one} /> },
          { key: 'changed', title: t.changed, render: (one) => formatTime(one.updated_ms) },
        ]}
      />
      {deploying && <DeployDialog onClose={() => setDeploying(false)} onDeploy={actions.deploy} />}
    </>
  );
}

function NameCell({ service }: { service: ListedService }) {
  return (
    <div>
      <Link href={`/services/${encodeURIComponent(service.name)}`} className={styles.strong}>
        {service.name}
      </Link>
      <div className={styles.under}>
        {service.project}
        {service.group !== '' && ` · ${service.group} ${service.group_share}`}
      </div>
    </div>
  );
}

function ErrorRate({ service }: { service: ListedService }) {
  const t = useText(texts);
  const failed = last(service.now?.failed);
  if (failed === null) return null;
  return <span className={failed > 0 ? styles.bad : styles.muted}>{t.perSecond(formatNumber(failed, 1))}</span>;
}
