import { makeKeptStore, makeStore } from './store';

/**
 * The token that every request carries. It comes in the fragment of the address that the program printed, which
 * browsers send nowhere, or from the sign-in page; it is kept as long as the tab is open.
 */
export const token = makeKeptStore('paisql.token', '', sessionStorage);
/** The project that requests are about; '' is the server's default. */
export const project = makeKeptStore('paisql.project', '', sessionStorage);
/** Whether a person has chosen it since the page was loaded. */
export const projectChosen = makeStore(false);

/**
 * What the browser keeps of the user who asks in this home: another user of the browser, or another home at the same
 * address, has a name of their own. '' until the server has said who asks, and the same as long as the page is open.
 */
export const keeper = makeStore('');
/** The key of localStorage and sessionStorage for what this user has written: `keptKey('editor.tabs')`. */
export const keptKey = (name: string): string => `paisql.${keeper.get()}.${name}`;

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

// The first page waits for as long. Where no other tab is open, it comes that much later.
const kAnswerMs = 150;

/**
 * Asks the other tabs of this browser for their token, so that a link can be opened in a new tab. A busy browser may
 * bring the answer after the wait: it is taken as long as this tab has no token, and leads from the sign-in page to the
 * page of the address.
 */
export function askOtherTabs(): Promise<void> {
  if (token.get() !== '' || otherTabs === null) return Promise.resolve();
  return new Promise((resolve) => {
    const listen = (event: MessageEvent<{ token?: string; project?: string }>) => {
      if (!event.data.token) return;
      project.set(event.data.project ?? '');
      token.set(event.data.token);
    };
    otherTabs.addEventListener('message', listen);
    const stop = token.subscribe(() => {
      otherTabs.removeEventListener('message', listen);
      stop();
      resolve();
    });
    setTimeout(resolve, kAnswerMs);
    otherTabs.postMessage({ ask: true });
  });
}
