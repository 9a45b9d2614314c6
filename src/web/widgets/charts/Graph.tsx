import { lazy, type ReactNode, Suspense } from 'react';
import { useText } from '../../app/i18n';
import { loadPatiently } from '../../app/lazyPage';
import { EmptyState } from '../feedback/EmptyState';
import { Spinner } from '../feedback/Spinner';
import type { State } from '../feedback/StateBadge';
import type { IconName } from '../icons';
import { texts } from '../texts';

export interface GraphNode {
  id: string;
  title: string;
  subtitle?: string;
  /** What the mouse is told over the subtitle. */
  hint?: string;
  icon?: IconName;
  state?: State;
  /** What stands below the texts, in the height of one line. */
  detail?: ReactNode;
}
export interface GraphEdge {
  from: string;
  to: string;
  label?: string;
  /** Marked, as the edges of a chosen column. */
  strong?: boolean;
}

export interface GraphProps {
  label: string;
  nodes: GraphNode[];
  edges: GraphEdge[];
  direction?: 'down' | 'right';
  selected?: string | null;
  onSelect?: (id: string | null) => void;
  /** Enter, or a double press on a node. */
  onOpen?: (id: string) => void;
  /** The right mouse button on a node. */
  onMenu?: (id: string, at: { x: number; y: number }) => void;
}

const GraphCanvas = lazy(() => loadPatiently(() => import('./graph/GraphCanvas')));

/** A graph to look at: it lies itself out, is moved and zoomed, and its nodes can be chosen. Circles do no harm. */
export function Graph(props: GraphProps) {
  const t = useText(texts);
  if (props.nodes.length === 0) return <EmptyState icon="workflow" title={t.noNodes} />;
  return (
    <Suspense fallback={<Spinner label={t.loading} block />}>
      <GraphCanvas {...props} />
    </Suspense>
  );
}
