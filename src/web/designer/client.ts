// The requests of this part, each by its name.

import { api } from '../app/api';
import type {
  CatalogAnswer,
  CheckAnswer,
  ImportNote,
  NodeRun,
  OutputsAnswer,
  Pipeline,
  PipelineRow,
  Run,
  RunKind,
  RunRow,
  Started,
} from './wire';

const pipelineAt = (id: string) => `/designer/pipelines/${encodeURIComponent(id)}`;

export const client = {
  components: () => api.get<CatalogAnswer>('/designer/components'),
  pipelines: (search: string, after: string) =>
    api.get<{ pipelines: PipelineRow[]; next: string }>('/designer/pipelines', { search, after, limit: '50' }),
  create: (pipeline: Partial<Pipeline> & { name: string }) => api.post<Pipeline>('/designer/pipelines', pipeline),
  pipeline: (id: string) => api.get<Pipeline>(pipelineAt(id)),
  version: (id: string) => api.get<{ version: string; updated_ms: number }>(`${pipelineAt(id)}/version`),
  save: (pipeline: Pipeline) => api.put<Pipeline>(pipelineAt(pipeline.id), pipeline),
  rename: (id: string, name: string, version: string) =>
    api.post<Pipeline>(`${pipelineAt(id)}/rename`, { name, version }),
  copy: (id: string, name: string) => api.post<Pipeline>(`${pipelineAt(id)}/copy`, { name }),
  remove: (id: string, version: string) => api.del<object>(pipelineAt(id), { version }),
  check: (pipeline: Pipeline) => api.post<CheckAnswer>('/designer/check', pipeline),
  statement: (pipeline: Pipeline, node: string) =>
    api.post<{ statement: string }>('/designer/statement', { pipeline, node }),
  start: (id: string, ask: { kind: RunKind; node?: string; version: string }) =>
    api.post<Started>(`${pipelineAt(id)}/runs`, ask),
  started: (start: string) => api.get<Started>(`/workflow-starts/${encodeURIComponent(start)}`),
  tables: (q: string) => api.get<{ tables: { name: string }[] }>('/tables', { schema: 'default', q, limit: 20 }),
  runs: (id: string, limit: number) => api.get<{ runs: RunRow[] }>(`${pipelineAt(id)}/runs`, { limit: String(limit) }),
  states: (id: string) => api.get<{ nodes: NodeRun[] }>(`${pipelineAt(id)}/states`),
  run: (run: number) => api.get<Run>(`/designer/runs/${run}`),
  cancel: (run: number) => api.post<object>(`/designer/runs/${run}/cancel`, {}),
  log: (run: number, node: string, after: number) =>
    api.get<{ text: string; next: number; ended: boolean }>(
      `/designer/runs/${run}/nodes/${encodeURIComponent(node)}/log`,
      { after: String(after) },
    ),
  outputs: (id: string, node: string, preview: number) =>
    api.get<OutputsAnswer>(`${pipelineAt(id)}/nodes/${encodeURIComponent(node)}/outputs`, { preview: String(preview) }),
  import: (text: string, name: string) =>
    api.post<{ pipeline: Pipeline; format: string; notes: ImportNote[] }>('/designer/import', { text, name }),
  export: (id: string) => api.get<{ file_name: string; text: string; notes: ImportNote[] }>(`${pipelineAt(id)}/export`),
};
