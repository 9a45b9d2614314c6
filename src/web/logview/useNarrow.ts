import { useSyncExternalStore } from 'react';

const narrowWindow = window.matchMedia('(max-width: 1200px)');

function watch(changed: () => void): () => void {
  narrowWindow.addEventListener('change', changed);
  return () => narrowWindow.removeEventListener('change', changed);
}

/** Whether the window has room for the most important columns alone. */
export function useNarrow(): boolean {
  return useSyncExternalStore(watch, () => narrowWindow.matches);
}
