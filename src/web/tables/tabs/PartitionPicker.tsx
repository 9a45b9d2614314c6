import { useQuery } from '@tanstack/react-query';
import { useText } from '../../app/i18n';
import { SelectField } from '../../widgets/controls/Field';
import { type TableFacts, type TableName, tablesApi } from '../client';
import { texts } from '../texts';

const kOffered = 200;

/** One of the newest partitions; any other is chosen in the tab of partitions. */
export function PartitionPicker({
  name,
  facts,
  value,
  none,
  onChange,
}: {
  name: TableName;
  facts: TableFacts;
  value: string[] | null;
  /** The text for no partition. */
  none: string;
  onChange: (partition: string[] | null) => void;
}) {
  const t = useText(texts);
  const newest = useQuery({
    queryKey: ['tables', 'newest', name.schema, name.table],
    queryFn: ({ signal }) => tablesApi.partitions(name, { limit: kOffered, way: 'desc' }, { signal }),
    enabled: facts.partitioned,
    staleTime: 30_000,
  });
  if (!facts.partitioned) return null;
  const columns = facts.columns.filter((column) => column.partition);
  const named = (values: string[]) => columns.map((column, index) => `${column.name}=${values[index]}`).join('/');
  const offered = newest.data?.partitions.map((one) => one.values) ?? [];
  const texts_ = offered.map((values) => JSON.stringify(values));
  const chosen = value ? JSON.stringify(value) : '';
  const options = [
    { value: '', label: none },
    ...(value && !texts_.includes(chosen) ? [{ value: chosen, label: named(value) }] : []),
    ...offered.map((values) => ({ value: JSON.stringify(values), label: named(values) })),
  ];
  return (
    <SelectField
      label={t.partition}
      hideLabel
      value={chosen}
      options={options}
      onChange={(text) => onChange(text === '' ? null : (JSON.parse(text) as string[]))}
    />
  );
}
