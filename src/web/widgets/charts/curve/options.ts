import uPlot from 'uplot';
import { formatTime } from '../../../app/format';
import { textNow } from '../../../app/i18n';
import { colourOf } from '../../../app/theme';
import { texts } from '../../texts';
import type { CurveProps, CurveSeries } from '../Curve';
import { writtenPlaces } from './names';

const kMinuteMs = 60_000;
const kDayMs = 86_400_000;

/** What uPlot is told for the props, at this size and in the colours of now. */
export function optionsOf(props: CurveProps, width: number, height: number): uPlot.Options {
  return {
    width,
    height,
    ms: 1,
    padding: [12, 16, 0, 0],
    legend: { show: !props.hideLegend, markers: { width: 0, fill: (_, index) => colourAt(props, index - 1) } },
    cursor: {
      sync: props.sync ? { key: props.sync } : undefined,
      drag: { x: true, y: false },
      points: { size: 7 },
    },
    scales: scalesOf(props),
    axes: axesOf(props),
    series: [
      {
        label: props.xLabel ?? textNow(texts)[props.x === 'time' ? 'time' : 'value'],
        value: (_, x) => (x === null ? '–' : shownX(props, x)),
      },
      ...props.series.map((one, index) => seriesOf(props, one, index)),
    ],
  };
}

function scalesOf(props: CurveProps): uPlot.Scales {
  const { names, yMin, yMax } = props;
  return {
    // Bars of categories have half a place at each end.
    x: { time: props.x === 'time', ...(names && { range: [-0.5, names.length - 0.5] as [number, number] }) },
    y: {
      distr: props.logarithmic ? 3 : 1,
      range: (plot, low, high) => {
        const scale = plot.scales.y?.distr === 3 ? uPlot.rangeLog(low || 1e-6, high || 1, 10, false) : null;
        // A bar's length is its value, so bars stand on zero.
        const bars = props.series.some((one) => one.kind === 'bars');
        const [least, most] = bars ? [Math.min(low ?? 0, 0), Math.max(high ?? 1, 0)] : [low ?? 0, high ?? 1];
        const [from, to] = scale ?? uPlot.rangeNum(least, most, 0.1, true);
        return [yMin ?? from ?? 0, yMax ?? to ?? 1];
      },
    },
  };
}

function axesOf({ names, formatY, x, xLabel, yLabel }: CurveProps): uPlot.Axis[] {
  const line = { stroke: colourOf('--line'), width: 1 };
  const font = `11px ${getComputedStyle(document.body).fontFamily}`;
  const axis = { stroke: colourOf('--muted'), grid: line, ticks: { ...line, size: 4 }, font, labelFont: font, gap: 4 };
  const values = names
    ? (_: uPlot, splits: number[]) => splits.map((at) => (Number.isInteger(at) ? (names[at] ?? '') : ''))
    : x === 'time'
      ? (_: uPlot, splits: number[], _axis: number, _space: number, step: number) => timesOf(splits, step)
      : undefined;
  return [
    {
      ...axis,
      grid: names ? { show: false } : line,
      label: xLabel,
      labelSize: 16,
      labelGap: 2,
      size: x === 'time' ? 38 : 26,
      values,
      ...(names && {
        splits: (plot: uPlot, _: number, from: number, to: number) =>
          writtenPlaces(names, from, to, plot.bbox.width / devicePixelRatio),
      }),
    },
    {
      ...axis,
      label: yLabel,
      labelSize: 18,
      size: 56,
      values: formatY ? (_, splits) => splits.map((at) => formatY(at)) : undefined,
    },
  ];
}

function colourAt(props: CurveProps, index: number): string {
  return colourOf(props.series[index]?.colour ?? `--series-${(index % 8) + 1}`);
}

function seriesOf(props: CurveProps, one: CurveSeries, index: number): uPlot.Series {
  const colour = colourAt(props, index);
  const filled = one.kind === 'area' || one.kind === 'bars';
  return {
    label: one.name,
    stroke: colour,
    width: one.kind === 'points' ? 0 : 1.6,
    dash: one.dashed ? [6, 4] : undefined,
    fill: filled ? `color-mix(in srgb, ${colour} ${one.kind === 'bars' ? 45 : 16}%, transparent)` : undefined,
    points: { show: one.kind === 'points' || one.x.length < 2, size: 6, fill: colour, width: 0 },
    paths: one.kind === 'bars' ? uPlot.paths.bars?.({ size: [0.6, 64] }) : undefined,
    spanGaps: false,
    value: (_, value) => (value === null || value === undefined ? '–' : shownY(value, props.formatY)),
  };
}

function shownX(props: CurveProps, x: number): string {
  if (props.names) return props.names[x] ?? '';
  return props.x === 'time' ? formatTime(x) : String(Number(x.toPrecision(8)));
}
function shownY(value: number, formatY?: (value: number) => string): string {
  return formatY ? formatY(value) : String(Number(value.toPrecision(6)));
}

/** The times below an axis; the day stands below the first one and where another day begins. */
function timesOf(splits: number[], step: number): string[] {
  let day = '';
  return splits.map((at) => {
    const [date = '', time = ''] = formatTime(at).split(' ');
    if (step >= kDayMs) return date;
    const shown = step < kMinuteMs ? time : time.slice(0, 5);
    if (date === day) return shown;
    day = date;
    return `${shown}\n${date}`;
  });
}
