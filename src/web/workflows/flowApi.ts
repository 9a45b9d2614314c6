import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../app/api';
import type { State } from '../widgets/feedback/StateBadge';

export type NodeState =
  | 'NOT_RUN'
  | 'WAIT_TIME'
  | 'WAIT_RESOURCE'
  | 'RUNNING'
  | 'CHECKING_CONDITION'
  | 'SUCCESS'
  | 'FAILURE';

export interface FlowRun {
  run: number;
  flow: string;
  flow_id: string;
  folder: string;
  project: string;
  /** yyyymmdd */
  bizdate: string;
  state: 'RUNNING' | 'SUCCESS' | 'FAILURE';
  message: string;
  command: string;
  started_ms: number;
  ended_ms: number;
}
export interface RunNode {
  name: string;
  kind: string;
  state: NodeState;
  message: string;
  attempts: number;
  started_ms: number;
  ended_ms: number;
}
export interface RunDetail {
  run: FlowRun;
  nodes: RunNode[];
  may_read: boolean;
  cursor: string;
}
export interface ListedFlow {
  id: string;
  folder: string;
  name: string;
  project: string;
  origin: 'run' | 'added' | 'designer';
  broken: string;
  nodes: number;
  errors: number;
  cron: string;
  next_ms: number;
  last_run: FlowRun | null;
}
export interface Problem {
  file: string;
  line: number;
  column: number;
  severity: 'error' | 'warning';
  code: string;
  message: string;
  cure: string;
}
export interface FlowNode {
  name: string;
  kind: string;
  what: string;
  file: string;
  line: number;
  description: string;
  tags: string[];
  cron: string;
  recurrence: 'Normal' | 'Pause' | 'Skip';
  rerun_times: number;
  timeout_ms: number;
  priority: number;
  after: { node: string; reason: string }[];
  nodes: FlowNode[];
}
export interface Flow {
  id: string;
  folder: string;
  name: string;
  project: string;
  origin: ListedFlow['origin'];
  bizdate: string;
  may_run: boolean;
  may_read: boolean;
  broken: { code: string; message: string; cure: string } | null;
  flow?: {
    name: string;
    project: string;
    cron: string;
    parallel: number;
    nodes: FlowNode[];
    parameters: { name: string; expression: string }[];
  };
  circle?: boolean;
  problems?: Problem[];
  next_ms?: number;
}
export interface NodeCode {
  node: string;
  kind: string;
  what: string;
  file: string;
  code: string;
  parameters: { name: string; expression: string; value: string | null; source: string }[];
}
export interface RunAsk {
  bizdate?: string;
  first?: string;
  last?: string;
  parallel?: number;
  from?: string;
  to?: string;
  select?: string;
  resume?: boolean;
  beside?: boolean;
  parameters?: Record<string, string>;
}
interface Started {
  run: number;
  start: string;
  ended: boolean;
}

const kBusyMs = 1000;
const kQuietMs = 2500;

export function useFlows(pages: number) {
  return useQuery({
    queryKey: ['workflows', 'list', pages],
    queryFn: async ({ signal }) => {
      const rows: ListedFlow[] = [];
      let after = '';
      let may_add = false;
      for (let page = 0; page < pages; page += 1) {
        const answer = await api.get<{ workflows: ListedFlow[]; next: string; may_add: boolean }>(
          '/workflows',
          { after },
          { signal },
        );
        rows.push(...answer.workflows);
        may_add = answer.may_add;
        after = answer.next;
        if (after === '') break;
      }
      return { rows, next: after, may_add };
    },
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      query.state.data?.rows.some((one) => one.last_run?.state === 'RUNNING') ? kBusyMs : kQuietMs,
  });
}

export function useFlow(id: string, bizdate = '') {
  return useQuery({
    queryKey: ['workflows', 'flow', id, bizdate],
    queryFn: ({ signal }) => api.get<Flow>(`/workflows/${id}`, { bizdate }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: kQuietMs,
  });
}

export function useRuns(id: string, pages: number) {
  return useQuery({
    queryKey: ['workflows', 'runs', id, pages],
    queryFn: async ({ signal }) => {
      const runs: FlowRun[] = [];
      let before = 0;
      for (let page = 0; page < pages; page += 1) {
        const answer = await api.get<{ runs: FlowRun[]; next: number }>(
          `/workflows/${id}/runs`,
          { before },
          { signal },
        );
        runs.push(...answer.runs);
        before = answer.next;
        if (before === 0) break;
      }
      return { runs, next: before };
    },
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.runs.some((one) => one.state === 'RUNNING') ? kBusyMs : kQuietMs),
  });
}

export function useRun(run: number) {
  const client = useQueryClient();
  const queryKey = ['workflows', 'run', run];
  return useQuery({
    queryKey,
    enabled: run > 0,
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<RunDetail>(queryKey);
      const answer = await api.get<RunDetail | { unchanged: true }>(
        `/workflow-runs/${run}`,
        { after: before?.cursor },
        { signal },
      );
      return 'unchanged' in answer && before ? before : (answer as RunDetail);
    },
    refetchInterval: (query) => (query.state.data?.run.state === 'RUNNING' ? kBusyMs : false),
  });
}

export function useCode(id: string, node: string, bizdate: string, enabled: boolean) {
  return useQuery({
    queryKey: ['workflows', 'code', id, node, bizdate],
    enabled: enabled && node !== '',
    queryFn: ({ signal }) => api.get<NodeCode>(`/workflows/${id}/code`, { node, bizdate }, { signal }),
  });
}

/** Begins a run; the number of it, or 0 where the check takes longer than the server waits. */
export async function startRun(id: string, ask: RunAsk): Promise<number> {
  let answer = await api.post<Started>(`/workflows/${id}/runs`, ask);
  for (let tries = 0; answer.run === 0 && tries < 600; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    answer = await api.get<Started>(`/workflow-starts/${answer.start}`);
  }
  return answer.run;
}

/** How a node is drawn; what a run has left for later still waits while it goes on. */
export function pictureOf(state: NodeState, runEnded: boolean): State {
  switch (state) {
    case 'RUNNING':
    case 'CHECKING_CONDITION':
      return 'running';
    case 'SUCCESS':
      return 'success';
    case 'FAILURE':
      return 'failed';
    case 'NOT_RUN':
      return runEnded ? 'skipped' : 'waiting';
    default:
      return 'waiting';
  }
}
export function pictureOfRun(state: FlowRun['state']): State {
  return state === 'RUNNING' ? 'running' : state === 'SUCCESS' ? 'success' : 'failed';
}

/** 20260131 → 2026-01-31 */
export function dayText(bizdate: string): string {
  return /^\d{8}$/.test(bizdate) ? `${bizdate.slice(0, 4)}-${bizdate.slice(4, 6)}-${bizdate.slice(6)}` : bizdate;
}

/** The day of `2026-01-31` or `20260131` as yyyymmdd; null for what is not a day of the calendar. */
export function readDay(text: string): string | null {
  const found = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text.trim());
  if (!found) return null;
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  const same = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return same ? `${found[1]}${found[2]}${found[3]}` : null;
}

/** How many days from the first to the last, both counted; 0 where the last is before the first. */
export function daysBetween(first: string, last: string): number {
  const at = (day: string) => Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6)));
  return Math.max(0, Math.round((at(last) - at(first)) / 86_400_000) + 1);
}
