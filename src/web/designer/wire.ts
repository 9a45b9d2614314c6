// The JSON of /console/api/designer. What the server says is taken as it is: one shape on both sides.

export type PortType = 'table' | 'model' | 'file' | 'folder' | 'evaluation' | 'any';

export interface Port {
  name: string;
  title: string;
  title_zh: string;
  type: PortType;
  required: boolean;
  many: boolean;
}

export type ParameterKind =
  | 'text'
  | 'code'
  | 'file'
  | 'files'
  | 'folder'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'column'
  | 'columns'
  | 'json'
  | 'table'
  | 'tables'
  | 'volumes';

export type ParameterTab = 'fields' | 'parameters' | 'tuning' | 'output';

export interface Parameter {
  name: string;
  title: string;
  title_zh: string;
  kind: ParameterKind;
  default: string;
  choices: string[];
  range: null | { low: number | null; high: number | null; low_open: boolean; high_open: boolean; text: string };
  required: boolean;
  doc: string;
  doc_zh: string;
  tab: ParameterTab;
  of: string;
  no_effect: string;
  no_effect_zh: string;
}

export interface Component {
  id: string;
  kind: 'source' | 'file' | 'sql' | 'pai' | 'model' | 'sink' | 'deploy' | 'unknown';
  title: string;
  title_zh: string;
  doc: string;
  doc_zh: string;
  names: string[];
  inputs: Port[];
  outputs: Port[];
  parameters: Parameter[];
}

export interface Group {
  id: string;
  title: string;
  title_zh: string;
  components: string[];
}

export interface CatalogAnswer {
  groups: Group[];
  components: Component[];
}

export interface PipelineNode {
  id: string;
  name: string;
  component: string;
  x: number;
  y: number;
  parameters: Record<string, string>;
  enabled: boolean;
  note: string;
}

export interface End {
  node: string;
  port: string;
}

export interface PipelineEdge {
  from: End;
  to: End;
}

export interface Variable {
  name: string;
  value: string;
}

/** What people change; the rest of a pipeline is the server's. */
export interface PipelineDocument {
  nodes: PipelineNode[];
  edges: PipelineEdge[];
  parameters: Variable[];
}

export interface Pipeline extends PipelineDocument {
  id: string;
  name: string;
  description: string;
  project: string;
  version: string;
  updated_ms: number;
}

export interface PipelineRow {
  id: string;
  name: string;
  description: string;
  version: string;
  updated_ms: number;
  nodes: number;
  last_run: null | { run: number; state: string; started_ms: number; ended_ms: number };
}

export interface Problem {
  node: string;
  port: string;
  parameter: string;
  severity: 'error' | 'warning';
  code: string;
  message: string;
  cure: string;
}

export interface Column {
  name: string;
  type: string;
  partition?: boolean;
}

export interface Schema {
  known: boolean;
  columns: Column[];
}

export interface CheckAnswer {
  errors: Problem[];
  nodes: Record<
    string,
    {
      state: 'ok' | 'warning' | 'error' | 'unknown';
      ports?: Record<string, Schema>;
      inputs?: Record<string, Schema>;
    }
  >;
}

export type NodeRunState =
  | 'NOT_RUN'
  | 'WAIT_TIME'
  | 'WAIT_RESOURCE'
  | 'RUNNING'
  | 'CHECKING_CONDITION'
  | 'SUCCESS'
  | 'FAILURE';

export interface NodeRun {
  node: string;
  run: number;
  state: NodeRunState;
  message: string;
  attempts: number;
  started_ms: number;
  ended_ms: number;
  duration_ms: number;
  instances: string[];
  selected?: boolean;
}

export interface Run {
  run: number;
  pipeline: string;
  state: 'RUNNING' | 'SUCCESS' | 'FAILURE';
  bizdate: string;
  message: string;
  started_ms: number;
  ended_ms: number;
  nodes: NodeRun[];
}

/** A run that has not begun after some seconds has the number 0, and a name to ask for it. */
export interface Started {
  run: number;
  start: string;
}

export interface RunRow {
  run: number;
  state: string;
  kind: string;
  node: string;
  started_ms: number;
  ended_ms: number;
  bizdate: string;
  message: string;
}

export type RunKind = 'all' | 'from' | 'to' | 'one';

export interface Output {
  port: string;
  type: PortType;
  name: string;
  exists?: boolean;
  temporary?: boolean;
  columns?: Column[];
  rows?: string;
  preview?: { columns: Column[]; rows: (string | null)[][] };
  format?: string;
  version?: number;
  problem?: string; // why its rows cannot be read
}

export interface Curve {
  name: string;
  x: string;
  y: string;
  points: [number, number][];
}

export interface Confusion {
  labels: string[];
  counts: number[][];
}

export interface Evaluation {
  kind: 'binary' | 'multiclass' | 'regression' | 'clustering';
  numbers: { name: string; value: number | string | null }[];
  curves: Curve[];
  confusion: null | Confusion;
}

export interface OutputsAnswer {
  outputs: Output[];
  evaluation: null | Evaluation;
}

export interface ImportNote {
  node: string;
  severity: 'error' | 'warning';
  message: string;
}
