// Below a field of columns: why there is nothing to choose from yet, then what the field is for.

import { useText } from '../../app/i18n';
import { texts } from '../texts';
import type { Schema } from '../wire';
import css from './Panel.module.css';

export function ColumnHint({ schema, awaited, hint }: { schema: Schema | undefined; awaited: string[]; hint: string }) {
  const t = useText(texts);
  if (schema?.known) return hint;
  return (
    <>
      <span className={css.awaited}>
        {awaited.length > 0 ? t.field.columnsAwaited(awaited.join(', ')) : t.field.columnsUnknown}
      </span>
      {hint}
    </>
  );
}
