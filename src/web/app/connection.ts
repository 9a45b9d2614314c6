import { makeStore } from './store';

/** Whether the server answers. `down` is set by a request that reached nobody, `up` by the next that did. */
export type Connection = 'up' | 'down';
export const connection = makeStore<Connection>('up');

/** Whether the server takes the token of this page; `expired` asks the person to sign in again, over the open page. */
export type Access = 'unknown' | 'granted' | 'none' | 'expired';
export const access = makeStore<Access>('unknown');

/** Whether the server has users, who sign in with an access id and secret. */
export const withKeys = makeStore(true);
