// Zoom, fit, layout, and what the canvas shows, at its lower edge.

import { useStore as useFlowStore, useReactFlow } from '@xyflow/react';

import { useText } from '../../app/i18n';
import { makeKeptStore } from '../../app/store';
import { useOpen } from '../state/context';
import { texts } from '../texts';
import css from './Canvas.module.css';
import { fitting } from './fitting';
import { Icon } from './icons';

const kept = {
  snap: makeKeptStore('paisql.designer.snap', 'yes'),
  grid: makeKeptStore('paisql.designer.grid', 'yes'),
  map: makeKeptStore('paisql.designer.map', 'yes'),
};

export interface Choices {
  snap: boolean;
  grid: boolean;
  map: boolean;
}

export function useCanvasChoices(): Choices {
  return { snap: kept.snap.use() === 'yes', grid: kept.grid.use() === 'yes', map: kept.map.use() === 'yes' };
}

function Tool({ title, icon, run, on }: { title: string; icon: string; run: () => void; on?: boolean }) {
  return (
    <button
      aria-label={title}
      aria-pressed={on}
      className={`${css.tool} ${on ? css.on : ''}`}
      onClick={run}
      title={title}
      type="button"
    >
      <Icon name={icon} />
    </button>
  );
}

function Zoom() {
  const t = useText(texts);
  const flow = useReactFlow();
  const percent = useFlowStore((state) => Math.round(state.transform[2] * 100));
  return (
    <button className={css.zoom} onClick={() => void flow.zoomTo(1)} title={t.tools.actualSize} type="button">
      {percent} %
    </button>
  );
}

export function CanvasTools({ choices }: { choices: Choices }) {
  const t = useText(texts);
  const { editor } = useOpen();
  const flow = useReactFlow();
  const fit = () => void flow.fitView(fitting);
  const toggle = (name: keyof Choices) => kept[name].set(choices[name] ? 'no' : 'yes');
  return (
    <div aria-label={t.tools.title} className={css.tools} data-over-cards role="toolbar">
      <Tool icon="minus" run={() => void flow.zoomOut()} title={t.tools.zoomOut} />
      <Zoom />
      <Tool icon="plus" run={() => void flow.zoomIn()} title={t.tools.zoomIn} />
      <Tool icon="fit" run={fit} title={t.tools.fit} />
      <span className={css.gap} />
      <Tool
        icon="layout"
        run={() => {
          editor.layOut();
          requestAnimationFrame(fit);
        }}
        title={t.tools.layout}
      />
      <span className={css.gap} />
      <Tool icon="grid" on={choices.snap} run={() => toggle('snap')} title={t.tools.snap} />
      <Tool icon="drag" on={choices.grid} run={() => toggle('grid')} title={t.tools.dots} />
      <Tool icon="map" on={choices.map} run={() => toggle('map')} title={t.tools.map} />
    </div>
  );
}
