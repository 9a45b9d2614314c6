/** The page of a table, "project.table" or "project.schema.table". */
export function tableHref(name: string): string {
  const parts = name.split('.');
  const schema = parts.length > 2 ? (parts[1] ?? 'default') : 'default';
  const table = parts.slice(parts.length > 2 ? 2 : 1).join('.');
  return `/tables?${new URLSearchParams({ schema, table })}`;
}
