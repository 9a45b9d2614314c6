// A curve of an evaluation (ROC, PR, lift, KS) as a drawing of lines: it scales with the page, and the point under the
// mouse is told in numbers.

import { type MouseEvent, useMemo, useState } from 'react';

import { formatNumber } from '../../app/format';
import { useText } from '../../app/i18n';
import type { Curve } from '../wire';
import css from './Outputs.module.css';
import { outputTexts } from './texts';

const width = 320;
const height = 220;
const left = 40;
const right = 12;
const top = 10;
const bottom = 34;

/** A round number at or above the value: 1, 2, 2.5, 5 times a power of ten. */
function roundUp(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => step >= value - 1e-9) ?? value;
}

function useScales(curve: Curve) {
  return useMemo(() => {
    const xMost = roundUp(Math.max(0, ...curve.points.map(([x]) => x)));
    const yMost = roundUp(Math.max(0, ...curve.points.map(([, y]) => y)));
    return {
      xMost,
      yMost,
      x: (value: number) => left + (value / xMost) * (width - left - right),
      y: (value: number) => height - bottom - (value / yMost) * (height - top - bottom),
    };
  }, [curve]);
}

const steps = [0, 0.25, 0.5, 0.75, 1];

export function CurveChart({ curve }: { curve: Curve }) {
  const t = useText(outputTexts);
  const scale = useScales(curve);
  const [near, setNear] = useState<[number, number] | null>(null);
  const path = curve.points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${scale.x(x)} ${scale.y(y)}`).join('');

  const onMove = (event: MouseEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * width;
    let best: [number, number] | null = null;
    for (const point of curve.points) {
      if (!best || Math.abs(scale.x(point[0]) - x) < Math.abs(scale.x(best[0]) - x)) best = point;
    }
    setNear(best);
  };

  return (
    <figure className={css.figure}>
      <figcaption>
        {curve.name}
        {near && (
          <span className={css.near}>
            {curve.x} {formatNumber(near[0], 4)} · {curve.y} {formatNumber(near[1], 4)}
          </span>
        )}
      </figcaption>
      <svg
        aria-label={t.curve(curve.name, curve.x, curve.y)}
        className={css.chart}
        onMouseLeave={() => setNear(null)}
        onMouseMove={onMove}
        role="img"
        viewBox={`0 0 ${width} ${height}`}
      >
        {steps.map((step) => (
          <g key={step}>
            <line
              className={css.gridLine}
              x1={left}
              x2={width - right}
              y1={scale.y(step * scale.yMost)}
              y2={scale.y(step * scale.yMost)}
            />
            <text className={css.tick} textAnchor="end" x={left - 6} y={scale.y(step * scale.yMost) + 3}>
              {formatNumber(step * scale.yMost, 2)}
            </text>
            <text className={css.tick} textAnchor="middle" x={scale.x(step * scale.xMost)} y={height - bottom + 14}>
              {formatNumber(step * scale.xMost, 2)}
            </text>
          </g>
        ))}
        {curve.name === 'ROC' && (
          <line className={css.chance} x1={scale.x(0)} x2={scale.x(1)} y1={scale.y(0)} y2={scale.y(1)} />
        )}
        <path className={css.curve} d={path} />
        {near && <circle className={css.point} cx={scale.x(near[0])} cy={scale.y(near[1])} r={3.5} />}
        <text className={css.axis} textAnchor="middle" x={(left + width - right) / 2} y={height - 4}>
          {curve.x}
        </text>
        <text className={css.axis} textAnchor="middle" transform={`translate(10 ${(height - bottom) / 2}) rotate(-90)`}>
          {curve.y}
        </text>
      </svg>
    </figure>
  );
}
