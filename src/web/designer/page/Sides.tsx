// The canvas with its two sides and what lies below. The sides are as wide as the reader has drawn them, and can be
// folded away; on a narrow window (a tablet) they lie over the canvas.

import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useSyncExternalStore } from 'react';

import { useText } from '../../app/i18n';
import { makeKeptStore, makeStore } from '../../app/store';
import { texts } from '../texts';
import css from './Page.module.css';

const kept = {
  left: makeKeptStore('paisql.designer.left', '220'),
  right: makeKeptStore('paisql.designer.right', '360'),
  bottom: makeKeptStore('paisql.designer.bottom', '300'),
  leftShown: makeKeptStore('paisql.designer.left.shown', 'yes'),
  rightShown: makeKeptStore('paisql.designer.right.shown', 'yes'),
};

const bounds = { left: [160, 480], right: [240, 640], bottom: [120, 640] } as const;

export interface SidesState {
  left: number;
  right: number;
  bottom: number;
  leftShown: boolean;
  rightShown: boolean;
  toggleLeft: () => void;
  toggleRight: () => void;
}

/** On a narrow window one side at most lies over the canvas, and none of them to begin with. */
const over = makeStore<'left' | 'right' | 'none'>('none');
const narrowWindow = window.matchMedia('(max-width: 900px)');

function watchWidth(changed: () => void): () => void {
  narrowWindow.addEventListener('change', changed);
  return () => narrowWindow.removeEventListener('change', changed);
}

/** Shows the panel, wherever it is. */
export function showRight(): void {
  if (narrowWindow.matches) over.set('right');
  else kept.rightShown.set('yes');
}

export function useSides(): SidesState {
  const narrow = useSyncExternalStore(watchWidth, () => narrowWindow.matches);
  const lies = over.use();
  const leftKept = kept.leftShown.use() === 'yes';
  const rightKept = kept.rightShown.use() === 'yes';
  const leftShown = narrow ? lies === 'left' : leftKept;
  const rightShown = narrow ? lies === 'right' : rightKept;
  return {
    left: Number(kept.left.use()) || 220,
    right: Number(kept.right.use()) || 360,
    bottom: Number(kept.bottom.use()) || 300,
    leftShown,
    rightShown,
    toggleLeft: () => (narrow ? over.set(leftShown ? 'none' : 'left') : kept.leftShown.set(leftShown ? 'no' : 'yes')),
    toggleRight: () =>
      narrow ? over.set(rightShown ? 'none' : 'right') : kept.rightShown.set(rightShown ? 'no' : 'yes'),
  };
}

type Side = keyof typeof bounds;

function Divider({ side, size, label }: { side: Side; size: number; label: string }) {
  const from = useRef<{ at: number; size: number } | null>(null);
  const [least, most] = bounds[side];
  const set = (value: number) => kept[side].set(String(Math.round(Math.min(most, Math.max(least, value)))));
  const onPointerMove = (event: PointerEvent) => {
    if (!from.current) return;
    const at = side === 'bottom' ? event.clientY : event.clientX;
    const moved = at - from.current.at;
    set(from.current.size + (side === 'left' ? moved : -moved));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const grow = side === 'left' ? 'ArrowRight' : side === 'right' ? 'ArrowLeft' : 'ArrowUp';
    const shrink = side === 'left' ? 'ArrowLeft' : side === 'right' ? 'ArrowRight' : 'ArrowDown';
    if (event.key === grow) set(size + 16);
    else if (event.key === shrink) set(size - 16);
    else return;
    event.preventDefault();
  };
  return (
    <div
      aria-label={label}
      aria-orientation={side === 'bottom' ? 'horizontal' : 'vertical'}
      aria-valuemax={most}
      aria-valuemin={least}
      aria-valuenow={size}
      className={`${css.divider} ${css[`divider_${side}`] ?? ''}`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { at: side === 'bottom' ? event.clientY : event.clientX, size };
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        from.current = null;
      }}
      role="separator"
      tabIndex={0}
    />
  );
}

interface Props {
  sides: SidesState;
  left: ReactNode;
  middle: ReactNode;
  right: ReactNode;
  bottom: ReactNode;
}

export function Sides({ sides, left, middle, right, bottom }: Props) {
  const t = useText(texts);
  return (
    <div className={css.sides}>
      {sides.leftShown && (
        <div className={`${css.side} ${css.leftSide}`} style={{ width: sides.left }}>
          {left}
          <Divider label={t.sides.left} side="left" size={sides.left} />
        </div>
      )}
      <div className={css.middle}>
        <div className={css.top}>{middle}</div>
        {bottom !== null && (
          <div className={css.bottom} style={{ height: sides.bottom }}>
            <Divider label={t.sides.bottom} side="bottom" size={sides.bottom} />
            {bottom}
          </div>
        )}
      </div>
      {sides.rightShown && (
        <div className={`${css.side} ${css.rightSide}`} data-panel style={{ width: sides.right }}>
          <Divider label={t.sides.right} side="right" size={sides.right} />
          {right}
        </div>
      )}
    </div>
  );
}
