import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

// Browsers draw no element that is higher than some 17 to 33 million pixels.
const kHighestPx = 8_000_000;
const kIdleMs = 120;

export interface VirtualScroll {
  /** Goes on the element that scrolls. */
  box: RefObject<HTMLDivElement | null>;
  /** The height of what is scrolled, as the browser is told. */
  spacerPx: number;
  /** Where the upper edge of what is seen lies within all items, in pixels. */
  top: number;
  left: number;
  width: number;
  height: number;
  /** The first item that is seen, and the one after the last. */
  first: number;
  end: number;
  scrollTo(top: number): void;
  scrollToLeft(left: number): void;
  /** Scrolls as little as is needed for the item to be seen whole. */
  reveal(index: number): void;
}

/**
 * Scrolling of very many items of one height. Above what a browser can draw, the scroll bar stands for a place among
 * all items, while the wheel, a finger and the keys still move by pixels.
 */
export function useVirtualScroll(
  count: number,
  itemPx: number,
  headerPx = 0,
  /** Somebody scrolled: by the wheel, a finger or the scroll bar. */
  onScroll?: (atEnd: boolean) => void,
): VirtualScroll {
  const box = useRef<HTMLDivElement | null>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [at, setAt] = useState({ top: 0, left: 0 });
  const place = useRef({ top: 0, scrollTop: 0, idle: 0 });
  const view = Math.max(0, size.height - headerPx);
  const whole = count * itemPx;
  const spacerPx = Math.min(whole, kHighestPx) + headerPx;
  const longest = Math.max(0, whole - view);
  const scale = whole > kHighestPx ? longest / Math.max(1, spacerPx - headerPx - view) : 1;
  const facts = useRef({ scale, longest, view, onScroll });
  facts.current = { scale, longest, view, onScroll };

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const show = useCallback((top: number) => {
    const { longest } = facts.current;
    place.current.top = Math.min(Math.max(0, top), longest);
    setAt({ top: place.current.top, left: box.current?.scrollLeft ?? 0 });
  }, []);

  /** Puts the scroll bar where the place is. */
  const settle = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const wanted = place.current.top / facts.current.scale;
    if (Math.abs(element.scrollTop - wanted) >= 1) element.scrollTop = wanted;
    place.current.scrollTop = element.scrollTop;
  }, []);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const scrolled = () => {
      const { scale, view, longest, onScroll } = facts.current;
      const moved = element.scrollTop - place.current.scrollTop;
      place.current.scrollTop = element.scrollTop;
      // A jump is the scroll bar's; a small move is the wheel's or a finger's, and means pixels.
      if (scale === 1 || Math.abs(moved) > view) show(element.scrollTop * scale);
      else show(place.current.top + moved);
      if (moved !== 0) onScroll?.(place.current.top >= longest - itemPx);
      if (scale === 1) return;
      const near = element.scrollTop <= 0 || element.scrollTop >= element.scrollHeight - element.clientHeight - 1;
      window.clearTimeout(place.current.idle);
      if (near && place.current.top > 0 && place.current.top < longest) settle();
      else place.current.idle = window.setTimeout(settle, kIdleMs);
    };
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      element.removeEventListener('scroll', scrolled);
      window.clearTimeout(place.current.idle);
    };
  }, [show, settle, itemPx]);

  const scrollTo = useCallback(
    (top: number) => {
      show(top);
      settle();
    },
    [show, settle],
  );
  const reveal = useCallback(
    (index: number) => {
      const { top } = place.current;
      const { view } = facts.current;
      if (index * itemPx < top) scrollTo(index * itemPx);
      else if ((index + 1) * itemPx > top + view) scrollTo((index + 1) * itemPx - view);
    },
    [itemPx, scrollTo],
  );
  const scrollToLeft = useCallback((left: number) => {
    if (box.current) box.current.scrollLeft = left;
  }, []);

  const top = Math.min(at.top, longest);
  return {
    box,
    spacerPx,
    top,
    left: at.left,
    width: size.width,
    height: size.height,
    first: Math.max(0, Math.floor(top / itemPx)),
    end: Math.min(count, Math.ceil((top + view) / itemPx)),
    scrollTo,
    scrollToLeft,
    reveal,
  };
}
