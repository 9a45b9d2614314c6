import { useState } from 'react';
import { useLocation } from 'wouter';
import { useText } from '../app/i18n';
import { Button } from '../widgets/controls/Button';
import { Menu } from '../widgets/controls/Menu';
import { ConfirmDialog } from '../widgets/feedback/Dialog';
import { ErrorBox } from '../widgets/feedback/ErrorBox';
import { Spinner } from '../widgets/feedback/Spinner';
import { StateBadge } from '../widgets/feedback/StateBadge';
import { toast } from '../widgets/feedback/Toast';
import { PageHeader } from '../widgets/layout/PageHeader';
import { TabPanel, Tabs } from '../widgets/layout/Tabs';
import { ActionBanner } from './ActionBanner';
import { CallTab } from './CallTab';
import { CurvesTab } from './CurvesTab';
import { LogTab } from './LogTab';
import { OverviewTab } from './OverviewTab';
import { AutoscaleDialog, ScaleDialog, VersionDialog } from './ServiceDialogs';
import { pictureOfService, type ServiceAction, useActions, useService } from './serviceApi';
import { texts } from './texts';

const tabNames = ['overview', 'curves', 'call', 'log'] as const;
type Asking = 'stop' | 'drop' | 'scale' | 'autoscale' | 'update' | 'release';

/** One service: what it is, how it does, and what can be done with it. */
export function ServiceView({ name, tab }: { name: string; tab: string }) {
  const t = useText(texts);
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState<Asking | null>(null);
  const found = useService(name);
  const actions = useActions();
  const shown = tabNames.find((one) => one === tab) ?? 'overview';
  const close = () => setAsking(null);
  const service = found.data;
  if (!service) {
    return (
      <>
        <PageHeader title={name} path={[{ title: t.title, href: '/services' }]} />
        <ActionBanner running={actions.running} onDismiss={actions.dismiss} />
        {found.isPending ? (
          <Spinner label={t.loading} block />
        ) : (
          <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
        )}
      </>
    );
  }
  const act = async (action: ServiceAction) => {
    close();
    try {
      const { end } = await actions.change(name, action);
      if ((await end) && action.action === 'drop') navigate('/services');
    } catch (error) {
      toast.bad(error);
    }
  };
  const grey = service.versions.some((one) => one.role === 'grey');
  const retired = service.versions.some((one) => one.role === 'retired');
  const busy = actions.running !== null && !actions.running.done;
  const may = service.may_change && !busy;
  return (
    <>
      <PageHeader
        title={service.name}
        path={[{ title: t.title, href: '/services' }]}
        subtitle={`${service.project} · ${service.serves}`}
        beside={<StateBadge state={pictureOfService(service.state)} label={t.states[service.state]} />}
        actions={
          <>
            {service.running ? (
              <Button icon="stop" disabled={!may} onClick={() => setAsking('stop')}>
                {t.stop}
              </Button>
            ) : (
              <Button icon="play" kind="primary" disabled={!may} onClick={() => void act({ action: 'start' })}>
                {t.start}
              </Button>
            )}
            <Button icon="resources" disabled={!may} onClick={() => setAsking('scale')}>
              {t.scale}
            </Button>
            <Button icon="upload" disabled={!may} onClick={() => setAsking('update')}>
              {t.update}
            </Button>
            <Menu
              label={t.more}
              disabled={!may}
              items={[
                { label: t.release, icon: 'split', onSelect: () => setAsking('release') },
                {
                  label: t.switchTo,
                  icon: 'arrowRight',
                  disabled: !grey,
                  onSelect: () => void act({ action: 'switch' }),
                },
                {
                  label: t.rollback,
                  icon: 'undo',
                  disabled: !grey && !retired,
                  onSelect: () => void act({ action: 'rollback' }),
                },
                { label: t.autoscale, icon: 'chart', onSelect: () => setAsking('autoscale') },
                'separator',
                { label: t.drop, icon: 'trash', danger: true, onSelect: () => setAsking('drop') },
              ]}
            />
          </>
        }
      />
      <ActionBanner running={actions.running} onDismiss={actions.dismiss} />
      {found.error && <ErrorBox error={found.error} />}
      <Tabs
        id="service"
        label={t.tabs}
        selected={shown}
        onSelect={(one) => navigate(`/services/${encodeURIComponent(name)}/${one}`)}
        tabs={[
          { id: 'overview', title: t.overview, icon: 'service' },
          { id: 'curves', title: t.curves, icon: 'chart' },
          { id: 'call', title: t.call, icon: 'play' },
          { id: 'log', title: t.log, icon: 'text' },
        ]}
      />
      <TabPanel of="service" tab={shown}>
        {shown === 'overview' && <OverviewTab service={service} may={may} onAct={(action) => void act(action)} />}
        {shown === 'curves' && <CurvesTab name={name} />}
        {shown === 'call' && <CallTab service={service} />}
        {shown === 'log' && <LogTab service={service} />}
      </TabPanel>
      <ConfirmDialog
        open={asking === 'stop'}
        title={t.stopTitle(name)}
        confirm={t.stop}
        danger
        onClose={close}
        onConfirm={() => void act({ action: 'stop' })}
      >
        {t.stopHelp}
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'drop'}
        title={t.dropTitle(name)}
        confirm={t.drop}
        danger
        onClose={close}
        onConfirm={() => void act({ action: 'drop' })}
      >
        {t.dropHelp}
      </ConfirmDialog>
      {asking === 'scale' && <ScaleDialog service={service} onClose={close} onAct={act} />}
      {asking === 'autoscale' && <AutoscaleDialog service={service} onClose={close} onAct={act} />}
      {(asking === 'update' || asking === 'release') && (
        <VersionDialog service={service} kind={asking} onClose={close} onAct={act} />
      )}
    </>
  );
}
