import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../../app/api';
import { formatBytes } from '../../app/format';
import type { LogLine } from '../../widgets/data/LogLines';
import type { LogHit, LogPart, LogRow } from '../types';

const kTailLines = 200;
const kFollowMs = 700;
const kScanMs = 60;

export interface LogState {
  part: LogPart | undefined;
  error: unknown;
  /** Before the lines are counted, the last ones are shown alone. */
  counted: boolean;
  lineCount: number;
  firstNumber: number | null;
  version: string;
  fetchLines: (from: number, count: number) => Promise<LogLine[]>;
  /** The last lines, which may be newer than what was fetched. */
  fresh: (index: number) => LogLine | undefined;
  find: (text: string, from: number, backwards: boolean) => Promise<number | null>;
  findError: () => Promise<number | null>;
  /** How much of the log has been searched, 0 to 1; null while nothing is. */
  searched: number | null;
}

function lineOf(row: LogRow, cutText: (bytes: string) => string): LogLine {
  const kind = row.level === 'error' ? 'error' : row.level === 'warn' ? 'warning' : 'plain';
  const text = row.cut ? `${row.text}${cutText(formatBytes(row.bytes ?? 0))}` : row.text;
  return { text, kind };
}

/** One log of an instance: how long it is, its lines, and searches in it. It goes on where it was after a lost server. */
export function useLog(instance: string, role: string, index: number, cutText: (bytes: string) => string): LogState {
  const path = `/logview/instances/${encodeURIComponent(instance)}/logs/${role}/${index}/output`;
  const [searched, setSearched] = useState<number | null>(null);
  const query = useQuery({
    queryKey: ['logview', 'log', path],
    queryFn: ({ signal }) => api.get<LogPart>(path, { from: 'end', count: kTailLines }, { signal }),
    refetchInterval: (one) => {
      const part = one.state.data;
      if (!part) return kFollowMs;
      if (!part.complete) return kScanMs;
      return part.grows ? kFollowMs : false;
    },
    placeholderData: keepPreviousData,
    retry: false,
  });
  const part = query.isPlaceholderData ? undefined : query.data;
  const counted = part?.complete ?? false;
  const firstLine = part?.first_line ?? 1;
  const lineCount = part ? (counted ? part.end_line - firstLine : part.rows.length) : 0;

  // Where lines begin, of those that were fetched.
  const places = useRef(new Map<number, number>());
  const version = `${path}:${part?.generation}:${firstLine}:${counted}`;
  const known = useRef(version);
  if (known.current !== version) {
    known.current = version;
    places.current.clear();
  }
  const latest = useRef({ part, cutText });
  latest.current = { part, cutText };

  const fetchLines = useCallback(
    async (from: number, count: number) => {
      const now = latest.current.part;
      if (!now) return [];
      const rows = now.complete
        ? (await api.get<LogPart>(path, { from: now.first_line + from, count })).rows
        : now.rows.slice(from, from + count);
      for (const row of rows) {
        if (row.line !== null) places.current.set(row.line, row.at);
      }
      return rows.map((row) => lineOf(row, latest.current.cutText));
    },
    [path],
  );

  const tail = useMemo(() => {
    const lines = new Map<number, LogLine>();
    part?.rows.forEach((row, place) => {
      const at = counted ? (row.line === null ? -1 : row.line - firstLine) : place;
      lines.set(at, lineOf(row, cutText));
    });
    return lines;
  }, [part, counted, firstLine, cutText]);
  const fresh = useCallback((line: number) => tail.get(line), [tail]);

  const search = useRef(0);
  const seek = useCallback(
    async (what: Record<string, string | number>, from: number | undefined, backwards: boolean) => {
      search.current += 1;
      const mine = search.current;
      let at = from;
      try {
        while (search.current === mine) {
          const hit = await api.get<LogHit>(`${path}/search`, { ...what, from: at, back: backwards ? 1 : undefined });
          const first = latest.current.part?.first_line ?? 1;
          if (hit.at !== null && hit.line !== null) return hit.line - first;
          if (hit.at === null && hit.done) return null;
          // The line of a hit is known when lines are counted up to it.
          at = hit.at === null ? hit.next : backwards ? hit.at + 1 : hit.at;
          const all = Math.max(1, (latest.current.part?.size ?? 1) - (latest.current.part?.begin ?? 0));
          const done = Math.abs(at - (from ?? (backwards ? (latest.current.part?.size ?? 0) : 0))) / all;
          setSearched(Math.min(1, done));
        }
        return null;
      } finally {
        if (search.current === mine) setSearched(null);
      }
    },
    [path],
  );
  useEffect(
    () => () => {
      search.current += 1;
    },
    [],
  );

  const placeOf = useCallback(
    async (line: number) => {
      const found = places.current.get(line);
      if (found !== undefined) return found;
      return (await api.get<LogPart>(path, { from: line, count: 1 })).rows[0]?.at;
    },
    [path],
  );
  const find = useCallback(
    async (text: string, from: number, backwards: boolean) => {
      const first = latest.current.part?.first_line ?? 1;
      // Backwards, the line is looked at to its end: where the next one begins.
      const line = first + (backwards ? from + 1 : from);
      if (line <= first && backwards) return null;
      return seek({ text }, await placeOf(line), backwards);
    },
    [seek, placeOf],
  );
  const findError = useCallback(() => seek({ level: 'error' }, undefined, false), [seek]);
  return {
    part,
    error: query.error,
    counted,
    lineCount,
    firstNumber: counted ? firstLine : null,
    version,
    fetchLines,
    fresh,
    find,
    findError,
    searched,
  };
}
