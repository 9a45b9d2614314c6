import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useText } from '../app/i18n';
import { StatementDialog } from '../tables/detail/StatementDialog';
import { untilEnded } from '../tables/useAsked';
import { type ModelChange, modelsApi } from './client';
import { texts } from './texts';

export interface ModelChangeDialogProps {
  model: string;
  /** What is wanted; null while the dialog is closed. */
  change: ModelChange | null;
  onClose: () => void;
  /** The model was dropped. */
  onGone: () => void;
}

/** Shows the statement of a change, asks for the name where files are lost, and runs it. */
export function ModelChangeDialog(props: ModelChangeDialogProps) {
  if (!props.change) return null;
  return <OpenDialog key={JSON.stringify(props.change)} {...props} change={props.change} />;
}

function OpenDialog({ model, change, onClose, onGone }: ModelChangeDialogProps & { change: ModelChange }) {
  const t = useText(texts);
  const client = useQueryClient();
  const losing = change.action !== 'default_version';
  const statement = useQuery({
    queryKey: ['models', 'statement', model, change],
    queryFn: () => modelsApi.change(model, change, false),
    retry: false,
  });
  const titles = { drop: t.dropTitle(model), drop_version: t.dropVersion, default_version: t.makeDefault };
  return (
    <StatementDialog
      title={titles[change.action]}
      warning={losing ? t.dropWarning : undefined}
      name={model}
      statement={statement}
      onClose={onClose}
      run={async (written) => {
        await untilEnded((instance) => modelsApi.change(model, { ...change, confirm: written }, true, instance));
      }}
      onDone={() => {
        if (change.action === 'drop') onGone();
        void client.invalidateQueries({ queryKey: ['models'] });
      }}
    />
  );
}
