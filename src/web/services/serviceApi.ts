import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, api } from '../app/api';
import type { State } from '../widgets/feedback/StateBadge';
import { type Curves, joined, noCurves } from './curves';

export type ServiceStateName = 'Running' | 'Updating' | 'Waiting' | 'Failed' | 'Stopped';
export type Role = 'main' | 'grey' | 'mirror' | 'retired';
export type InstanceStateName = 'starting' | 'ready' | 'draining' | 'backoff' | 'failed';

export interface ListedService {
  name: string;
  project: string;
  owner: string;
  state: ServiceStateName;
  running: boolean;
  version: number;
  serves: string;
  ready: string;
  split: { version: number; role: Role; weight: number }[];
  group: string;
  group_share: string;
  created_ms: number;
  updated_ms: number;
  address: string;
  now: Curves | null;
}
export interface ServiceProcess {
  index: number;
  pid: number;
  state: InstanceStateName;
  restarts: number;
  last_error: string;
  updated_ms: number;
}
export interface ServiceVersion {
  version: number;
  role: Role;
  weight: number;
  serves: string;
  model: string;
  model_version: number;
  folder: string;
  processor: string;
  own_processor: boolean;
  wanted: number;
  ready: number;
  created_ms: number;
  properties: Record<string, string>;
  instances: ServiceProcess[];
}
export interface Service extends Omit<ListedService, 'now'> {
  group_address: string;
  has_token: boolean;
  supervised: boolean;
  scaling: string;
  properties: Record<string, string>;
  versions: ServiceVersion[];
  may_change: boolean;
  /** Who asks is the owner of the home, whose front and supervisor are not of one project. */
  owns_home: boolean;
}
export interface Tensor {
  name: string;
  type: string;
  shape?: number[];
  /** A request may leave it out: the model has a way to compute without it. */
  may_miss?: boolean;
}
export interface Signature {
  signature_name: string;
  inputs: Tensor[];
  outputs: Tensor[];
}
export interface CallAnswer {
  status: number;
  latency_ms: number;
  content_type: string;
  request_id: string;
  body: string;
  bytes: number;
  truncated: boolean;
  binary: boolean;
}
export interface ServiceAction {
  action: string;
  [member: string]: unknown;
}

export function useServices() {
  return useQuery({
    queryKey: ['services', 'list'],
    queryFn: ({ signal }) =>
      api.get<{ services: ListedService[]; supervised: boolean; may_deploy: boolean }>('/services', {}, { signal }),
    refetchInterval: 2000,
  });
}

export function useService(name: string) {
  return useQuery({
    queryKey: ['services', 'one', name],
    queryFn: ({ signal }) => api.get<Service>(`/services/${encodeURIComponent(name)}`, {}, { signal }),
    refetchInterval: (query) => (query.state.data?.state === 'Running' ? 3000 : 1000),
  });
}

export function useSignatures(service: Service) {
  const answers = service.versions.some((one) => one.ready > 0);
  const own = service.versions.find((one) => one.role === 'main')?.own_processor ?? false;
  const main = service.versions.filter((one) => one.role !== 'retired').map((one) => one.version);
  return useQuery({
    queryKey: ['services', 'signature', service.name, main.join()],
    enabled: answers && !own,
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      api.get<{ signatures: Signature[]; default: string }>(
        `/services/${encodeURIComponent(service.name)}/signature`,
        {},
        { signal },
      ),
  });
}

/** The curves of a service; what is known is kept, and only what came since is asked for. */
export function useCurves(name: string) {
  const client = useQueryClient();
  const queryKey = ['services', 'curves', name];
  return useQuery({
    queryKey,
    refetchInterval: 2000,
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<Curves>(queryKey) ?? noCurves;
      const after = before.time_ms.at(-1) ?? 0;
      const more = await api.get<Curves>(`/services/${encodeURIComponent(name)}/curves`, { after }, { signal });
      return more.time_ms.length === 0 ? before : joined(before, more);
    },
  });
}

export interface Running {
  statement: string;
  instance: string;
  /** Not there while it goes on. */
  error?: unknown;
  done?: boolean;
}
interface Told {
  ended: boolean;
  succeeded: boolean;
  error: { code: string; message: string; cure: string } | null;
}

/** Changes of services: each is a statement that goes on when the page is closed. */
export function useActions() {
  const client = useQueryClient();
  const [running, setRunning] = useState<Running | null>(null);
  const alive = useRef(true);
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
    };
  }, []);
  const follow = async (instance: string, statement: string) => {
    setRunning({ instance, statement });
    while (alive.current) {
      try {
        const told = await api.get<Told>(`/service-actions/${instance}`);
        void client.invalidateQueries({ queryKey: ['services'] });
        if (!told.ended) continue;
        const refused = told.error ? new ApiError(400, told.error) : new Error(statement);
        setRunning({ instance, statement, done: true, error: told.succeeded ? undefined : refused });
        return told.succeeded;
      } catch (error) {
        if (!(error instanceof ApiError && error.unreachable)) {
          setRunning({ instance, statement, done: true, error });
          return false;
        }
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
    return false;
  };
  const begin = async (path: string, body: unknown) => {
    const { instance, statement } = await api.post<{ instance: string; statement: string }>(path, body);
    void client.invalidateQueries({ queryKey: ['services'] });
    return { end: follow(instance, statement) };
  };
  return {
    running,
    dismiss: () => setRunning(null),
    change: (name: string, action: ServiceAction) => begin(`/services/${encodeURIComponent(name)}`, action),
    deploy: (body: unknown) => begin('/services', body),
  };
}

export function pictureOfService(state: ServiceStateName): State {
  const pictures: Record<ServiceStateName, State> = {
    Running: 'success',
    Updating: 'running',
    Waiting: 'waiting',
    Failed: 'failed',
    Stopped: 'paused',
  };
  return pictures[state];
}
export function pictureOfProcess(state: InstanceStateName): State {
  const pictures: Record<InstanceStateName, State> = {
    starting: 'running',
    ready: 'success',
    draining: 'waiting',
    backoff: 'waiting',
    failed: 'failed',
  };
  return pictures[state];
}
