import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { ApiError, api } from '../app/api';
import { formatDuration } from '../app/format';
import { useText } from '../app/i18n';
import { Button } from '../widgets/controls/Button';
import { IconButton } from '../widgets/controls/IconButton';
import { copyText } from '../widgets/copyText';
import { ConfirmDialog } from '../widgets/feedback/Dialog';
import { EmptyState } from '../widgets/feedback/EmptyState';
import { ErrorBox } from '../widgets/feedback/ErrorBox';
import { Spinner } from '../widgets/feedback/Spinner';
import { StateBadge } from '../widgets/feedback/StateBadge';
import { toast } from '../widgets/feedback/Toast';
import { PageHeader } from '../widgets/layout/PageHeader';
import { TabPanel, Tabs } from '../widgets/layout/Tabs';
import { CurvesTab } from './curves/CurvesTab';
import { ResourcesTab } from './curves/ResourcesTab';
import { HistoryTab } from './facts/HistoryTab';
import { OverviewTab } from './facts/OverviewTab';
import { ParametersTab } from './facts/ParametersTab';
import { ResultTab } from './facts/ResultTab';
import { SourceTab } from './facts/SourceTab';
import { TablesTab } from './facts/TablesTab';
import styles from './InstancePage.module.css';
import { LogsTab } from './log/LogsTab';
import { texts } from './texts';
import { hasEnded, type InstanceFacts, nameOf } from './types';
import { useNow } from './useNow';

const kPollMs = 1000;

const tabs = {
  overview: OverviewTab,
  logs: LogsTab,
  curves: CurvesTab,
  resources: ResourcesTab,
  tables: TablesTab,
  parameters: ParametersTab,
  source: SourceTab,
  result: ResultTab,
  history: HistoryTab,
};
type TabName = keyof typeof tabs;

export function InstancePage({ id, tab }: { id: string; tab?: string }) {
  const t = useText(texts);
  const [, navigate] = useLocation();
  const facts = useQuery({
    queryKey: ['logview', 'instance', id],
    queryFn: ({ signal }) => api.get<InstanceFacts>(`/logview/instances/${encodeURIComponent(id)}`, {}, { signal }),
    refetchInterval: (query) => {
      const now = query.state.data;
      return now && hasEnded(now.state) ? false : kPollMs;
    },
    retry: (count, error) => !(error instanceof ApiError && error.status >= 400) && count < 3,
  });
  const instance = facts.data;
  if (!instance) {
    return (
      <>
        <PageHeader title={id} path={[{ title: t.title, href: '/logview' }]} />
        {facts.error ? (
          <div className={styles.refused}>
            <ErrorBox error={facts.error} onRetry={() => void facts.refetch()} />
          </div>
        ) : (
          <Spinner label={t.loading} block />
        )}
      </>
    );
  }
  const shown: TabName = tab !== undefined && tab in tabs ? (tab as TabName) : 'overview';
  const Shown = tabs[shown];
  const hidden: TabName[] = instance.kind === 'pai' ? ['result'] : ['curves', 'resources'];
  return (
    <>
      <InstanceHeader instance={instance} />
      <Tabs
        id="logview"
        label={t.tab.label}
        tabs={(Object.keys(tabs) as TabName[])
          .filter((name) => !hidden.includes(name))
          .map((name) => ({ id: name, title: t.tab[name] }))}
        selected={shown}
        onSelect={(name) => navigate(`/logview/${encodeURIComponent(id)}/${name}`, { replace: true })}
      />
      <TabPanel of="logview" tab={shown}>
        {hidden.includes(shown) ? <EmptyState title={t.curves.ofPai} /> : <Shown instance={instance} />}
      </TabPanel>
    </>
  );
}

function InstanceHeader({ instance }: { instance: InstanceFacts }) {
  const t = useText(texts);
  const [, navigate] = useLocation();
  const ended = hasEnded(instance.state);
  const now = useNow(!ended);
  const latency = Math.max(0, (ended ? instance.ended_ms : now) - instance.created_ms);
  const copy = (text: string) => void copyText(text).then(() => toast.good(t.copied));
  return (
    <PageHeader
      title={nameOf(instance) || instance.id}
      path={[{ title: t.title, href: '/logview' }]}
      subtitle={
        <span className={styles.id}>
          {instance.id}
          <IconButton icon="copy" small label={t.copyId} onClick={() => copy(instance.id)} />
        </span>
      }
      beside={
        <span className={styles.beside} aria-live="polite">
          <StateBadge state={instance.state} />
          <span className={styles.latency}>{formatDuration(latency)}</span>
          {instance.progress !== null && !ended && <ProgressBar share={instance.progress} />}
        </span>
      }
      actions={
        <>
          {instance.board?.address && (
            <a className={styles.link} href={instance.board.address} target="_blank" rel="noreferrer">
              {t.tensorboard}
            </a>
          )}
          {instance.board && !instance.board.address && (
            <Button kind="quiet" icon="copy" onClick={() => copy(instance.board?.command ?? '')}>
              {t.copyBoard}
            </Button>
          )}
          {instance.kind === 'pai' && instance.name !== '' && (
            <Button icon="chart" onClick={() => navigate(`/logview/compare?job=${encodeURIComponent(instance.name)}`)}>
              {t.compareRuns}
            </Button>
          )}
          {!ended && instance.may_stop && <StopButton id={instance.id} />}
        </>
      }
    />
  );
}

function ProgressBar({ share }: { share: number }) {
  const t = useText(texts);
  const percent = Math.round(share * 100);
  return (
    <span className={styles.progress}>
      <progress aria-label={t.progress} value={share} max={1} />
      {percent} %
    </span>
  );
}

function StopButton({ id }: { id: string }) {
  const t = useText(texts);
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const stop = useMutation({
    mutationFn: () => api.post(`/logview/instances/${encodeURIComponent(id)}/stop`),
    onSuccess: () => toast.good(t.stopping),
    onError: (error) => toast.bad(error),
    onSettled: () => {
      setAsking(false);
      void client.invalidateQueries({ queryKey: ['logview', 'instance', id] });
    },
  });
  return (
    <>
      <Button kind="danger" icon="stop" onClick={() => setAsking(true)}>
        {t.stop}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t.stopTitle}
        confirm={t.stop}
        danger
        busy={stop.isPending}
        onConfirm={() => stop.mutate()}
        onClose={() => setAsking(false)}
      >
        {t.stopHelp}
      </ConfirmDialog>
    </>
  );
}
