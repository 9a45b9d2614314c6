// One column of the table that comes in, chosen from its columns, or typed where they are not known yet.

import { TextField } from '../../widgets/controls/Field';
import type { Schema } from '../wire';
import { ColumnHint } from './ColumnHint';
import type { Shared } from './ParameterField';

type Props = Shared & { placeholder: string; schema: Schema | undefined; awaited: string[] };

export function ColumnField({ schema, awaited, ...shared }: Props) {
  const names = schema?.known ? schema.columns.map((column) => column.name) : [];
  const hint = <ColumnHint awaited={awaited} hint={shared.hint} schema={schema} />;
  return <TextField {...shared} hint={hint} mono suggestions={names.length > 0 ? names : undefined} />;
}
