import {
  BaseEdge,
  type Edge,
  type EdgeProps,
  getBezierPath,
  Handle,
  type Node,
  type NodeProps,
  Position,
} from '@xyflow/react';
import { useMemo } from 'react';
import { classes } from '../../classes';
import { StateBadge } from '../../feedback/StateBadge';
import { Icon } from '../../Icon';
import type { GraphNode, GraphProps } from '../Graph';
import { arrow, Drawing } from './Drawing';
import styles from './GraphCanvas.module.css';
import { kNodeHeight, kNodeWidth, layoutOf, type Point, pathOf } from './layout';

type Card = Node<{ node: GraphNode; down: boolean }, 'card'>;

function CardNode({ data: { node, down }, selected }: NodeProps<Card>) {
  return (
    <div className={classes(styles.card, selected && styles.selected, node.state && styles[node.state])}>
      <Handle type="target" position={down ? Position.Top : Position.Left} className={styles.handle} />
      {node.icon && <Icon name={node.icon} />}
      <div className={styles.texts}>
        <span className={styles.title} title={node.title}>
          {node.title}
        </span>
        {node.subtitle && (
          <span className={styles.subtitle} title={node.hint ?? node.subtitle}>
            {node.subtitle}
          </span>
        )}
        {node.detail}
      </div>
      {node.state && <StateBadge state={node.state} compact />}
      <Handle type="source" position={down ? Position.Bottom : Position.Right} className={styles.handle} />
    </div>
  );
}
const nodeTypes = { card: CardNode };

type Line = Edge<{ route: Point[]; down: boolean }, 'line'>;

function LineEdge({ id, data, label, markerEnd, ...ends }: EdgeProps<Line>) {
  const { route = [], down = true } = data ?? {};
  const { path, middle } = pathOf(route, down ? 'down' : 'right');
  // An edge from a node to itself has no route.
  const [loop] = route.length === 0 ? getBezierPath(ends) : [path];
  return <BaseEdge id={id} path={loop} label={label} labelX={middle.x} labelY={middle.y} markerEnd={markerEnd} />;
}
const edgeTypes = { line: LineEdge };

export default function GraphCanvas({
  label,
  nodes,
  edges,
  direction = 'down',
  selected,
  onSelect,
  onOpen,
  onMenu,
}: GraphProps) {
  const shape = JSON.stringify([
    nodes.map((node) => [node.id, Boolean(node.detail)]),
    edges.map((edge) => [edge.from, edge.to]),
    direction,
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape is what the layout comes from
  const { places, routes } = useMemo(
    () =>
      layoutOf(
        nodes.map((node) => ({ id: node.id, height: node.detail ? kNodeHeight + 20 : kNodeHeight })),
        edges,
        direction,
      ),
    [shape],
  );
  const cards: Card[] = nodes.map((node) => ({
    id: node.id,
    type: 'card',
    position: places.get(node.id) ?? { x: 0, y: 0 },
    data: { node, down: direction === 'down' },
    width: kNodeWidth,
    height: node.detail ? kNodeHeight + 20 : kNodeHeight,
    selected: node.id === selected,
    ariaLabel: node.title,
  }));
  const lines: Line[] = edges.map((edge, index) => ({
    id: `${index}`,
    type: 'line',
    data: { route: routes[index] ?? [], down: direction === 'down' },
    source: edge.from,
    target: edge.to,
    label: edge.label,
    className: edge.strong ? styles.strong : undefined,
    markerEnd: arrow,
  }));
  return (
    <div className={styles.graph}>
      <Drawing
        label={label}
        nodes={cards}
        edges={lines}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onlyRenderVisibleElements={nodes.length > 100}
        onNodeClick={(_, node) => onSelect?.(node.id)}
        onPaneClick={() => onSelect?.(null)}
        onNodeDoubleClick={(_, node) => onOpen?.(node.id)}
        onNodeContextMenu={(event, node) => {
          if (!onMenu) return;
          event.preventDefault();
          onMenu(node.id, { x: event.clientX, y: event.clientY });
        }}
        onKeyDown={(event) => {
          const id = (event.target as HTMLElement).dataset?.id;
          if (!id) return;
          if (event.key === 'Enter') onOpen ? onOpen(id) : onSelect?.(id);
          if (event.key === ' ') onSelect?.(id);
        }}
      />
    </div>
  );
}
