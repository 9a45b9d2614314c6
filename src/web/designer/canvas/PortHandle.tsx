// A port of a card. Its shape tells its type: tables are round, models are diamonds, files and folders are squares,
// evaluations are drops. While an edge is drawn, ports that it may end at stand out.

import { Handle, type HandleProps, Position } from '@xyflow/react';

import { useLanguage, useText } from '../../app/i18n';
import { typesFit } from '../graph/connect';
import { portOffset } from '../graph/measures';
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

interface Props {
  port: Port;
  node: string;
  side: 'inputs' | 'outputs';
  index: number;
  count: number;
  drawing: Drawing | null;
  named: boolean;
}

export function PortHandle({ port, node, side, index, count, drawing, named }: Props) {
  const t = useText(texts);
  const title = useLanguage() === 'zh' ? port.title_zh || port.title : port.title;
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
