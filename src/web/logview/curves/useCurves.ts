import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../../app/api';
import type { CurvesPart } from '../types';

const kPollMs = 1500;
const kReadingMs = 200;
const kPoints = 1200;

/** The curves of a job, as many points as a wide picture has; asked again while more come. */
export function useCurves(id: string, what: 'metrics' | 'resources') {
  const last = useRef<CurvesPart | null>(null);
  return useQuery({
    queryKey: ['logview', what, id],
    queryFn: async ({ signal }) => {
      const path = `/logview/instances/${encodeURIComponent(id)}/${what}`;
      const part = await api.get<CurvesPart>(path, { points: kPoints, after: last.current?.cursor }, { signal });
      const merged = part.unchanged && last.current ? { ...part, series: last.current.series } : part;
      last.current = merged;
      return merged;
    },
    refetchInterval: (query) => {
      const part = query.state.data;
      if (!part) return kPollMs;
      if (!part.complete) return kReadingMs;
      return part.grows ? kPollMs : false;
    },
  });
}
