import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { colourOf, onColours } from '../../app/theme';
import type { CurveProps, CurveSeries } from '../Curve';
import styles from './CurveCanvas.module.css';

/** One x for all series, as uPlot wants it: what a series has no value at is undefined there. */
function joined(series: CurveSeries[]): uPlot.AlignedData {
  if (series.length === 0) return [[]];
  return uPlot.join(
    series.map((one) => [one.x, one.y] as uPlot.AlignedData),
    series.map(() => [2, 2]),
  );
}

export default function CurveCanvas(props: CurveProps) {
  const { label, series, height = 220 } = props;
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const [colours, setColours] = useState(0);
  useEffect(() => onColours(() => setColours((count) => count + 1)), []);
  const zoomed = useRef(false);
  const data = useMemo(() => joined(series), [series]);
  const signature = JSON.stringify([
    colours,
    series.map(({ name, colour, kind, dashed }) => [name, colour, kind, dashed]),
    [props.x, props.xLabel, props.yLabel, props.names, props.yMin, props.yMax, props.logarithmic, props.sync],
    [props.hideLegend, height],
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature holds what the picture is made of
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const made = new uPlot(optionsOf(props, element.clientWidth, height), data, element);
    plot.current = made;
    zoomed.current = false;
    made.over.addEventListener('dblclick', () => {
      zoomed.current = false;
    });
    made.over.addEventListener('mouseup', () => {
      if (made.select.width > 2) zoomed.current = true;
    });
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [signature]);
  // What somebody has zoomed to stays while values come.
  useEffect(() => plot.current?.setData(data, !zoomed.current), [data]);
  return <div ref={box} className={styles.curve} role="img" aria-label={label} />;
}

function optionsOf(props: CurveProps, width: number, height: number): uPlot.Options {
  const text = colourOf('--muted');
  const line = colourOf('--line');
  const font = `11px ${getComputedStyle(document.body).fontFamily}`;
  const { names, formatY } = props;
  const axis = {
    stroke: text,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1 },
    font,
    labelFont: font,
  };
  return {
    width,
    height,
    ms: 1,
    legend: { show: !props.hideLegend },
    cursor: { sync: props.sync ? { key: props.sync } : undefined, drag: { x: true, y: false } },
    scales: {
      x: { time: props.x === 'time' },
      y: {
        distr: props.logarithmic ? 3 : 1,
        range: (_, low, high) => {
          const [from, to] = uPlot.rangeNum(low ?? 0, high ?? 1, 0.1, true);
          return [props.yMin ?? from ?? 0, props.yMax ?? to ?? 1];
        },
      },
    },
    axes: [
      {
        ...axis,
        label: props.xLabel,
        labelSize: 20,
        values: names ? (_, splits) => splits.map((at) => (Number.isInteger(at) ? (names[at] ?? '') : '')) : undefined,
      },
      {
        ...axis,
        label: props.yLabel,
        labelSize: 20,
        size: 56,
        values: formatY ? (_, splits) => splits.map((at) => formatY(at)) : undefined,
      },
    ],
    series: [
      { label: props.xLabel ?? 'x' },
      ...props.series.map((one, index) => {
        const colour = colourOf(one.colour ?? `--series-${(index % 8) + 1}`);
        return {
          label: one.name,
          stroke: colour,
          width: one.kind === 'points' ? 0 : 1.6,
          dash: one.dashed ? [6, 4] : undefined,
          fill:
            one.kind === 'area' || one.kind === 'bars' ? `color-mix(in srgb, ${colour} 25%, transparent)` : undefined,
          points: { show: one.kind === 'points' || one.x.length < 2, size: 5, fill: colour },
          paths: one.kind === 'bars' ? uPlot.paths.bars?.({ size: [0.7, 60] }) : undefined,
          spanGaps: false,
          value: (_: uPlot, value: number | null) =>
            value === null || value === undefined
              ? '–'
              : formatY
                ? formatY(value)
                : String(Number(value.toPrecision(6))),
        } satisfies uPlot.Series;
      }),
    ],
  };
}
