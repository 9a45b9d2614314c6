// A table of the project by its name, with the names that begin as what is typed.

import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';

import { TextField } from '../../widgets/controls/Field';
import { client } from '../client';
import type { Shared } from './ParameterField';

export function TableField({ placeholder, ...shared }: Shared & { placeholder: string }) {
  const typed = useDeferredValue(shared.value);
  const tables = useQuery({
    queryKey: ['designer', 'tables', typed],
    queryFn: () => client.tables(typed),
    placeholderData: (before) => before,
    staleTime: 10_000,
  });
  const names = tables.data?.tables.map((table) => table.name) ?? [];
  return <TextField {...shared} mono placeholder={placeholder} suggestions={names.length > 0 ? names : undefined} />;
}
