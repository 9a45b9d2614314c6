import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Asked } from './client';

/** Asks once, and then on with the instance that runs, until it has ended. `seen` is told of it meanwhile. */
export async function untilEnded<T extends Asked>(
  ask: (instance?: string) => Promise<T>,
  seen: (asked: Asked) => void = () => {},
): Promise<T> {
  let answer = await ask();
  while (answer.state === 'waiting' || answer.state === 'running') {
    seen(answer);
    answer = await ask(answer.instance);
  }
  return answer;
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
