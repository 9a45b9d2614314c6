// One open pipeline: its document with undo, what is selected, what the server said of it. Every change of a document
// goes through `change`, so undo, checks and saving need to watch one place only.

import { copyText, pasted } from '../graph/clipboard';
import { type Components, type Refusal, refusalOf } from '../graph/connect';
import {
  addParts,
  changeNode,
  edgeId,
  freshId,
  freshName,
  moveNodes,
  nodeOf,
  type Place,
  removeParts,
  setParameter,
} from '../graph/document';
import { emptyHistory, type History, redo, remember, undo } from '../graph/history';
import { layOut } from '../graph/layout';
import type { CheckAnswer, Component, NodeRun, Pipeline, PipelineDocument, PipelineEdge, Problem, Run } from '../wire';
import { Store } from './store';

export type Saving = 'saved' | 'changed' | 'saving' | 'offline' | 'refused' | 'conflict';

export interface EditorState {
  pipeline: Pipeline; // as the server has it
  document: PipelineDocument; // as the page has it
  history: History;
  selected: ReadonlySet<string>;
  selectedEdges: ReadonlySet<string>;
  saving: Saving;
  refused: string; // why the server did not save
  theirs: Pipeline | null; // saved by somebody else meanwhile
  deciding: boolean; // whether the reader is asked about it now
  checks: CheckAnswer | null;
  problems: ReadonlyMap<string, Problem[]>; // by node
  fresh: ReadonlySet<string>; // added here, and neither filled in nor connected nor run yet
  run: Run | null; // the newest
  runs: ReadonlyMap<string, NodeRun>; // by node, each of the newest run that took it
  outputsOf: string | null; // the node whose outputs the lower panel shows
}

export function documentOf(pipeline: Pipeline): PipelineDocument {
  return { nodes: pipeline.nodes, edges: pipeline.edges, parameters: pipeline.parameters };
}

const nothing: ReadonlySet<string> = new Set();

export class Editor extends Store<EditorState> {
  constructor(
    pipeline: Pipeline,
    readonly components: Components,
  ) {
    super({
      pipeline,
      document: documentOf(pipeline),
      history: emptyHistory,
      selected: nothing,
      selectedEdges: nothing,
      saving: 'saved',
      refused: '',
      theirs: null,
      deciding: false,
      checks: null,
      problems: new Map(),
      fresh: nothing,
      run: null,
      runs: new Map(),
      outputsOf: null,
    });
  }

  /** Changes of one `key` that follow each other are undone together. */
  change(next: PipelineDocument, key: string | null = null): void {
    const { document, history } = this.get();
    if (next === document) return;
    this.set({ document: next, history: remember(history, document, key), fresh: this.stillFresh(next) });
  }

  private stillFresh(next: PipelineDocument): ReadonlySet<string> {
    const { document, fresh } = this.get();
    if (fresh.size === 0) return fresh;
    const filled = (id: string) => nodeOf(document, id)?.parameters !== nodeOf(next, id)?.parameters;
    const still = [...fresh].filter((id) => !filled(id) && !next.edges.some((edge) => edge.to.node === id));
    return still.length === fresh.size ? fresh : new Set(still);
  }

  /** From now on all problems are shown: a run was asked for. */
  showProblems(): void {
    this.set({ fresh: nothing });
  }

  /** Takes a pipeline of the server as it is; what was there before cannot be undone any more. */
  adopt(pipeline: Pipeline): void {
    this.set({
      pipeline,
      document: documentOf(pipeline),
      history: emptyHistory,
      selected: nothing,
      selectedEdges: nothing,
      saving: 'saved',
      refused: '',
      theirs: null,
      deciding: false,
    });
  }

  select(nodes: Iterable<string>, edges: Iterable<string> = []): void {
    this.set({ selected: new Set(nodes), selectedEdges: new Set(edges) });
  }

  selectAll(): void {
    this.select(this.get().document.nodes.map((node) => node.id));
  }

  /** Adds a node of the component; its id. */
  add(component: Component, title: string, place: Place): string {
    const { document, runs } = this.get();
    const id = freshId(document, component.id, runs.keys());
    const node = {
      id,
      name: freshName(document, title),
      component: component.id,
      x: place.x,
      y: place.y,
      parameters: {},
      enabled: true,
      note: '',
    };
    this.change(addParts(document, [node]));
    this.set({ fresh: new Set([...this.get().fresh, id]) });
    this.select([id]);
    return id;
  }

  /** Draws the edge, or says why not. */
  connect(edge: PipelineEdge): Refusal | null {
    const { document } = this.get();
    const refusal = refusalOf(document, this.components, edge);
    if (refusal === null) this.change(addParts(document, [], [edge]));
    return refusal;
  }

  disconnect(edge: PipelineEdge): void {
    this.change(removeParts(this.get().document, nothing, new Set([edgeId(edge)])));
  }

  removeSelected(): void {
    const { document, selected, selectedEdges, outputsOf } = this.get();
    if (selected.size === 0 && selectedEdges.size === 0) return;
    this.change(removeParts(document, selected, selectedEdges));
    this.set({
      selected: nothing,
      selectedEdges: nothing,
      outputsOf: outputsOf !== null && selected.has(outputsOf) ? null : outputsOf,
    });
  }

  move(places: ReadonlyMap<string, Place>, key: string | null = null): void {
    this.change(moveNodes(this.get().document, places), key);
  }

  layOut(): void {
    this.move(layOut(this.get().document));
  }

  setParameter(id: string, name: string, value: string): void {
    this.change(setParameter(this.get().document, id, name, value), `parameter ${id} ${name}`);
  }

  rename(id: string, name: string): void {
    const { document } = this.get();
    this.change(
      changeNode(document, id, (node) => (node.name === name ? node : { ...node, name })),
      `name ${id}`,
    );
  }

  setNote(id: string, note: string): void {
    const { document } = this.get();
    this.change(
      changeNode(document, id, (node) => (node.note === note ? node : { ...node, note })),
      `note ${id}`,
    );
  }

  toggleEnabled(ids: ReadonlySet<string>): void {
    const { document } = this.get();
    const enable = document.nodes.some((node) => ids.has(node.id) && !node.enabled);
    this.change({
      ...document,
      nodes: document.nodes.map((node) => (ids.has(node.id) ? { ...node, enabled: enable } : node)),
    });
  }

  copied(): string {
    return copyText(this.get().document, this.get().selected);
  }

  /** Pastes copied nodes; false for a text that is something else. */
  paste(text: string): boolean {
    const { document, runs } = this.get();
    const parts = pasted(document, text, [...runs.keys()]);
    if (!parts || parts.nodes.length === 0) return false;
    this.change(addParts(document, parts.nodes, parts.edges));
    this.select(parts.nodes.map((node) => node.id));
    return true;
  }

  undo(): void {
    const { history, document } = this.get();
    const step = undo(history, document);
    if (step) this.set(step);
  }

  redo(): void {
    const { history, document } = this.get();
    const step = redo(history, document);
    if (step) this.set(step);
  }
}
