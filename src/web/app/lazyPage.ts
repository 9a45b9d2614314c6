import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { connection } from './connection';

/**
 * A page that is loaded when it is first shown. Where the server answers without the file, it is a newer program, whose
 * pages are loaded anew.
 */
export function lazyPage(load: () => Promise<{ default: ComponentType }>): LazyExoticComponent<ComponentType> {
  return lazy(() => loadPatiently(load).catch(reloadOnce));
}

/** Loads a part of the pages: `loadPatiently(() => import('./Part'))`. A server that cannot be reached is waited for. */
export async function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (await isReachable()) throw error;
      connection.set('down');
      await untilUp();
    }
  }
}

function isReachable(): Promise<boolean> {
  return fetch('/console/index.html', { cache: 'no-store', method: 'HEAD' }).then(
    () => true,
    () => false,
  );
}

function untilUp(): Promise<void> {
  return new Promise((resolve) => {
    const stop = connection.subscribe(() => {
      if (connection.get() !== 'up') return;
      stop();
      resolve();
    });
  });
}

/** Loads the whole console anew, unless that has just been tried. */
function reloadOnce(error: unknown): Promise<never> {
  const key = 'paisql.reloaded';
  const last = Number(sessionStorage.getItem(key) ?? 0);
  if (Date.now() - last < 30_000) return Promise.reject(error);
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
  return new Promise(() => undefined);
}
