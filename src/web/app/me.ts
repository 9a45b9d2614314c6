import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './api';
import { access } from './connection';
import { suggestLanguage } from './i18n';
import { keeper, project } from './session';

/** Who asks, and what the server is: the answer of /console/api/me. */
export interface Me {
  user: string;
  owner: boolean;
  /** Whether the server is `paisql console`, at which its owner sits. */
  local: boolean;
  projects: string[];
  /** The default project. */
  project: string;
  version: string;
  language?: string;
  /** The folder of the home, for its owner. */
  home?: string;
  /** Whether it is somebody who signed in with an access id. */
  signs_in?: boolean;
  /** The name of the user in this home, for what the browser keeps. */
  keeper: string;
}

export async function fetchMe(signal?: AbortSignal): Promise<Me> {
  const me = await api.get<Me>('/me', {}, { signal });
  // Somebody else has signed in, or it is another home: what was fetched for the one before is not theirs to see.
  if (keeper.get() !== '' && keeper.get() !== me.keeper) {
    location.reload();
    return new Promise(() => undefined);
  }
  keeper.set(me.keeper);
  suggestLanguage(me.language);
  if (project.get() !== '' && !me.projects.includes(project.get())) project.set('');
  access.set('granted');
  return me;
}

export const meQuery = queryOptions({
  queryKey: ['app', 'me'],
  queryFn: ({ signal }) => fetchMe(signal),
  staleTime: 60_000,
});

/** Undefined until the server has answered. */
export function useMe(): Me | undefined {
  return useQuery(meQuery).data;
}

/** The project that the page is about: the chosen one, else the server's default. */
export function useProject(): string {
  const chosen = project.use();
  const me = useMe();
  return chosen === '' ? (me?.project ?? '') : chosen;
}
