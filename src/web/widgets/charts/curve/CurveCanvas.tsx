import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useLanguage } from '../../../app/i18n';
import { onColours } from '../../../app/theme';
import type { CurveProps, CurveSeries } from '../Curve';
import styles from './CurveCanvas.module.css';
import { optionsOf } from './options';

export default function CurveCanvas(props: CurveProps) {
  const { label, series, height = 220 } = props;
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const zoomed = useRef(false);
  const language = useLanguage();
  const [colours, setColours] = useState(0);
  useEffect(() => onColours(() => setColours((count) => count + 1)), []);
  const data = useMemo(() => joined(series), [series]);
  const signature = JSON.stringify([
    [colours, language, height, props.hideLegend],
    series.map(({ name, colour, kind, dashed }) => [name, colour, kind, dashed]),
    [props.x, props.xLabel, props.yLabel, props.names, props.yMin, props.yMax, props.logarithmic, props.sync],
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

/** One x for all series, as uPlot wants it: where a series has no value, the line goes on from its neighbours. */
function joined(series: CurveSeries[]): uPlot.AlignedData {
  if (series.length === 0) return [[]];
  return uPlot.join(
    series.map((one) => [one.x, one.y] as uPlot.AlignedData),
    series.map(() => [2, 2]),
  );
}
