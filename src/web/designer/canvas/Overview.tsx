// The whole pipeline in a corner, drawn to one small picture: it costs the same for five cards and for five hundred.
// A press or a drag in it moves the canvas.

import { type ReactFlowState, useStore as useFlowStore, useReactFlow } from '@xyflow/react';
import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';

import { colourOf, onColours } from '../../app/theme';
import { cardHeight, cardWidth } from '../graph/measures';
import { useEditor } from '../state/context';
import css from './Canvas.module.css';
import type { CardNode } from './flow_parts';

const width = 144;
const height = 96;
const edge = 6;

interface Scale {
  left: number;
  top: number;
  factor: number;
}

function scaleOf(nodes: CardNode[]): Scale {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { position } of nodes) {
    left = Math.min(left, position.x);
    top = Math.min(top, position.y);
    right = Math.max(right, position.x + cardWidth);
    bottom = Math.max(bottom, position.y + cardHeight);
  }
  const factor = Math.min((width - 2 * edge) / (right - left), (height - 2 * edge) / (bottom - top), 0.12);
  // What is smaller than the picture stands in its middle.
  return {
    left: (left + right) / 2 - width / 2 / factor,
    top: (top + bottom) / 2 - height / 2 / factor,
    factor,
  };
}

function roles() {
  return {
    card: colourOf('--faint'),
    good: colourOf('--good'),
    bad: colourOf('--bad'),
    chosen: colourOf('--accent'),
  };
}

function useDrawing(nodes: CardNode[], scale: Scale) {
  const picture = useRef<HTMLCanvasElement>(null);
  const runs = useEditor((state) => state.runs);
  const selected = useEditor((state) => state.selected);
  const [colours, setColours] = useState(roles);
  useEffect(() => onColours(() => setColours(roles())), []);
  useEffect(() => {
    const pen = picture.current?.getContext('2d');
    if (!pen || !picture.current) return;
    pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    pen.clearRect(0, 0, width, height);
    for (const node of nodes) {
      const state = runs.get(node.id)?.state;
      const role = state === 'SUCCESS' ? colours.good : state === 'FAILURE' ? colours.bad : colours.card;
      pen.fillStyle = selected.has(node.id) ? colours.chosen : role;
      pen.fillRect(
        (node.position.x - scale.left) * scale.factor,
        (node.position.y - scale.top) * scale.factor,
        Math.max(2, cardWidth * scale.factor),
        Math.max(1.5, cardHeight * scale.factor),
      );
    }
  }, [nodes, scale, runs, selected, colours]);
  return picture;
}

function Frame({ scale }: { scale: Scale }) {
  const transform = useFlowStore((state) => state.transform);
  const seenWidth = useFlowStore((state) => state.width);
  const seenHeight = useFlowStore((state) => state.height);
  const [x, y, zoom] = transform;
  return (
    <div
      className={css.mapFrame}
      style={{
        left: (-x / zoom - scale.left) * scale.factor,
        top: (-y / zoom - scale.top) * scale.factor,
        width: (seenWidth / zoom) * scale.factor,
        height: (seenHeight / zoom) * scale.factor,
      }}
    />
  );
}

/** Whether the window shows every card: then an overview tells nothing, and would only lie over cards. */
function seesAll(nodes: CardNode[], { transform, width: seenWidth, height: seenHeight }: ReactFlowState): boolean {
  const [x, y, zoom] = transform;
  return nodes.every(({ position }) => {
    const left = position.x * zoom + x;
    const top = position.y * zoom + y;
    return left >= 0 && top >= 0 && left + cardWidth * zoom <= seenWidth && top + cardHeight * zoom <= seenHeight;
  });
}

/** A smaller canvas would lose too much to the picture, and the tools stand beside it. */
const least = { width: 480, height: 260 };

/** Shown while some cards are out of sight and the canvas has room for it. */
export function Overview({ nodes }: { nodes: CardNode[] }) {
  const small = useFlowStore((state) => state.height < least.height || state.width < least.width);
  const all = useFlowStore((state) => seesAll(nodes, state));
  return small || all ? null : <Picture nodes={nodes} />;
}

function Picture({ nodes }: { nodes: CardNode[] }) {
  const flow = useReactFlow();
  const scale = useMemo(() => scaleOf(nodes), [nodes]);
  const picture = useDrawing(nodes, scale);
  const centre = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    void flow.setCenter(
      (event.clientX - box.left) / scale.factor + scale.left,
      (event.clientY - box.top) / scale.factor + scale.top,
      { zoom: flow.getZoom() },
    );
  };
  return (
    <div
      aria-hidden="true"
      className={css.map}
      data-over-cards
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        centre(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) centre(event);
      }}
    >
      <canvas
        height={height * devicePixelRatio}
        ref={picture}
        style={{ width, height }}
        width={width * devicePixelRatio}
      />
      <Frame scale={scale} />
    </div>
  );
}
