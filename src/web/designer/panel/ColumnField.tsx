// One column of the table that comes in, chosen from its columns, or typed where they are not known yet.

import { useText } from '../../app/i18n';
import { TextField } from '../../widgets/controls/Field';
import { texts } from '../texts';
import type { Schema } from '../wire';
import type { Shared } from './ParameterField';

type Props = Shared & { placeholder: string; schema: Schema | undefined };

export function ColumnField({ schema, ...shared }: Props) {
  const t = useText(texts);
  const names = schema?.known ? schema.columns.map((column) => column.name) : [];
  const hint = schema?.known ? shared.hint : [shared.hint, t.field.columnsUnknown].filter(Boolean).join(' ');
  return <TextField {...shared} hint={hint} mono suggestions={names.length > 0 ? names : undefined} />;
}
