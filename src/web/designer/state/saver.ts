// Saves the open pipeline by itself, soon after a change. It sends the version that it read; the server refuses when
// somebody else has saved meanwhile, and then the reader decides. While the server is gone it tries again, and the
// draft in the browser has what is not saved.

import { ApiError } from '../../app/api';
import { client } from '../client';
import type { Pipeline, PipelineDocument } from '../wire';
import { draftOf, dropDraft, keepDraft } from './draft';
import { documentOf, type Editor } from './editor';

const quietMs = 700;
const retryMs = 2000;
const lookMs = 3000;

export class Saver {
  private timer: number | undefined;
  private look: number | undefined;
  private unwatch: () => void = () => {};
  private saved: PipelineDocument;
  private running: Promise<boolean> | null = null;
  private closed = false;
  private kept: string | null = null; // the draft that this window has written

  constructor(private readonly editor: Editor) {
    this.saved = editor.get().document;
  }

  /** Begins to watch; takes up a draft of an earlier visit. */
  open(onTheirs: () => void): void {
    const { pipeline } = this.editor.get();
    const found = draftOf(pipeline.project, pipeline.id);
    let before = this.editor.get().document;
    this.unwatch = this.editor.watch(() => {
      const { document } = this.editor.get();
      if (document === before) return;
      before = document;
      this.changed();
    });
    if (found) {
      const { version, document } = found.draft;
      this.kept = found.text;
      // A draft of an older version stays one: it is never sent as if it had been made from the newest.
      if (version !== pipeline.version) {
        const older = { ...pipeline, version };
        this.editor.set({ pipeline: older, saving: 'conflict', theirs: pipeline, deciding: true });
      }
      this.editor.change(document);
    }
    window.addEventListener('beforeunload', this.askToStay);
    this.look = window.setInterval(() => void this.lookForOthers(onTheirs), lookMs);
  }

  close(): void {
    this.closed = true;
    this.unwatch();
    window.clearTimeout(this.timer);
    window.clearInterval(this.look);
    window.removeEventListener('beforeunload', this.askToStay);
    if (this.editor.get().saving === 'changed') void this.save();
  }

  /** The document is the server's: nothing is to be saved. */
  adopted(): void {
    window.clearTimeout(this.timer);
    const { pipeline, document } = this.editor.get();
    this.saved = document;
    this.editor.set({ saving: 'saved' });
    this.drop(pipeline);
  }

  /** Saves now; true when the server has everything. */
  async flush(): Promise<boolean> {
    window.clearTimeout(this.timer);
    if (this.running) await this.running;
    if (this.editor.get().saving === 'conflict') {
      this.editor.set({ deciding: true });
      return false;
    }
    if (this.editor.get().document !== this.saved) return this.save();
    this.unchanged();
    return true;
  }

  private changed(): void {
    const { pipeline, document, saving } = this.editor.get();
    if (document === this.saved && this.running === null) {
      this.unchanged();
      return;
    }
    this.kept = keepDraft(pipeline.project, pipeline.id, { version: pipeline.version, document });
    if (saving === 'conflict') return;
    this.editor.set({ saving: 'changed' });
    this.later(quietMs);
  }

  /** Undo has led back to what the server has. */
  private unchanged(): void {
    const { pipeline, saving } = this.editor.get();
    if (saving === 'conflict') return;
    window.clearTimeout(this.timer);
    this.drop(pipeline);
    this.editor.set({ saving: 'saved', refused: '' });
  }

  private drop({ project, id }: Pipeline): void {
    dropDraft(project, id, this.kept);
    this.kept = null;
  }

  /** The browser asks before it leaves what the server does not have. */
  private askToStay = (event: BeforeUnloadEvent) => {
    const { saving } = this.editor.get();
    if (saving === 'offline' || saving === 'conflict' || saving === 'refused') event.preventDefault();
  };

  private later(ms: number): void {
    window.clearTimeout(this.timer);
    if (this.closed) return;
    this.timer = window.setTimeout(() => void this.flush(), ms);
  }

  private save(): Promise<boolean> {
    this.running = this.send().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async send(): Promise<boolean> {
    const { pipeline, document } = this.editor.get();
    this.editor.set({ saving: 'saving' });
    try {
      const answer = await client.save({ ...pipeline, ...document });
      this.saved = document;
      const current = this.editor.get().document === document;
      this.editor.set({ pipeline: answer, saving: current ? 'saved' : 'changed', refused: '' });
      if (current) this.drop(answer);
      else this.later(quietMs);
      return current;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  private failed(error: unknown): void {
    const theirs = error instanceof ApiError ? (error.body as { pipeline?: Pipeline } | null)?.pipeline : undefined;
    if (theirs) {
      this.editor.set({ saving: 'conflict', theirs, deciding: true });
      return;
    }
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401) {
      this.editor.set({ saving: 'refused', refused: error.message });
      return;
    }
    this.editor.set({ saving: 'offline' });
    this.later(retryMs);
  }

  /** Takes what somebody else has saved while nothing here has changed. */
  private async lookForOthers(onTheirs: () => void): Promise<void> {
    const { pipeline, saving } = this.editor.get();
    if (saving !== 'saved' || document.hidden) return;
    try {
      const { version } = await client.version(pipeline.id);
      const now = this.editor.get();
      if (version === now.pipeline.version || now.saving !== 'saved') return;
      const theirs = await client.pipeline(pipeline.id);
      if (this.editor.get().saving !== 'saved') return;
      const selected = this.editor.get().selected;
      this.saved = documentOf(theirs);
      this.editor.adopt(theirs);
      this.saved = this.editor.get().document;
      this.editor.select([...selected].filter((id) => theirs.nodes.some((node) => node.id === id)));
      onTheirs();
    } catch {
      // The server is gone or the pipeline is: the next save tells.
    }
  }
}
