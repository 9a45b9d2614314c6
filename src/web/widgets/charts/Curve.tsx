import { lazy, Suspense } from 'react';
import { useText } from '../../app/i18n';
import { loadPatiently } from '../../app/lazyPage';
import { Spinner } from '../feedback/Spinner';
import { texts } from '../texts';

export interface CurveSeries {
  name: string;
  x: number[];
  /** As many values as x; null is a gap. */
  y: (number | null)[];
  /** A colour of theme.css, `--series-3`; else the next one. */
  colour?: string;
  kind?: 'line' | 'points' | 'bars' | 'area';
  dashed?: boolean;
}

export interface CurveProps {
  /** The name of the picture for screen readers. */
  label: string;
  series: CurveSeries[];
  /** What x counts: a number (a step), or milliseconds since 1970. */
  x?: 'number' | 'time';
  xLabel?: string;
  yLabel?: string;
  /** The values of y in words: bytes, percent. */
  formatY?: (value: number) => string;
  /** The texts below x at whole numbers, for bars of categories. */
  names?: string[];
  /** The ends of y; what is left out comes from the values. */
  yMin?: number;
  yMax?: number;
  logarithmic?: boolean;
  /** Pixels; 220 where it is left out. The width is that of the space. */
  height?: number;
  /** Curves of one key show the same x under the mouse. */
  sync?: string;
  hideLegend?: boolean;
}

const CurveCanvas = lazy(() => loadPatiently(() => import('./curve/CurveCanvas')));

/** Curves over a common x, which may grow while they are shown. Dragging zooms, a double press shows all again. */
export function Curve(props: CurveProps) {
  const t = useText(texts);
  return (
    <Suspense
      fallback={
        <div style={{ height: props.height ?? 220 }}>
          <Spinner label={t.loading} block />
        </div>
      }
    >
      <CurveCanvas {...props} />
    </Suspense>
  );
}
