// The answers of /console/api/models.

import { api } from '../app/api';
import type { Said } from '../tables/client';

export interface ListedModel {
  name: string;
  comment: string;
  owner: string;
  default_version: number;
  versions: number;
  created_ms: number;
  modified_ms: number;
  format?: string;
  bytes?: number;
  job?: string;
}
export interface ModelPage {
  total: number;
  from: number;
  models: ListedModel[];
}

export interface TensorSpec {
  name: string;
  type: string;
  /** -1 for any size; left out for any shape. */
  shape?: number[];
  may_miss?: boolean;
}
export interface Signature {
  signature_name: string;
  inputs: TensorSpec[];
  outputs: TensorSpec[];
}
export interface Training {
  name?: string;
  started_ms?: number;
  parameters?: Record<string, unknown>;
  inputs?: { url: string; snapshot: number }[];
  steps?: number | null;
  loss?: number | string | null;
  made_of?: { file?: string; bytes?: number; sha256?: string; tensorflow?: string };
}
export interface ModelVersion {
  version: number;
  is_default: boolean;
  format: string;
  bytes: number;
  source: string;
  comment: string;
  owner: string;
  created_ms: number;
  job: string;
  signatures: Signature[];
  training: Training;
  facts: { name: string; value: string }[];
  has_text: boolean;
  can_deploy: boolean;
  services: { name: string; project: string; role: string; weight: number; running: boolean }[];
}
export interface Model {
  name: string;
  project: string;
  comment: string;
  owner: string;
  default_version: number;
  created_ms: number;
  modified_ms: number;
  versions: ModelVersion[];
  rights: { Write: boolean; Delete: boolean };
}
export interface ModelText {
  file: string;
  text: string;
  bytes: number;
  cut: boolean;
}
export interface Deployment {
  service: string;
  version: number;
  instances: number;
}
export interface ModelChange {
  action: 'drop' | 'drop_version' | 'default_version';
  version?: number;
  confirm?: string;
}

type Signal = { signal?: AbortSignal };

export const modelsApi = {
  list: (q: string, from: number, limit: number, options?: Signal) =>
    api.get<ModelPage>('/models', { q, from, limit }, options),
  one: (model: string, options?: Signal) => api.get<Model>('/models/one', { model }, options),
  text: (model: string, version: number, options?: Signal) =>
    api.get<ModelText>('/models/text', { model, version }, options),
  deploy: (model: string, deployment: Deployment, run: boolean, instance?: string) =>
    api.post<Said>('/models/deploy', { ...deployment, run }, { model, instance }),
  change: (model: string, change: ModelChange, run: boolean, instance?: string) =>
    api.post<Said>('/models/change', { ...change, run }, { model, instance }),
};
