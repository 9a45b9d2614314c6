// The answers of /console/api/tables.

import { api } from '../app/api';

export type Shape = 'table' | 'view' | 'materialized' | 'external';
export type Order = 'name' | 'created' | 'modified' | 'rows' | 'bytes';

/** A table by its place; names may hold any letter. */
export interface TableName {
  schema: string;
  table: string;
}

export interface ListedTable {
  name: string;
  shape: Shape;
  comment: string;
  owner: string;
  lifecycle_days: number | null;
  created_ms: number;
  modified_ms: number;
  rows: number;
  bytes: number;
  files: number;
  partitions: number | null;
}
export interface TablePage {
  total: number;
  from: number;
  tables: ListedTable[];
}
export interface TableQuery {
  schema: string;
  q?: string;
  shape?: Shape | '';
  order?: Order;
  way?: 'asc' | 'desc';
  from?: number;
  limit?: number;
}

export interface Schema {
  name: string;
  comment: string;
  owner: string;
}

export interface Column {
  name: string;
  type: string;
  nullable: boolean;
  comment: string;
  default: string;
  partition: boolean;
  key: boolean;
}
export interface TableFacts {
  id: string;
  name: string;
  project: string;
  schema: string;
  shape: Shape;
  comment: string;
  owner: string;
  lifecycle_days: number | null;
  lifecycle_off: boolean;
  created_ms: number;
  ddl_ms: number;
  modified_ms: number;
  rows: number;
  bytes: number;
  files: number;
  partitioned: boolean;
  transactional: boolean;
  primary_key: string[];
  columns: Column[];
  properties: Record<string, string>;
  ddl: string;
  rights: { Select: boolean; Alter: boolean; Drop: boolean; ShowHistory: boolean };
  query?: string;
  rewrites?: boolean;
  location?: string;
}

export interface Partition {
  name: string;
  values: string[];
  rows: number;
  bytes: number;
  files: number;
  created_ms: number;
  modified_ms: number;
}
export interface PartitionPage {
  total: number;
  from: number;
  partitions: Partition[];
}

/** Every statement that runs answers so; the rest comes with the state `success`. */
export interface Asked {
  state: 'shown' | 'waiting' | 'running' | 'success' | 'failed' | 'cancelled';
  instance: string;
  statement: string;
}
export interface Rows extends Asked {
  columns: { name: string; type: string }[];
  rows: (string | null)[][];
  /** Cells that are longer than what came: row, column, bytes. */
  cut: [number, number, number][];
  partition: string[];
}
export interface WholeCell {
  text: string | null;
  bytes: number;
  cut: boolean;
}

export interface FileStatistics {
  files: number;
  files_read: number;
  rows: number;
  has_deletes: boolean;
  columns: {
    name: string;
    type: string;
    bytes: number;
    unpacked_bytes: number;
    nulls: number | null;
    min: string | null;
    max: string | null;
  }[];
}
export interface ColumnCount extends Asked {
  column: string;
  type: string;
  ordered: boolean;
  times: boolean;
  rows: number;
  values: number;
  distinct: number | null;
  min: string | null;
  max: string | null;
  mean: string | null;
  deviation: string | null;
  quantiles: number[];
  top: { value: string | null; count: number; cut: boolean }[];
  bins: { from: number; to: number; count: number }[];
}

export interface Version {
  snapshot: string;
  version: number | null;
  made_ms: number;
  operation: 'overwrite' | 'append' | 'delete' | 'kept';
  rows: number;
  more_rows: number;
  today: boolean;
  by: { kind: string; id: string; user: string } | null;
}
export interface History {
  versions: Version[];
  transactional?: boolean;
}

export type MakerKind = 'instance' | 'job' | 'view' | 'workflow';
export interface Maker {
  kind: MakerKind;
  id: string;
  name: string;
  node: string;
  action: string;
  user: string;
  project: string;
  at_ms: number;
}
export interface LineageNode {
  key: string;
  level: number;
  kind: Shape | 'model' | 'missing';
  project: string;
  schema: string;
  name: string;
  columns: { name: string; type: string }[];
}
export interface LineageEdge {
  from: string;
  to: string;
  columns: { from: string; to: string; copied: boolean }[];
  makers: Maker[];
  times: number;
}
export interface Lineage {
  root: string;
  nodes: LineageNode[];
  edges: LineageEdge[];
  cut: boolean;
  sources: number;
  read: number;
}

export interface Use {
  kind: MakerKind | 'model' | 'service' | 'stream' | 'function';
  id: string;
  name: string;
  detail: string;
  at_ms: number;
  node?: string;
  writes?: string;
  user?: string;
}

export interface Change {
  action: 'drop' | 'drop_partition' | 'restore' | 'rename' | 'comment' | 'column_comment' | 'lifecycle';
  value?: string;
  column?: string;
  partition?: string[];
  confirm?: string;
}
export interface Said extends Asked {
  text?: string;
}

type Signal = { signal?: AbortSignal };
const of = (name: TableName) => ({ schema: name.schema, table: name.table });
const valuesOf = (partition: string[] | null | undefined) => (partition ? JSON.stringify(partition) : undefined);

export const tablesApi = {
  schemas: (options?: Signal) => api.get<{ project: string; schemas: Schema[] }>('/tables/schemas', {}, options),
  list: (query: TableQuery, options?: Signal) => api.get<TablePage>('/tables', { ...query }, options),
  one: (name: TableName, options?: Signal) => api.get<TableFacts>('/tables/one', of(name), options),
  partitions: (
    name: TableName,
    query: { q?: string; way?: 'asc' | 'desc'; from?: number; limit?: number },
    options?: Signal,
  ) => api.get<PartitionPage>('/tables/partitions', { ...of(name), ...query }, options),
  preview: (name: TableName, partition: string[] | null, version: number | null, instance?: string, options?: Signal) =>
    api.get<Rows>('/tables/preview', { ...of(name), partition: valuesOf(partition), version, instance }, options),
  cell: (instance: string, row: number, column: number) =>
    api.get<WholeCell>('/tables/cell', { instance, row, column }),
  files: (name: TableName, partition: string[] | null, options?: Signal) =>
    api.get<FileStatistics>('/tables/statistics', { ...of(name), partition: valuesOf(partition) }, options),
  column: (
    name: TableName,
    column: string,
    partition: string[] | null,
    fresh: boolean,
    instance?: string,
    options?: Signal,
  ) =>
    api.get<ColumnCount>(
      '/tables/column',
      { ...of(name), column, partition: valuesOf(partition), fresh: fresh || undefined, instance },
      options,
    ),
  history: (name: TableName, options?: Signal) => api.get<History>('/tables/history', of(name), options),
  lineage: (root: LineageRoot, before: number, after: number, options?: Signal) =>
    api.get<Lineage>(
      '/tables/lineage',
      { ...('model' in root ? { model: root.model } : of(root)), before, after },
      options,
    ),
  uses: (name: TableName, options?: Signal) =>
    api.get<{ uses: Use[]; sources: number; read: number }>('/tables/uses', of(name), options),
  /** The statement alone, or what it said when it has run. */
  change: (name: TableName, change: Change, run: boolean, instance?: string) =>
    api.post<Said>('/tables/change', { ...change, run }, { ...of(name), instance }),
};

export type LineageRoot = TableName | { model: string };
