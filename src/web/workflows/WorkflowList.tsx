import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api } from '../app/api';
import { formatTime } from '../app/format';
import { useText } from '../app/i18n';
import { Button } from '../widgets/controls/Button';
import { TextField } from '../widgets/controls/Field';
import { IconButton } from '../widgets/controls/IconButton';
import { FormDialog } from '../widgets/feedback/FormDialog';
import { StateBadge } from '../widgets/feedback/StateBadge';
import { toast } from '../widgets/feedback/Toast';
import { ListPage } from '../widgets/layout/ListPage';
import { dayText, type ListedFlow, pictureOfRun, useFlows } from './flowApi';
import { texts } from './texts';
import styles from './Workflows.module.css';

/** The workflows that the home knows. */
export function WorkflowList() {
  const t = useText(texts);
  const [, navigate] = useLocation();
  const [pages, setPages] = useState(1);
  const [adding, setAdding] = useState(false);
  const flows = useFlows(pages);
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => api.del(`/workflows/${id}`),
    onSuccess: () => {
      toast.good(t.removed);
      void client.invalidateQueries({ queryKey: ['workflows', 'list'] });
    },
    onError: toast.bad,
  });
  return (
    <>
      <ListPage
        icon="workflow"
        texts={t}
        query={flows}
        action={
          flows.data?.may_add && (
            <Button icon="add" onClick={() => setAdding(true)}>
              {t.add}
            </Button>
          )
        }
        rows={flows.data?.rows}
        textOf={(one) => `${one.name}\n${one.folder}`}
        onMore={flows.data?.next ? () => setPages(pages + 1) : undefined}
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
                {one.origin === 'added' && flows.data?.may_add && (
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
    <FormDialog
      title={t.addTitle}
      submit={t.add}
      busy={add.isPending}
      error={add.error}
      onClose={onClose}
      onSubmit={submit}
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
    </FormDialog>
  );
}
