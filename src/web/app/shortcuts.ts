import { useEffect, useRef } from 'react';
import { makeStore } from './store';

/** One line of the list that `?` shows. Keys are as on a keyboard: `Ctrl+Enter`, `Alt+1`, `?`. */
export interface Shortcut {
  keys: string;
  title: string;
  /** The heading in the list. */
  group: string;
  run?: (event: KeyboardEvent) => void;
  /** Whether it holds while somebody types in a field; keys with Ctrl or Alt do so by themselves. */
  inFields?: boolean;
  /** Another line of the list tells of it. */
  hidden?: boolean;
}

export const shortcuts = makeStore<Shortcut[]>([]);

/** The shortcuts of a component, as long as it is on the page. */
export function useShortcuts(rows: Shortcut[]): void {
  const latest = useRef(rows);
  latest.current = rows;
  const signature = rows.map((row) => `${row.keys}\u0000${row.title}`).join('\u0001');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the rows run is read when a key is pressed
  useEffect(() => {
    const mine: Shortcut[] = latest.current.map((row, index) => ({
      ...row,
      run: row.run && ((event: KeyboardEvent) => latest.current[index]?.run?.(event)),
    }));
    shortcuts.set([...shortcuts.get(), ...mine]);
    return () => shortcuts.set(shortcuts.get().filter((row) => !mine.includes(row)));
  }, [signature]);
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox]):not([type=radio]), select, textarea'))
  );
}

function matches(keys: string, event: KeyboardEvent): boolean {
  const parts = keys.split('+');
  const key = parts.pop() ?? '';
  const ctrl = parts.includes('Ctrl');
  return (
    event.key.toLowerCase() === key.toLowerCase() &&
    ctrl === (event.ctrlKey || event.metaKey) &&
    parts.includes('Alt') === event.altKey &&
    (key.length === 1 && !ctrl ? true : parts.includes('Shift') === event.shiftKey)
  );
}

/** Runs the shortcut that the key stands for; the newest component comes first. */
export function listenToKeys(): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const row = shortcuts
      .get()
      .findLast(
        (one) =>
          one.run &&
          matches(one.keys, event) &&
          (one.inFields || /Ctrl|Alt|F\d/.test(one.keys) || !isField(event.target)),
      );
    if (!row?.run) return;
    event.preventDefault();
    row.run(event);
  };
  window.addEventListener('keydown', listen);
  return () => window.removeEventListener('keydown', listen);
}
