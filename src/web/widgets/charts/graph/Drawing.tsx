import {
  Background,
  type Edge,
  type Node,
  Panel,
  ReactFlow,
  type ReactFlowProps,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { useText } from '../../../app/i18n';
import { IconButton } from '../../controls/IconButton';
import { texts } from '../../texts';
import styles from './Drawing.module.css';

// All of it is in sight at first, but nothing is drawn larger than it is.
const fit = { maxZoom: 1, padding: 0.12 };

/** The arrow at the end of a line. */
export const arrow = { type: 'arrowclosed', width: 14, height: 14, color: 'var(--line-strong)' } as const;

/** Cards and lines that are looked at and pressed, not moved: over a grid, with buttons to zoom. */
export function Drawing<N extends Node, E extends Edge>({ label, ...flow }: ReactFlowProps<N, E> & { label: string }) {
  return (
    <ReactFlowProvider>
      <div className={styles.drawing} role="group" aria-label={label}>
        <ReactFlow
          fitView
          fitViewOptions={fit}
          minZoom={0.05}
          maxZoom={2}
          nodesDraggable={false}
          nodesConnectable={false}
          edgesFocusable={false}
          proOptions={{ hideAttribution: true }}
          {...flow}
        >
          <Background gap={20} color="var(--line)" />
          <Panel position="bottom-right">
            <Zoom />
          </Panel>
        </ReactFlow>
      </div>
    </ReactFlowProvider>
  );
}

function Zoom() {
  const t = useText(texts);
  const flow = useReactFlow();
  return (
    <div className={styles.zoom}>
      <IconButton icon="zoomIn" label={t.zoomIn} onClick={() => void flow.zoomIn()} />
      <IconButton icon="zoomOut" label={t.zoomOut} onClick={() => void flow.zoomOut()} />
      <IconButton icon="fit" label={t.fit} onClick={() => void flow.fitView(fit)} />
    </div>
  );
}
