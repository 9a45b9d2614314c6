// A value that components watch piece by piece. A piece that stays the same reference draws nothing anew: on a canvas
// of hundreds of cards a change of one card must cost one card.

import { useSyncExternalStore } from 'react';

export class Store<State extends object> {
  private watchers = new Set<() => void>();

  constructor(private now: State) {}

  get(): State {
    return this.now;
  }

  set(change: Partial<State>): void {
    this.now = { ...this.now, ...change };
    for (const watcher of [...this.watchers]) watcher();
  }

  watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };
}

/** The piece must be the same reference while it has not changed: a member, or a value that compares by itself. */
export function useStore<State extends object, Piece>(store: Store<State>, piece: (state: State) => Piece): Piece {
  return useSyncExternalStore(store.watch, () => piece(store.get()));
}
