import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../app/api';
import { textNow } from '../app/i18n';
import type { Asked } from './client';
import { texts } from './texts';

/** Asks once, and then on with the instance that runs, until it has ended. `seen` is told of it meanwhile. */
export async function untilEnded<T extends Asked>(
  ask: (instance?: string) => Promise<T>,
  seen: (asked: Asked) => void = () => {},
): Promise<T> {
  let answer = await ask();
  while (answer.state === 'waiting' || answer.state === 'running') {
    seen(answer);
    answer = await askOn(ask, answer.instance);
  }
  if (answer.state === 'cancelled') throw new ApiError(409, { message: textNow(texts).cancelled });
  return answer;
}

/** The statement goes on while the server is away, so it is asked for again and not a second time. */
async function askOn<T>(ask: (instance?: string) => Promise<T>, instance: string): Promise<T> {
  for (;;) {
    try {
      return await ask(instance);
    } catch (error) {
      if (!(error instanceof ApiError && error.unreachable)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

/** A question that runs as an instance: its answer, and the instance while it runs. */
export function useAsked<T extends Asked>(
  key: QueryKey,
  ask: (instance: string | undefined, signal: AbortSignal) => Promise<T>,
  enabled = true,
): { query: UseQueryResult<T>; running: Asked | null } {
  const [running, setRunning] = useState<Asked | null>(null);
  const query = useQuery({
    queryKey: key,
    enabled,
    retry: false,
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      setRunning(null);
      return untilEnded((instance) => ask(instance, signal), setRunning);
    },
  });
  return { query, running: query.isFetching ? running : null };
}
