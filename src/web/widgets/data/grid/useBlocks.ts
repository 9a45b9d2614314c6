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
 * kept. Who gives fewer than asked is asked for the rest. Another `version` forgets them all.
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
    state.current = { blocks: new Map(), pending: new Set(), life: state.current.life + 1 };
  }

  const load = useCallback(async (block: number) => {
    const { blocks, pending, life } = state.current;
    const begin = block * kBlock;
    if (pending.has(block)) return;
    pending.add(block);
    try {
      for (;;) {
        const have = blocks.get(block) ?? [];
        const wanted = Math.min(kBlock, latest.current.count - begin) - have.length;
        if (wanted <= 0) break;
        const items = await latest.current.fetchItems(begin + have.length, wanted);
        if (state.current.life !== life) return;
        if (items.length === 0) break;
        keep(blocks, block, [...have, ...items]);
        setError(null);
        redraw((times) => times + 1);
      }
    } catch (failure) {
      if (state.current.life === life) setError(failure);
    } finally {
      pending.delete(block);
    }
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer list and another version are asked for as well
  useEffect(() => {
    // While somebody drags the scroll bar, what flies by is not fetched.
    const timer = window.setTimeout(() => {
      for (let block = Math.floor(first / kBlock); block * kBlock < end; block += 1) void load(block);
    }, kWaitMs);
    return () => window.clearTimeout(timer);
  }, [load, first, end, count, version, tries]);
  const at = useCallback((index: number) => state.current.blocks.get(Math.floor(index / kBlock))?.[index % kBlock], []);
  const retry = useCallback(() => {
    setError(null);
    setTries((times) => times + 1);
  }, []);
  return { at, error, retry };
}

/** The newest block is the last of the map; the oldest ones go. */
function keep<T>(blocks: Map<number, T[]>, block: number, items: T[]): void {
  blocks.delete(block);
  blocks.set(block, items);
  for (const oldest of blocks.keys()) {
    if (blocks.size <= kKept) return;
    blocks.delete(oldest);
  }
}
