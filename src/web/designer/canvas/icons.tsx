// Icons of component groups and of the canvas, drawn with strokes on a grid of 16.

import type { ReactNode } from 'react';

const shapes: Record<string, ReactNode> = {
  source: (
    <>
      <ellipse cx="8" cy="3.8" rx="5" ry="2" />
      <path d="M3 3.8v8.4c0 1.1 2.2 2 5 2s5-.9 5-2V3.8M3 8c0 1.1 2.2 2 5 2s5-.9 5-2" />
    </>
  ),
  file: (
    <>
      <path d="M4 1.8h5l3 3v9.4H4z" />
      <path d="M9 1.8v3h3M6 8h4M6 10.8h4" />
    </>
  ),
  sink: (
    <>
      <path d="M3 9.5v2.7c0 1.1 2.2 2 5 2s5-.9 5-2V9.5" />
      <path d="M8 2v7M5.2 6.4 8 9.2l2.8-2.8" />
    </>
  ),
  sql: (
    <>
      <rect x="1.8" y="2.8" width="12.4" height="10.4" rx="1.5" />
      <path d="m4.5 6 2 2-2 2M8.5 10.5h3" />
    </>
  ),
  preprocess: <path d="M2 3h12l-4.6 5.4V13L6.6 11.4v-3z" />,
  feature: <path d="M2.5 13.5V9M6.2 13.5V5M9.8 13.5V7.5M13.5 13.5V2.5" />,
  statistics: (
    <>
      <path d="M2.2 2.2v11.6h11.6" />
      <path d="m4.5 10.5 2.6-3.4 2.3 1.8 3.8-4.9" />
    </>
  ),
  learning: (
    <>
      <circle cx="3.4" cy="4" r="1.6" />
      <circle cx="3.4" cy="12" r="1.6" />
      <circle cx="12.6" cy="8" r="1.6" />
      <circle cx="8" cy="8" r="1.3" />
      <path d="m4.6 5 2.4 2.2M4.6 11 7 8.8M9.3 8H11" />
    </>
  ),
  tree: (
    <>
      <rect x="6" y="1.8" width="4" height="3.4" rx=".8" />
      <rect x="1.8" y="10.8" width="4" height="3.4" rx=".8" />
      <rect x="10.2" y="10.8" width="4" height="3.4" rx=".8" />
      <path d="M8 5.2v2.8M3.8 10.8V8h8.4v2.8" />
    </>
  ),
  deep: (
    <>
      <path d="M8 1.6 14 5v6l-6 3.4L2 11V5z" />
      <path d="M2 5l6 3.4L14 5M8 8.4v6" />
    </>
  ),
  text: <path d="M3 3.5h10M8 3.5v9.5M5.5 13h5" />,
  network: (
    <>
      <circle cx="8" cy="3.2" r="1.6" />
      <circle cx="3.2" cy="12" r="1.6" />
      <circle cx="12.8" cy="12" r="1.6" />
      <path d="M7.2 4.6 4 10.6M8.8 4.6l3.2 6M4.8 12h6.4" />
    </>
  ),
  evaluate: (
    <>
      <path d="M2.2 2.2v11.6h11.6" />
      <path d="M2.6 13C4 6.5 6.5 4.2 13.4 3.4" />
    </>
  ),
  model: <path d="M8 1.8 14.2 8 8 14.2 1.8 8z" />,
  deploy: <path d="M8 10.5V2.5M4.8 5.4 8 2.2l3.2 3.2M2.2 9.5v4.3h11.6V9.5" />,
  stream: <path d="M1.8 5.2c2-2 4-2 6.2 0s4.2 2 6.2 0M1.8 10.8c2-2 4-2 6.2 0s4.2 2 6.2 0" />,
  unknown: <path d="M5.5 5.8C5.5 2.6 10.6 2.8 10.6 5.8 10.6 8 8 7.8 8 10M8 12.6v.2" />,
  play: <path d="M4.5 2.8v10.4L13 8z" />,
  stop: <rect x="3.5" y="3.5" width="9" height="9" rx="1" />,
  undo: <path d="M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H6" />,
  redo: <path d="m10.5 3 3 3-3 3M13.5 6h-7a4 4 0 0 0 0 8H10" />,
  layout: (
    <>
      <rect x="5.5" y="1.8" width="5" height="3.4" rx=".6" />
      <rect x="1.8" y="10.8" width="5" height="3.4" rx=".6" />
      <rect x="9.2" y="10.8" width="5" height="3.4" rx=".6" />
      <path d="M8 5.2v2.8M4.3 10.8V8h7.4v2.8" />
    </>
  ),
  fit: <path d="M2 5.5V2h3.5M14 5.5V2h-3.5M2 10.5V14h3.5M14 10.5V14h-3.5" />,
  plus: <path d="M8 3v10M3 8h10" />,
  minus: <path d="M3 8h10" />,
  map: <path d="m1.8 3.5 4-1.5 4.4 1.5 4-1.5v10.5l-4 1.5-4.4-1.5-4 1.5zM5.8 2v10.5M10.2 3.5V14" />,
  grid: <path d="M2 6h12M2 10h12M6 2v12M10 2v12" />,
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  back: <path d="M9.5 3 4.5 8l5 5" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3.5 3.5" />
    </>
  ),
  chevron: <path d="m6 4 4 4-4 4" />,
  drag: <path d="M6 3.5v.1M10 3.5v.1M6 8v.1M10 8v.1M6 12.5v.1M10 12.5v.1" />,
  warning: <path d="M8 2.2 14.5 13.5h-13zM8 6.5v3.3M8 11.6v.1" />,
  tick: <path d="m3.5 8.5 3 3 6-7" />,
  cross: <path d="m4.5 4.5 7 7M11.5 4.5l-7 7" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M8 4.8V8l2.2 1.6" />
    </>
  ),
  trash: <path d="M2.5 4.2h11M6 4.2V2.5h4v1.7M4 4.2l.6 9.3h6.8l.6-9.3" />,
  more: <path d="M3.5 8v.1M8 8v.1M12.5 8v.1" />,
  expand: <path d="M9.5 2.5h4v4M6.5 13.5h-4v-4M13.5 2.5l-5 5M2.5 13.5l5-5" />,
};

export type IconName = keyof typeof shapes;

export function Icon({ name, size = 16 }: { name: string; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      fill="none"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth={name === 'more' || name === 'drag' ? 2 : 1.4}
      viewBox="0 0 16 16"
      width={size}
    >
      {shapes[name] ?? shapes.unknown}
    </svg>
  );
}
