import { useCallback, useEffect, useRef, useState } from 'react';

const kBlock = 200;
const kKept = 120;
const kWaitMs = 40;

export interface Blocks<T> {
  /** The item, or undefined while it is on its way. */
  at(index: number): T | undefined;
  /** Why the last fetch failed, null where it did not. */
  error: unknown;
  retry(): void;
}

/**
 * Items of a long list that are fetched in blocks as they come into sight, `first` to `end`; the blocks last seen are
 * kept. Another
 * `version` forgets them all; a block that was not full is asked again when the list has grown.
 */
export function useBlocks<T>(
  count: number,
  fetchItems: (from: number, count: number) => Promise<T[]>,
  version: unknown,
  first: number,
  end: number,
): Blocks<T> {
  const [, redraw] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const state = useRef({ blocks: new Map<number, T[]>(), pending: new Set<number>(), life: 0 });
  const latest = useRef({ fetchItems, count });
  latest.current = { fetchItems, count };

  const known = useRef(version);
  if (known.current !== version) {
    known.current = version;
    state.current.blocks.clear();
    state.current.pending.clear();
    state.current.life += 1;
  }
  const load = useCallback((block: number) => {
    const { blocks, pending, life } = state.current;
    const from = block * kBlock;
    const wanted = Math.min(kBlock, latest.current.count - from);
    if (wanted <= 0 || pending.has(block) || (blocks.get(block)?.length ?? -1) >= wanted) return;
    pending.add(block);
    latest.current.fetchItems(from, wanted).then(
      (items) => {
        if (state.current.life !== life) return;
        pending.delete(block);
        blocks.delete(block);
        blocks.set(block, items);
        for (const oldest of blocks.keys()) {
          if (blocks.size <= kKept) break;
          blocks.delete(oldest);
        }
        setError(null);
        redraw((count) => count + 1);
      },
      (failure: unknown) => {
        if (state.current.life !== life) return;
        pending.delete(block);
        setError(failure);
      },
    );
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer list and another version are asked for as well
  useEffect(() => {
    // While somebody drags the scroll bar, what flies by is not fetched.
    const timer = window.setTimeout(() => {
      for (let block = Math.floor(first / kBlock); block * kBlock < end; block += 1) load(block);
    }, kWaitMs);
    return () => window.clearTimeout(timer);
  }, [load, first, end, count, version, tries]);
  const at = useCallback((index: number) => state.current.blocks.get(Math.floor(index / kBlock))?.[index % kBlock], []);
  const retry = useCallback(() => {
    setError(null);
    setTries((count) => count + 1);
  }, []);
  return { at, error, retry };
}
