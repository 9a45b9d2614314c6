import { makeKeptStore } from './store';

/**
 * The token that every request carries. It comes in the fragment of the address that the program printed, which
 * browsers send nowhere, or from the sign-in page; it is kept as long as the tab is open.
 */
export const token = makeKeptStore('paisql.token', '', sessionStorage);
/** The project that requests are about; '' is the server's default. */
export const project = makeKeptStore('paisql.project', '', sessionStorage);

/** The token in `…#token=…` of an address, or of a fragment alone; '' where it has none. */
export function tokenIn(address: string): string {
  const fragment = address.slice(address.indexOf('#') + 1);
  return new URLSearchParams(fragment).get('token') ?? '';
}

/** Takes the token out of the address, so that it is neither in the history nor in a copied address. */
export function takeTokenFromAddress(): void {
  const found = location.hash.includes('token=') ? tokenIn(location.hash) : '';
  if (found === '') return;
  token.set(found);
  history.replaceState(history.state, '', location.pathname + location.search);
}

const otherTabs = 'BroadcastChannel' in window ? new BroadcastChannel('paisql.session') : null;
otherTabs?.addEventListener('message', (event: MessageEvent<{ ask?: boolean; token?: string; project?: string }>) => {
  if (event.data.ask && token.get() !== '') {
    otherTabs.postMessage({ token: token.get(), project: project.get() });
  }
});

/** Asks the other tabs of this browser for their token, so that a link can be opened in a new tab. */
export function askOtherTabs(): Promise<void> {
  if (token.get() !== '' || otherTabs === null) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      otherTabs.removeEventListener('message', listen);
      resolve();
    };
    const listen = (event: MessageEvent<{ token?: string; project?: string }>) => {
      if (!event.data.token) return;
      token.set(event.data.token);
      project.set(event.data.project ?? '');
      done();
    };
    otherTabs.addEventListener('message', listen);
    setTimeout(done, 150);
    otherTabs.postMessage({ ask: true });
  });
}
