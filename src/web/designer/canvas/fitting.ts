import type { FitViewOptions } from '@xyflow/react';

/** How the canvas shows everything: small pipelines are not blown up, and nothing lies below the tools. */
export const fitting: FitViewOptions = {
  maxZoom: 1,
  padding: { top: '40px', right: '40px', bottom: '76px', left: '40px' },
};
