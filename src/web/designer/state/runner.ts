// Starts runs and follows the last one: asks every second while it runs. A server that is gone for a while is asked on.

import { ApiError } from '../../app/api';
import { client } from '../client';
import type { NodeRun, RunKind, Started } from '../wire';
import type { Editor } from './editor';
import type { Saver } from './saver';

const pollMs = 1000;

/** A node that the newer run passes over keeps the state of the older one. */
function merged(before: ReadonlyMap<string, NodeRun>, nodes: NodeRun[]): Map<string, NodeRun> {
  const after = new Map(before);
  for (const node of nodes) {
    const old = before.get(node.node);
    const newer = node.selected !== false && (!old || old.run <= node.run);
    if (newer && JSON.stringify(old) !== JSON.stringify(node)) after.set(node.node, node);
  }
  return after;
}

/** The server has answered no: asking again gives the same. Signing in again mends a token that has ended. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401;
}

export class Runner {
  private timer: number | undefined;
  private closed = false;
  private busy = false;

  constructor(
    private readonly editor: Editor,
    private readonly saver: Saver,
  ) {}

  /** Shows the newest state of each node, and follows the last run when it is still running. */
  async open(): Promise<void> {
    try {
      const { id } = this.editor.get().pipeline;
      const [{ nodes }, { runs }] = await Promise.all([client.states(id), client.runs(id, 1)]);
      if (!this.closed) this.editor.set({ runs: merged(this.editor.get().runs, nodes) });
      const last = runs[0];
      if (last && !this.closed && this.editor.get().run === null) await this.follow(last.run);
    } catch (error) {
      if (!isFinal(error)) this.again(() => void this.open());
    }
  }

  close(): void {
    this.closed = true;
    window.clearTimeout(this.timer);
  }

  /** Saves first, then runs. Throws what the server says; false when the pipeline could not be saved. */
  async start(kind: RunKind, node?: string): Promise<boolean> {
    if (this.busy) return true;
    this.busy = true;
    this.editor.showProblems();
    try {
      if (!(await this.saver.flush())) return false;
      const { pipeline } = this.editor.get();
      const ask = { kind, version: pipeline.version, ...(node === undefined ? {} : { node }) };
      let begun = await client.start(pipeline.id, ask);
      while (begun.run === 0 && !this.closed) {
        await new Promise((resolve) => window.setTimeout(resolve, pollMs));
        begun = await this.patient(begun);
      }
      if (begun.run !== 0) await this.follow(begun.run);
      return true;
    } finally {
      this.busy = false;
    }
  }

  /** How the start stands; the same while the server is away. What the server refuses is the run's refusal. */
  private async patient(begun: Started): Promise<Started> {
    try {
      return await client.started(begun.start);
    } catch (error) {
      if (isFinal(error)) throw error;
      return begun;
    }
  }

  async stop(): Promise<void> {
    const { run } = this.editor.get();
    if (run && run.state === 'RUNNING') await client.cancel(run.run);
  }

  private again(what: () => void): void {
    window.clearTimeout(this.timer);
    if (!this.closed) this.timer = window.setTimeout(what, pollMs);
  }

  private async follow(number: number): Promise<void> {
    window.clearTimeout(this.timer);
    try {
      const run = await client.run(number);
      if (this.closed) return;
      this.editor.set({ run, runs: merged(this.editor.get().runs, run.nodes) });
      if (run.state === 'RUNNING') this.again(() => void this.follow(number));
    } catch (error) {
      if (!isFinal(error)) this.again(() => void this.follow(number));
    }
  }
}
