import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useText } from '../../app/i18n';
import { Button } from '../../widgets/controls/Button';
import { TextField } from '../../widgets/controls/Field';
import { Dialog } from '../../widgets/feedback/Dialog';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { toast } from '../../widgets/feedback/Toast';
import { schemaHref, tableHref, useTableAddress } from '../address';
import { type Change, type TableFacts, type TableName, tablesApi } from '../client';
import { texts } from '../texts';
import { untilEnded } from '../useAsked';
import styles from './ChangeDialog.module.css';

export interface ChangeDialogProps {
  name: TableName;
  facts: TableFacts;
  /** What is wanted; null while the dialog is closed. */
  change: Change | null;
  onClose: () => void;
}

/** Asks for what a change needs, shows the statement, and runs it. */
export function ChangeDialog(props: ChangeDialogProps) {
  if (!props.change) return null;
  return <OpenDialog key={JSON.stringify(props.change)} {...props} change={props.change} />;
}

const kLosing: Change['action'][] = ['drop', 'drop_partition', 'restore'];

function OpenDialog({ name, facts, change, onClose }: ChangeDialogProps & { change: Change }) {
  const t = useText(texts);
  const client = useQueryClient();
  const address = useTableAddress();
  const [value, setValue] = useState(change.value ?? '');
  const [shown, setShown] = useState(value);
  const [written, setWritten] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const losing = kLosing.includes(change.action);
  useEffect(() => {
    const timer = window.setTimeout(() => setShown(value), 200);
    return () => window.clearTimeout(timer);
  }, [value]);
  const wanted: Change = { ...change, value: losing ? change.value : shown };
  const statement = useQuery({
    queryKey: ['tables', 'statement', name.schema, name.table, wanted],
    queryFn: () => tablesApi.change(name, wanted, false),
    retry: false,
    placeholderData: (last) => last,
  });
  const run = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const last: Change = { ...change, value: losing ? change.value : value, confirm: written };
      await untilEnded((instance) => tablesApi.change(name, last, true, instance));
      toast.good(t.done);
      onClose();
      if (change.action === 'drop') address.go(schemaHref(name.schema), true);
      if (change.action === 'rename') address.go(tableHref({ ...name, table: value }, address.tab), true);
      await client.invalidateQueries({ queryKey: ['tables'] });
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  const ready = !statement.error && (!losing || written === facts.name) && value === shown;
  return (
    <Dialog
      open
      title={t.change[change.action](change.column ?? facts.name)}
      onClose={onClose}
      width={560}
      actions={
        <>
          <Button onClick={onClose}>{t.close}</Button>
          <Button kind={losing ? 'danger' : 'primary'} busy={busy} disabled={!ready} onClick={() => void run()}>
            {losing ? titleOf(change.action, t) : t.run}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) void run();
        }}
      >
        {losing && <p className={styles.warning}>{warningOf(change.action, t)}</p>}
        {change.partition && (
          <p>
            {t.partition}:{' '}
            <code>
              {facts.columns
                .filter((column) => column.partition)
                .map((column, index) => `${column.name}=${change.partition?.[index] ?? ''}`)
                .join('/')}
            </code>
          </p>
        )}
        {!losing && (
          <TextField
            label={change.action === 'rename' ? t.newName : change.action === 'lifecycle' ? t.newDays : t.newComment}
            type={change.action === 'lifecycle' ? 'number' : 'text'}
            min={1}
            mono={change.action === 'rename'}
            autoFocus
            value={value}
            onChange={setValue}
          />
        )}
        <div>
          <p className={styles.label}>{t.statement}</p>
          <pre className={styles.statement}>{statement.data?.statement ?? ' '}</pre>
        </div>
        {losing && (
          <TextField
            label={t.confirmName(facts.name)}
            mono
            autoFocus
            autoComplete="off"
            value={written}
            onChange={setWritten}
          />
        )}
        {(failure ?? statement.error) !== null && <ErrorBox error={failure ?? statement.error} />}
      </form>
    </Dialog>
  );
}

type T = ReturnType<typeof useText<typeof texts.en>>;

function titleOf(action: Change['action'], t: T): string {
  if (action === 'drop') return t.drop;
  return action === 'restore' ? t.restore : t.dropPartition;
}
function warningOf(action: Change['action'], t: T): string {
  if (action === 'drop') return t.dropWarning;
  return action === 'restore' ? t.restoreWarning : t.dropPartitionWarning;
}
