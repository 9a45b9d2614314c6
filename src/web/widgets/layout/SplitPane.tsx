import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { classes } from '../classes';
import styles from './SplitPane.module.css';

export interface SplitPaneProps {
  /** The name of the separator, which moves by mouse and by the arrow keys. */
  label: string;
  /** Side by side, or one above the other. */
  direction: 'row' | 'column';
  /** The pane whose size is kept; the other one takes the rest. */
  sized?: 'first' | 'second';
  /** Pixels, or a share of the space below 1. */
  initial: number;
  /** Pixels of the sized pane at least, and of the other one. */
  min?: number;
  minOther?: number;
  /** The browser remembers the size by this name. */
  storageKey?: string;
  /** The sized pane is not shown; the size stays. */
  collapsed?: boolean;
  children: [ReactNode, ReactNode];
}

export function SplitPane(props: SplitPaneProps) {
  const {
    label,
    direction,
    sized = 'first',
    initial,
    min = 120,
    minOther = 160,
    storageKey,
    collapsed,
    children,
  } = props;
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(() => keptSize(storageKey) ?? initial);
  const row = direction === 'row';
  const space = () => (row ? box.current?.clientWidth : box.current?.clientHeight) ?? 1;
  const resize = (pixels: number) => {
    const whole = space();
    const share = Math.min(Math.max(pixels, min), Math.max(min, whole - minOther)) / whole;
    setSize(share);
    if (storageKey) localStorage.setItem(`paisql.split.${storageKey}`, share.toFixed(6));
  };
  const now = () => (size < 1 ? size * space() : size);
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const begin = now();
    const from = row ? event.clientX : event.clientY;
    const bar = event.currentTarget;
    bar.setPointerCapture(event.pointerId);
    const move = (next: globalThis.PointerEvent) => {
      const moved = (row ? next.clientX : next.clientY) - from;
      resize(begin + (sized === 'first' ? moved : -moved));
    };
    const end = () => {
      bar.removeEventListener('pointermove', move);
      bar.removeEventListener('pointerup', end);
      bar.removeEventListener('pointercancel', end);
    };
    bar.addEventListener('pointermove', move);
    bar.addEventListener('pointerup', end);
    bar.addEventListener('pointercancel', end);
  };
  const key = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 64 : 16;
    const toward = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (toward === undefined || (row ? /Up|Down/ : /Left|Right/).test(event.key)) return;
    event.preventDefault();
    resize(now() + toward * step * (sized === 'first' ? 1 : -1));
  };
  const basis = size < 1 ? `${size * 100}%` : `${size}px`;
  const pane = (mine: 'first' | 'second') =>
    mine === sized
      ? { flex: `0 0 ${basis}`, [row ? 'minWidth' : 'minHeight']: min, display: collapsed ? 'none' : undefined }
      : { flex: '1 1 0' };
  return (
    <div ref={box} className={classes(styles.split, row ? styles.row : styles.column)}>
      <div className={styles.pane} style={pane('first')}>
        {children[0]}
      </div>
      {!collapsed && (
        <div
          role="separator"
          tabIndex={0}
          aria-label={label}
          aria-orientation={row ? 'vertical' : 'horizontal'}
          aria-valuenow={Math.round(size < 1 ? size * 100 : (size / 1280) * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
          className={styles.separator}
          onPointerDown={drag}
          onDoubleClick={() => setSize(initial)}
          onKeyDown={key}
        />
      )}
      <div className={styles.pane} style={pane('second')}>
        {children[1]}
      </div>
    </div>
  );
}

function keptSize(storageKey: string | undefined): number | null {
  if (!storageKey) return null;
  const value = Number(localStorage.getItem(`paisql.split.${storageKey}`));
  return value > 0 && value < 1 ? value : null;
}
