import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useText } from '../../app/i18n';
import { TextField } from '../../widgets/controls/Field';
import { schemaHref, tableHref, useTableAddress } from '../address';
import { type Change, type TableFacts, type TableName, tablesApi } from '../client';
import { texts } from '../texts';
import { untilEnded } from '../useAsked';
import { StatementDialog } from './StatementDialog';

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
  return (
    <StatementDialog
      title={t.change[change.action](change.column ?? facts.name)}
      submit={losing ? titleOf(change.action, t) : undefined}
      warning={losing ? warningOf(change.action, t) : undefined}
      name={facts.name}
      statement={statement}
      ready={value === shown}
      width={560}
      onClose={onClose}
      run={async (written) => {
        const last: Change = { ...change, value: losing ? change.value : value, confirm: written };
        await untilEnded((instance) => tablesApi.change(name, last, true, instance));
      }}
      onDone={() => {
        if (change.action === 'drop') address.go(schemaHref(name.schema), true);
        if (change.action === 'rename') address.go(tableHref({ ...name, table: value }, address.tab), true);
        void client.invalidateQueries({ queryKey: ['tables'] });
      }}
    >
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
    </StatementDialog>
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
