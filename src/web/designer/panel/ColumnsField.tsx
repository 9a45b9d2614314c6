// Columns of the table that comes in: a text with commas, and a list to tick where the columns are known.

import { useId, useState } from 'react';

import { useText } from '../../app/i18n';
import { Button } from '../../widgets/controls/Button';
import { TextField } from '../../widgets/controls/Field';
import { texts } from '../texts';
import type { Column, Schema } from '../wire';
import { ColumnHint } from './ColumnHint';
import css from './Panel.module.css';
import type { Shared } from './ParameterField';

type Props = Shared & {
  placeholder: string;
  schema: Schema | undefined;
  awaited: string[];
  /** Columns that other fields of the node name, the label for instance: "All" leaves them out. */
  elsewhere: string[];
};

function namesOf(value: string): string[] {
  return value
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

export function ColumnsField({ schema, awaited, elsewhere, ...shared }: Props) {
  const t = useText(texts);
  const [open, setOpen] = useState(false);
  const list = useId();
  const columns = schema?.known ? schema.columns : [];
  const hint = <ColumnHint awaited={awaited} hint={shared.hint} schema={schema} />;
  const chosen = namesOf(shared.value);
  return (
    <>
      <TextField {...shared} hint={hint} mono placeholder={shared.placeholder} />
      {columns.length > 0 && (
        <div className={css.columns}>
          <Button aria-controls={list} aria-expanded={open} onClick={() => setOpen(!open)} small>
            {open ? t.field.done : t.field.choose(chosen.length, columns.length)}
          </Button>
          {open && (
            <ColumnList
              chosen={chosen}
              columns={columns}
              elsewhere={elsewhere}
              id={list}
              label={shared.label}
              onChange={shared.onChange}
            />
          )}
        </div>
      )}
    </>
  );
}

interface ListProps {
  id: string;
  label: string;
  columns: Column[];
  chosen: string[];
  elsewhere: string[];
  onChange: (value: string) => void;
}

function ColumnList({ id, label, columns, chosen, elsewhere, onChange }: ListProps) {
  const t = useText(texts);
  const [search, setSearch] = useState('');
  const ticked = new Set(chosen.map((name) => name.toLowerCase()));
  const shown = columns.filter((column) => column.name.toLowerCase().includes(search.toLowerCase()));
  const taken = new Set(elsewhere.map((name) => name.toLowerCase()));
  const free = shown.filter((column) => !taken.has(column.name.toLowerCase()));
  const toggle = (column: Column) => {
    if (ticked.has(column.name.toLowerCase())) {
      onChange(chosen.filter((name) => name.toLowerCase() !== column.name.toLowerCase()).join(','));
    } else {
      // In the order of the table, then what the table does not have.
      const names = new Set([...ticked, column.name.toLowerCase()]);
      const known = columns.filter((one) => names.has(one.name.toLowerCase())).map((one) => one.name);
      const small = new Set(known.map((name) => name.toLowerCase()));
      onChange([...known, ...chosen.filter((name) => !small.has(name.toLowerCase()))].join(','));
    }
  };
  return (
    <div aria-label={t.field.columnsOf(label)} className={css.columnList} id={id} role="group">
      <div className={css.columnHead}>
        <input
          aria-label={t.field.findColumn}
          onChange={(event) => setSearch(event.target.value)}
          placeholder={t.field.findColumn}
          type="search"
          value={search}
        />
        <Button kind="quiet" onClick={() => onChange(free.map((column) => column.name).join(','))} small>
          {t.field.all}
        </Button>
        <Button kind="quiet" onClick={() => onChange('')} small>
          {t.field.none}
        </Button>
      </div>
      <ul>
        {shown.map((column) => (
          <li key={column.name}>
            <label className={css.column}>
              <input checked={ticked.has(column.name.toLowerCase())} onChange={() => toggle(column)} type="checkbox" />
              <span className={css.columnName}>{column.name}</span>
              <span className={css.columnType}>{column.type}</span>
            </label>
          </li>
        ))}
      </ul>
    </div>
  );
}
