// What the server answers below /console/api/logview.

import type { State } from '../widgets/feedback/StateBadge';

export interface InstanceRow {
  id: string;
  kind: 'sql' | 'pai';
  name: string;
  task: string;
  project: string;
  owner: string;
  state: State;
  statement: string;
  message: string;
  created_ms: number;
  started_ms: number;
  ended_ms: number;
  priority: number;
  progress: number | null;
  steps: number | null;
  loss: number | null;
}

export interface InstanceList {
  instances: InstanceRow[];
  after: string | null;
}

/** The name of a job that was run several times. */
export interface RepeatedJob {
  name: string;
  runs: number;
  newest_ms: number;
}

export interface LogName {
  role: string;
  index: number;
  bytes: number;
}

export interface JobProcess {
  role: string;
  index: number;
  state: 'waiting' | 'running' | 'ended';
  host: string;
  pid: number | null;
  address: string;
  started_ms: number;
  ended_ms: number;
  restarts: number;
  exit: string;
  exit_status: number | null;
  step: number | null;
  steps_per_second: number | null;
  loss: number | null;
  rows_read: number;
  rows_written: number;
  bytes_read: number;
  serves_at: string;
  finished: boolean;
}

export interface StatementFacts {
  text: string;
  state: State;
  started_ms?: number;
  ended_ms?: number;
  rows_read?: number;
  bytes_read?: number;
  rows_written?: number | null;
  rows_shown?: number;
  percent?: number | null;
}

export interface FlowNode {
  id: string;
  kind: 'stage' | 'table';
  title: string;
  state?: State;
  rows?: number | null;
  rows_read?: number;
  rows_written?: number | null;
  rows_shown?: number;
  started_ms?: number;
  ended_ms?: number;
}

export interface TableUse {
  table: string;
  url?: string;
  model?: string;
  is_query?: boolean;
  rows?: number;
  bytes?: number;
  partitions?: number;
  files?: number;
}

export interface HistoryStep {
  state: State | 'started' | 'ended';
  at_ms: number;
  stage?: string;
  process?: string;
  text?: string;
}

export interface ResultFacts {
  kind: 'none' | 'rows' | 'text';
  text?: string;
  row_count?: number;
  bytes?: number;
  expired?: boolean;
  columns?: { name: string; type: string }[];
  rows?: (string | null)[][];
}

export interface InstanceFacts extends InstanceRow {
  service: string;
  now_ms: number;
  may_stop: boolean;
  logs: LogName[];
  inputs: TableUse[];
  outputs: TableUse[];
  parameters: [string, string][];
  settings: [string, string][];
  history: HistoryStep[];
  graph: { nodes: FlowNode[]; edges: { from: string; to: string }[] };
  exit?: {
    message: string;
    cure: string;
    exit_status?: number | null;
    log?: { role: string; index: number };
  } | null;
  // Of SQL.
  task_kind?: string;
  statements?: StatementFacts[];
  queue?: { ahead: number; waiting: number; running: number } | null;
  summary?: string;
  source?: string;
  warnings?: string;
  result?: ResultFacts;
  // Of jobs.
  processes?: JobProcess[];
  waits_for?: string;
  limits?: string;
  reading?: string;
  rows_read?: number;
  rows_written?: number;
  folder?: string;
  folder_gone?: boolean;
  board?: { folder: string; address: string; command: string } | null;
}

export interface LogRow {
  line: number | null;
  at: number;
  text: string;
  level?: 'info' | 'warn' | 'error';
  bytes?: number;
  cut?: boolean;
}

export interface LogPart {
  generation: string;
  begin: number;
  size: number;
  first_line: number;
  end_line: number;
  scanned: number;
  complete: boolean;
  grows: boolean;
  rows: LogRow[];
}

export interface LogHit {
  at: number | null;
  line: number | null;
  next: number;
  done: boolean;
}

export interface CurveFacts {
  name: string;
  source: string;
  is_summary: boolean;
  count: number;
  steps: (number | null)[];
  times: number[];
  values: (number | null)[];
}

export interface CurvesPart {
  cursor: string;
  complete: boolean;
  grows: boolean;
  unchanged?: boolean;
  series?: CurveFacts[];
}

export interface ComparedRun extends InstanceRow {
  complete: boolean;
  parameters: [string, string][];
  finals: Record<string, number | null>;
  series: CurveFacts[];
}

export interface Comparison {
  job: string;
  runs: InstanceRow[];
  compared: ComparedRun[];
  gone: string[]; // asked for, and purged since
}

/** So many runs are put beside each other (console/logview/compare.cpp). */
export const mostCompared = 12;

/** A job without a name is called by the component that it runs. */
export const nameOf = (row: InstanceRow) =>
  row.name ||
  (row.kind === 'pai' ? (/^\s*pai\b[^;]*?\s-name[\s=]+['"]?([\w.-]+)/i.exec(row.statement)?.[1] ?? '') : '');

export const hasEnded = (state: State) => state !== 'waiting' && state !== 'running';
