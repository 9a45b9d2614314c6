import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api } from '../app/api';
import { formatTime } from '../app/format';
import { useText } from '../app/i18n';
import { Button } from '../widgets/controls/Button';
import { SearchField, TextField } from '../widgets/controls/Field';
import { IconButton } from '../widgets/controls/IconButton';
import { ListTable } from '../widgets/data/ListTable';
import { Dialog } from '../widgets/feedback/Dialog';
import { EmptyState } from '../widgets/feedback/EmptyState';
import { ErrorBox } from '../widgets/feedback/ErrorBox';
import { Spinner } from '../widgets/feedback/Spinner';
import { StateBadge } from '../widgets/feedback/StateBadge';
import { toast } from '../widgets/feedback/Toast';
import { PageHeader } from '../widgets/layout/PageHeader';
import { dayText, type ListedFlow, pictureOfRun, useFlows } from './flowApi';
import { texts } from './texts';
import styles from './Workflows.module.css';

/** The workflows that the home knows. */
export function WorkflowList() {
  const t = useText(texts);
  const [, navigate] = useLocation();
  const [pages, setPages] = useState(1);
  const [wanted, setWanted] = useState('');
  const [adding, setAdding] = useState(false);
  const flows = useFlows(pages);
  const rows = (flows.data?.rows ?? []).filter((one) =>
    `${one.name}\n${one.folder}`.toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => api.del(`/workflows/${id}`),
    onSuccess: () => {
      toast.good(t.removed);
      void client.invalidateQueries({ queryKey: ['workflows', 'list'] });
    },
    onError: toast.bad,
  });
  const addButton = flows.data?.may_add && (
    <Button icon="add" onClick={() => setAdding(true)}>
      {t.add}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t.title}
        subtitle={t.subtitle}
        actions={
          <>
            <SearchField label={t.find} value={wanted} onChange={setWanted} />
            {addButton}
          </>
        }
      />
      {flows.isPending && <Spinner label={t.loading} block />}
      {flows.error && <ErrorBox error={flows.error} onRetry={() => void flows.refetch()} />}
      {flows.data && flows.data.rows.length === 0 && (
        <EmptyState icon="workflow" title={t.empty} action={addButton}>
          <p>{t.emptyHelp}</p>
          <p>
            <code>{t.emptyCommand}</code>
          </p>
        </EmptyState>
      )}
      {flows.data && flows.data.rows.length > 0 && (
        <ListTable
          label={t.title}
          rows={rows}
          rowKey={(one) => one.id}
          rowLabel={(one) => one.name}
          onOpen={(one) => navigate(`/workflows/${one.id}`)}
          columns={[
            { key: 'name', title: t.name, width: '24%', render: (one) => <NameCell flow={one} /> },
            { key: 'project', title: t.project, render: (one) => one.project },
            { key: 'nodes', title: t.nodes, align: 'right', render: (one) => (one.broken ? '' : one.nodes) },
            { key: 'last', title: t.lastRun, render: (one) => <LastRun flow={one} /> },
            {
              key: 'next',
              title: t.next,
              render: (one) =>
                one.next_ms > 0 ? (
                  <span title={`${one.cron} ${t.nextHelp}`}>{formatTime(one.next_ms)}</span>
                ) : (
                  t.notScheduled
                ),
            },
            {
              key: 'origin',
              title: t.origin,
              render: (one) => (
                <span className={styles.inline}>
                  {t.origins[one.origin]}
                  {one.origin === 'added' && flows.data.may_add && (
                    <IconButton
                      icon="close"
                      small
                      label={`${t.remove}: ${one.name}`}
                      onClick={() => remove.mutate(one.id)}
                    />
                  )}
                </span>
              ),
            },
          ]}
        />
      )}
      {flows.data?.next && (
        <div className={styles.more}>
          <Button onClick={() => setPages(pages + 1)}>{t.more}</Button>
        </div>
      )}
      {adding && <AddFolder onClose={() => setAdding(false)} />}
    </>
  );
}

function NameCell({ flow }: { flow: ListedFlow }) {
  const t = useText(texts);
  return (
    <div className={styles.nameCell}>
      <Link href={`/workflows/${flow.id}`} className={styles.name}>
        {flow.name}
      </Link>
      {flow.broken !== '' && (
        <span className={styles.bad} title={flow.broken}>
          {t.brokenFlow}
        </span>
      )}
      {flow.errors > 0 && <span className={styles.bad}>{t.errors(flow.errors)}</span>}
      <span className={styles.folder} title={flow.folder}>
        {flow.folder}
      </span>
    </div>
  );
}

function LastRun({ flow }: { flow: ListedFlow }) {
  const t = useText(texts);
  const run = flow.last_run;
  if (!run) return <span className={styles.muted}>{t.never}</span>;
  return (
    <span className={styles.inline}>
      <StateBadge state={pictureOfRun(run.state)} />
      <span className={styles.muted}>{dayText(run.bizdate)}</span>
    </span>
  );
}

function AddFolder({ onClose }: { onClose: () => void }) {
  const t = useText(texts);
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [folder, setFolder] = useState('');
  const [asked, setAsked] = useState(false);
  const add = useMutation({
    mutationFn: () => api.post<{ id: string }>('/workflows', { folder: folder.trim() }),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: ['workflows', 'list'] });
      toast.good(t.added);
      onClose();
      navigate(`/workflows/${id}`);
    },
  });
  const submit = () => {
    setAsked(true);
    if (folder.trim() !== '') add.mutate();
  };
  return (
    <Dialog
      open
      title={t.addTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" busy={add.isPending} onClick={submit}>
            {t.add}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={t.addFolder}
          value={folder}
          onChange={setFolder}
          hint={t.addHint}
          error={asked && folder.trim() === '' ? t.addNeeded : ''}
          mono
          autoFocus
        />
        {add.error && <ErrorBox error={add.error} />}
      </form>
    </Dialog>
  );
}
