// A node on the canvas: icon, name, component, state, and its ports. Drawn anew only when one of these changes.

import { type NodeProps, type ReactFlowState, useConnection, useStore as useFlowStore } from '@xyflow/react';
import { memo } from 'react';

import { formatDuration } from '../../app/format';
import { useLanguage, useText } from '../../app/i18n';
import { useEditor, useProblems } from '../state/context';
import { texts } from '../texts';
import type { NodeRun } from '../wire';
import type { CardNode } from './flow_parts';
import { lookOf } from './hues';
import { Icon } from './icons';
import css from './NodeCard.module.css';
import { PortMarks, Ports } from './PortHandle';

type Mark = 'none' | 'waiting' | 'running' | 'good' | 'bad' | 'error' | 'warning' | 'off';

const marks: Partial<Record<NodeRun['state'], Mark>> = {
  WAIT_TIME: 'waiting',
  WAIT_RESOURCE: 'waiting',
  CHECKING_CONDITION: 'waiting',
  RUNNING: 'running',
  SUCCESS: 'good',
  FAILURE: 'bad',
};

const icons: Partial<Record<Mark, string>> = {
  waiting: 'clock',
  good: 'tick',
  bad: 'cross',
  error: 'warning',
  warning: 'warning',
};

/** Ports and small letters cannot be seen from afar: hundreds of cards are drawn without them. */
export const fromAfar = (state: ReactFlowState) => state.transform[2] < 0.4;

function NodeCardOf({ id, data, selected }: NodeProps<CardNode>) {
  const t = useText(texts);
  const chinese = useLanguage() === 'zh';
  const { node, component, group, circle } = data;
  const run = useEditor((state) => state.runs.get(id));
  const running = useEditor((state) => (state.run?.state === 'RUNNING' ? state.run.run : 0));
  const problems = useProblems(id);
  const far = useFlowStore(fromAfar);
  const drawing = useConnection((connection) => (connection.inProgress ? connection.fromHandle : null));

  const wrong = circle || !data.known || problems.some((problem) => problem.severity === 'error');
  let mark: Mark = 'none';
  if (!node.enabled) mark = 'off';
  else if (run && marks[run.state] && (running > 0 || !wrong)) mark = marks[run.state]!;
  else if (run && run.run === running && run.state === 'NOT_RUN') mark = 'waiting';
  else if (wrong) mark = 'error';
  else if (problems.length > 0) mark = 'warning';

  const look = lookOf(component, group);
  const title = chinese ? component.title_zh || component.title : component.title;
  const told = circle ? t.refusals.circle : (problems[0]?.message ?? (mark === 'bad' ? run?.message : '') ?? '');
  const duration = run && (mark === 'good' || mark === 'bad') ? formatDuration(run.duration_ms) : '';

  const shared = {
    className: `${css.card} ${css[mark] ?? ''} ${selected ? css.selected : ''} ${far ? css.far : ''}`,
    style: { ['--hue' as string]: `var(--series-${look.hue})` },
    title: told === '' ? node.name : `${node.name}\n${told}`,
  };
  if (far) {
    return (
      <div {...shared}>
        <span className={css.name}>{node.name}</span>
        <PortMarks node={id} ports={component.inputs} side="inputs" />
        <PortMarks node={id} ports={component.outputs} side="outputs" />
      </div>
    );
  }
  return (
    <div {...shared}>
      <span className={css.icon}>
        <Icon name={look.icon} size={18} />
      </span>
      <span className={css.texts}>
        <span className={css.name}>{node.name}</span>
        <span className={css.what}>{mark === 'off' ? t.disabled : title}</span>
      </span>
      <span className={css.state}>
        {mark === 'running' ? <span className={css.spinner} /> : icons[mark] && <Icon name={icons[mark]!} size={14} />}
        {duration !== '' && <span className={css.duration}>{duration}</span>}
        <span className="visually-hidden">{t.marks[mark]}</span>
      </span>
      <Ports drawing={drawing} named={selected || drawing !== null} node={id} ports={component.inputs} side="inputs" />
      <Ports
        drawing={drawing}
        named={selected || drawing?.nodeId === id}
        node={id}
        ports={component.outputs}
        side="outputs"
      />
    </div>
  );
}

export const NodeCard = memo(
  NodeCardOf,
  (before, after) => before.data === after.data && before.selected === after.selected,
);
