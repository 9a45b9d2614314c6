import { api } from '../app/api';

/** What the server says of the editor's texts, tabs and instances. */

export interface Finding {
  severity: 'error' | 'warning' | 'info';
  begin: number;
  end: number;
  code: string;
  name: string;
  message: string;
  cure: string;
  /** Of an info: the variable that has no value yet. */
  variable: string;
}
export interface StatementPlace {
  begin: number;
  end: number;
  line: number;
  verb: string;
  script: boolean;
}
export interface TextCheck {
  statements: StatementPlace[];
  findings: Finding[];
  variables: string[];
  /** Those of the variables whose values are secrets by their names. */
  secrets: string[];
}
export interface CompletionItem {
  text: string;
  kind: string;
  detail: string;
  goes_on: boolean;
}
export interface Completions {
  begin: number;
  items: CompletionItem[];
  whole: boolean;
  signature: string;
}
export interface Words {
  keywords: string[];
  functions: string[];
  types: string[];
  algorithms: string[];
}

export interface TabState {
  tab: string;
  project: string;
  state: string[];
  instance: string | null;
  failed?: string[];
}

export type RunState = 'waiting' | 'running' | 'success' | 'failed' | 'cancelled';
export interface RunError {
  code: string;
  name: string;
  message: string;
  cure: string;
  line?: number;
  column?: number;
  begin?: number;
  end?: number;
  others: RunError[];
}
export interface ResultColumn {
  name: string;
  type: string;
  number: boolean;
  time: boolean;
}
export interface RunResult {
  has_rows: boolean;
  columns: ResultColumn[];
  rows: number;
  bytes: number;
  text: string;
  expired: boolean;
}
interface RunFacts {
  id: string;
  state: RunState;
  project: string;
  statement: string;
  verb: string;
  started_ms: number;
  ended_ms: number;
  rows: number | null;
}
export interface RunLine extends RunFacts {
  error: string | null;
}
export interface Run extends RunFacts {
  error: RunError | null;
  progress: {
    fraction: number | null;
    rows_read: number;
    bytes_read: number;
    bytes_to_read: number;
    rows_written: number;
  };
  ahead: number;
  now_ms: number;
  warnings: string;
  said: string;
  reads: { table: string; rows: number; bytes: number }[];
  rows_written: number | null;
  result: RunResult | null;
}
export interface Rows {
  from: number;
  rows: (string | null)[][];
  cut: [row: number, column: number, bytes: number][];
}

const instances = '/editor/instances';

export const server = {
  words: (signal?: AbortSignal) => api.get<Words>('/editor/words', {}, { signal }),
  openTab: (project: string, restore: string[]) =>
    api.post<TabState>('/editor/tabs', { restore }, project === '' ? {} : { project }),
  tab: (tab: string) => api.get<TabState>(`/editor/tabs/${tab}`),
  closeTab: (tab: string) => api.del(`/editor/tabs/${tab}`, {}, { keepalive: true }),
  run: (tab: string, text: string, variables: Record<string, string>) =>
    api.post<Run>(`/editor/tabs/${tab}/statements`, { text, variables }),
  check: (tab: string, text: string, signal?: AbortSignal) =>
    api.post<TextCheck>('/editor/check', { tab, text }, {}, { signal }),
  split: (tab: string, text: string) => api.post<TextCheck>('/editor/split', { tab, text }),
  complete: (tab: string, text: string, cursor: number, signal?: AbortSignal) =>
    api.post<Completions>('/editor/complete', { tab, text, cursor }, {}, { signal }),
  instance: (id: string, waitMs = 0) => api.get<Run>(`${instances}/${id}`, { wait_ms: waitMs }),
  cancel: (id: string) => api.post(`${instances}/${id}/cancel`),
  history: (search: string, after: string, signal?: AbortSignal) =>
    api.get<{ instances: RunLine[]; next: string }>(instances, { search, after, limit: 50 }, { signal }),
  rows: (id: string, from: number, count: number, signal?: AbortSignal) =>
    api.get<Rows>(`${instances}/${id}/rows`, { from, count }, { signal }),
  cell: (id: string, row: number, column: number) =>
    api.get<{ text: string | null; bytes: number }>(`${instances}/${id}/cell`, { row, column }),
  csv: (id: string) => api.blob(`${instances}/${id}/result.csv`),
};
