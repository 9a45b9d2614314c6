import { useSyncExternalStore } from 'react';

/** One value that parts of the page share: components see it by `use`, and are drawn again when it changes. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  /** Calls the listener after each change until the function that is returned has been called. */
  subscribe(listener: () => void): () => void;
  use(): T;
}

export function makeStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const store: Store<T> = {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    use: () => useSyncExternalStore(store.subscribe, store.get),
  };
  return store;
}

/** A store whose text is kept by the browser: for ever (`localStorage`), or as long as the tab is open. */
export function makeKeptStore(key: string, fallback: string, area: Storage = localStorage): Store<string> {
  const store = makeStore(read(key, area) ?? fallback);
  store.subscribe(() => {
    try {
      area.setItem(key, store.get());
    } catch {
      // A browser that keeps nothing (a private window that is full) still works with the value in memory.
    }
  });
  return store;
}

function read(key: string, area: Storage): string | null {
  try {
    return area.getItem(key);
  } catch {
    return null;
  }
}
