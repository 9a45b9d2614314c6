import { useEffect, useRef, useState } from 'react';
import { api } from '../app/api';

interface Piece {
  text: string;
  next: number;
  size: number;
  ended: boolean;
  /** The jobs that this piece tells of. */
  instances: string[];
}
export interface Log {
  lines: string[];
  /** Jobs that the log tells of. */
  instances: string[];
  loaded: boolean;
  ended: boolean;
  /** The page holds its begin only. */
  cut: boolean;
  error: unknown;
}

const kMostBytes = 16 << 20;
const kPollMs = 1000;
const empty: Log = { lines: [], instances: [], loaded: false, ended: false, cut: false, error: null };

/** The log of a node in a run, as it grows. A page that loses the server goes on where it was. */
export function useLog(run: number, node: string, on: boolean): Log {
  const [log, setLog] = useState<Log>(empty);
  const rest = useRef('');
  useEffect(() => {
    setLog(empty);
    rest.current = '';
    if (!on || run <= 0 || node === '') return;
    const aborted = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let next = 0;
    const look = async () => {
      let again = kPollMs;
      try {
        const piece = await api.get<Piece>(
          `/workflow-runs/${run}/log`,
          { node, after: next },
          { signal: aborted.signal },
        );
        next = piece.next;
        const cut = next >= kMostBytes && next < piece.size;
        const done = piece.ended || cut;
        const parts = (rest.current + piece.text).split('\n');
        rest.current = done ? '' : (parts.pop() ?? '');
        if (done && parts.at(-1) === '') parts.pop();
        setLog((before) => ({
          lines: parts.length === 0 ? before.lines : [...before.lines, ...parts],
          instances: [...new Set([...before.instances, ...piece.instances])],
          loaded: true,
          ended: piece.ended,
          cut,
          error: null,
        }));
        if (done) return;
        if (next < piece.size) again = 0;
      } catch (error) {
        if (aborted.signal.aborted) return;
        setLog((before) => ({ ...before, loaded: true, error }));
      }
      timer = setTimeout(look, again);
    };
    void look();
    return () => {
      aborted.abort();
      clearTimeout(timer);
    };
  }, [run, node, on]);
  return log;
}
