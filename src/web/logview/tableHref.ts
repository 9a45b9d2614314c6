/** The page of a table, "project.table" or "project.schema.table". */
export function tableHref(name: string): string {
  return `/tables?table=${encodeURIComponent(name)}`;
}
