import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { connection } from '../connection';
import { fetchMe } from '../me';
import { token } from '../session';

const kShortestMs = 1000;
const kLongestMs = 5000;

/**
 * While the server cannot be reached, asks for it every second, later every five; once it answers, every query of
 * the page is asked again. A new token is tried at once.
 */
export function useReconnecting(): void {
  const queries = useQueryClient();
  const state = connection.use();
  useEffect(() => {
    if (state === 'up') return;
    let wait = kShortestMs;
    let timer = 0;
    const attempt = async () => {
      await fetchMe().catch(() => undefined);
      if (connection.get() === 'up') {
        await queries.invalidateQueries();
        return;
      }
      wait = Math.min(wait * 1.5, kLongestMs);
      timer = window.setTimeout(attempt, wait);
    };
    timer = window.setTimeout(attempt, wait);
    return () => window.clearTimeout(timer);
  }, [state, queries]);
  useEffect(() => token.subscribe(() => void queries.invalidateQueries()), [queries]);
}
