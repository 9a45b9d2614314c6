import { useState } from 'react';
import { Link } from 'wouter';
import { api } from '../app/api';
import { formatTime } from '../app/format';
import { useText } from '../app/i18n';
import { Button } from '../widgets/controls/Button';
import { IconButton } from '../widgets/controls/IconButton';
import { copyText } from '../widgets/copyText';
import { ListTable } from '../widgets/data/ListTable';
import { StateBadge } from '../widgets/feedback/StateBadge';
import { toast } from '../widgets/feedback/Toast';
import { PropertyList } from '../widgets/layout/PropertyList';
import styles from './Services.module.css';
import { pictureOfProcess, type Service, type ServiceAction, type ServiceVersion } from './serviceApi';
import { TrafficPanel } from './TrafficPanel';
import { texts } from './texts';

interface Props {
  service: Service;
  may: boolean;
  onAct: (action: ServiceAction) => void;
}

/** Addresses, versions with their shares, and the processes that answer. */
export function OverviewTab({ service, may, onAct }: Props) {
  const t = useText(texts);
  const processes = service.versions.flatMap((version) => version.instances.map((one) => ({ ...one, version })));
  const properties = Object.entries({
    ...service.properties,
    ...service.versions.find((one) => one.role === 'main')?.properties,
  });
  const address = <Copied text={service.address} label={t.copyAddress} />;
  const token = service.has_token ? <Token name={service.name} /> : t.noToken;
  const groupAddress = service.group_address ? (
    <Copied text={service.group_address} label={t.copyAddress} />
  ) : undefined;
  return (
    <div className={styles.scroll}>
      <div className={styles.cards}>
        <section className={styles.card}>
          <PropertyList
            rows={[
              [t.address, service.address === '' ? undefined : address],
              [t.token, token],
              [t.group, service.group === '' ? undefined : `${service.group} ${service.group_share}`],
              [t.groupAddress, groupAddress],
              [t.owner, service.owner || undefined],
              [t.created, formatTime(service.created_ms)],
              [t.modified, formatTime(service.updated_ms)],
              [t.scaling, service.scaling || undefined],
            ]}
          />
        </section>
        <TrafficPanel service={service} may={may} onAct={onAct} />
      </div>
      <h2 className={styles.heading}>{t.versions}</h2>
      <div className={styles.tableBox}>
        <ListTable
          label={t.versions}
          rows={[...service.versions].reverse()}
          rowKey={(one) => String(one.version)}
          columns={[
            { key: 'version', title: t.version, width: '80px', align: 'right', render: (one) => one.version },
            { key: 'role', title: t.role, render: (one) => t.roles[one.role] },
            { key: 'serves', title: t.serves, width: '34%', render: (one) => <Serves version={one} /> },
            {
              key: 'share',
              title: t.share,
              align: 'right',
              render: (one) =>
                one.role === 'retired' ? '' : one.role === 'mirror' ? t.copies(one.weight) : `${one.weight} %`,
            },
            {
              key: 'ready',
              title: t.ready,
              align: 'right',
              render: (one) =>
                one.role === 'retired' && one.instances.length === 0 ? '' : `${one.ready}/${one.wanted}`,
            },
            { key: 'created', title: t.created, render: (one) => formatTime(one.created_ms) },
            {
              key: 'switch',
              title: t.actions,
              align: 'right',
              render: (one) =>
                one.role === 'main' ? null : (
                  <Button
                    small
                    kind="quiet"
                    disabled={!may}
                    onClick={() => onAct({ action: 'switch', version: one.version })}
                  >
                    {t.switchHere(one.version)}
                  </Button>
                ),
            },
          ]}
        />
      </div>
      <h2 className={styles.heading}>{t.processes}</h2>
      <div className={styles.tableBox}>
        <ListTable
          label={t.processes}
          rows={processes}
          rowKey={(one) => `${one.version.version}-${one.index}`}
          empty={<p className={styles.nothing}>{t.noProcesses}</p>}
          columns={[
            { key: 'version', title: t.version, width: '80px', align: 'right', render: (one) => one.version.version },
            { key: 'process', title: t.process, width: '80px', align: 'right', render: (one) => one.index + 1 },
            {
              key: 'state',
              title: t.state,
              render: (one) => <StateBadge state={pictureOfProcess(one.state)} label={t.instanceStates[one.state]} />,
            },
            { key: 'pid', title: t.pid, align: 'right', render: (one) => one.pid || '' },
            { key: 'restarts', title: t.restarts, align: 'right', render: (one) => one.restarts },
            { key: 'error', title: t.lastError, width: '40%', render: (one) => one.last_error },
          ]}
        />
      </div>
      {properties.length > 0 && (
        <>
          <h2 className={styles.heading}>{t.properties}</h2>
          <div className={styles.tableBox}>
            <ListTable
              label={t.properties}
              rows={properties}
              rowKey={([name]) => name}
              columns={[
                { key: 'name', title: t.property, width: '34%', render: ([name]) => <code>{name}</code> },
                { key: 'value', title: t.value, render: ([, value]) => <code>{value}</code> },
              ]}
            />
          </div>
        </>
      )}
    </div>
  );
}

function Serves({ version }: { version: ServiceVersion }) {
  if (version.model === '' || version.own_processor) return <span className={styles.path}>{version.serves}</span>;
  return <Link href={modelHref(version.model)}>{version.serves}</Link>;
}

function Copied({ text, label }: { text: string; label: string }) {
  const t = useText(texts);
  return (
    <span className={styles.copied}>
      <code className={styles.path}>{text}</code>
      <IconButton
        icon="copy"
        small
        label={label}
        onClick={() => void copyText(text).then(() => toast.good(t.copied), toast.bad)}
      />
    </span>
  );
}

/** It comes when it is asked for, and goes when the page does. */
function Token({ name }: { name: string }) {
  const t = useText(texts);
  const [token, setToken] = useState<string | null>(null);
  const ask = async () => {
    try {
      setToken((await api.get<{ token: string }>(`/services/${encodeURIComponent(name)}/token`)).token);
    } catch (error) {
      toast.bad(error);
    }
  };
  if (token === null) {
    return (
      <Button small icon="key" onClick={() => void ask()}>
        {t.showToken}
      </Button>
    );
  }
  return (
    <span className={styles.copied}>
      <Copied text={token} label={t.copyToken} />
      <Button small kind="quiet" onClick={() => setToken(null)}>
        {t.hideToken}
      </Button>
    </span>
  );
}

/** The page of a model that a service names as "project.model". */
function modelHref(model: string): string {
  const name = model.slice(model.indexOf('.') + 1);
  return `/models?${new URLSearchParams({ model: name })}`;
}
