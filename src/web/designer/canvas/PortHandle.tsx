// A port of a card. Its shape tells its type: tables are round, models are diamonds, files and folders are squares,
// evaluations are drops. While an edge is drawn, ports that it may end at stand out.

import { Handle, type HandleProps, Position } from '@xyflow/react';

import { useLanguage, useText } from '../../app/i18n';
import { typesFit } from '../graph/connect';
import { portOffset } from '../graph/measures';
import { titleOf } from '../graph/titles';
import { texts } from '../texts';
import type { Port, PortType } from '../wire';
import css from './NodeCard.module.css';

interface Drawing {
  nodeId: string;
  type: HandleProps['type'];
  id?: string | null;
}

/** The type of the port that an edge is being drawn from; set by the canvas when the drawing begins. */
export const drawn: { type: PortType | null } = { type: null };

function fit(port: Port, node: string, side: 'inputs' | 'outputs', drawing: Drawing | null): string {
  if (!drawing || drawn.type === null) return '';
  if (drawing.nodeId === node && drawing.type === (side === 'inputs' ? 'target' : 'source')) {
    return drawing.id === port.name ? (css.from ?? '') : (css.unfit ?? '');
  }
  const other = drawing.type === 'source' ? side === 'inputs' : side === 'outputs';
  if (!other || drawing.nodeId === node) return css.unfit ?? '';
  const fits = side === 'inputs' ? typesFit(drawn.type, port.type) : typesFit(port.type, drawn.type);
  return (fits ? css.fits : css.unfit) ?? '';
}

interface Common {
  node: string;
  side: 'inputs' | 'outputs';
  drawing: Drawing | null;
  named: boolean; // whether their titles are shown
}

/** All ports of one side of a card. */
export function Ports({ ports, ...common }: Common & { ports: Port[] }) {
  return ports.map((port, at) => (
    <PortHandle {...common} count={ports.length} index={at} key={port.name} port={port} />
  ));
}

type Props = Common & { port: Port; index: number; count: number };

function PortHandle({ port, node, side, index, count, drawing, named }: Props) {
  const t = useText(texts);
  const title = titleOf(port, useLanguage() === 'zh');
  const left = portOffset(index, count);
  const top = side === 'inputs';
  return (
    <>
      <Handle
        className={`${css.port} ${css[port.type] ?? ''} ${fit(port, node, side, drawing)}`}
        data-port={port.name}
        id={port.name}
        position={top ? Position.Top : Position.Bottom}
        style={{ left }}
        title={`${title} (${t.types[port.type]})`}
        type={top ? 'target' : 'source'}
      />
      {named && (
        <span
          aria-hidden="true"
          className={`${css.portName} ${top ? css.above : css.below} ${count > 2 && index % 2 === 1 ? css.farther : ''}`}
          style={{ left }}
        >
          {title}
        </span>
      )}
    </>
  );
}

/** Ports of a card that is seen from afar: marks that edges find, which watch nothing and take no mouse. */
export function PortMarks({ ports, side, node }: { ports: Port[]; side: 'inputs' | 'outputs'; node: string }) {
  const top = side === 'inputs';
  return ports.map((port, at) => (
    <span
      aria-hidden="true"
      className={`${css.portMark} ${top ? css.topMark : css.bottomMark} ${top ? 'target' : 'source'}`}
      data-handleid={port.name}
      data-handlepos={top ? 'top' : 'bottom'}
      data-nodeid={node}
      key={port.name}
      style={{ left: portOffset(at, ports.length) }}
    />
  ));
}
