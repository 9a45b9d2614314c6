import { BaseEdge, type Edge, type EdgeProps, Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { createContext, use, useMemo, useState } from 'react';
import { useText } from '../../app/i18n';
import { arrow, Drawing } from '../../widgets/charts/graph/Drawing';
import { classes } from '../../widgets/classes';
import { BothEnds } from '../../widgets/data/BothEnds';
import { Icon } from '../../widgets/Icon';
import type { Lineage, LineageNode } from '../client';
import { nodeIcon } from '../icons';
import { texts } from '../texts';
import styles from './Canvas.module.css';
import { type Chosen, columnsAlong, placeOf } from './chosen';
import { columnsOfNodes, kHeadPx, kWidthPx, placesOf } from './layout';

export interface LineageCanvasProps {
  label: string;
  graph: Lineage;
  columns: boolean;
  chosen: Chosen | null;
  onChoose: (chosen: Chosen | null) => void;
}

interface CardData extends Record<string, unknown> {
  node: LineageNode;
  shown: string[];
  hidden: number;
  root: boolean;
}
type Card = Node<CardData, 'table'>;

/** What cards need of the whole: which columns are lit, and what a press on one does. */
interface Along {
  lit: Set<string>;
  chosen: Chosen | null;
  point: (key: string, column: string | null) => void;
  choose: (key: string, column?: string) => void;
  open: (key: string) => void;
}
const AlongContext = createContext<Along | null>(null);

function TableCard({ data: { node, shown, hidden, root } }: NodeProps<Card>) {
  const t = useText(texts);
  const along = use(AlongContext)!;
  const kind = node.kind === 'missing' || node.kind === 'model' ? t[node.kind] : t.shape[node.kind];
  const title = `${node.name} (${kind})`;
  const { chosen } = along;
  const isChosen = chosen !== null && 'node' in chosen && chosen.node === node.key && chosen.column === undefined;
  return (
    <div className={classes(styles.card, root && styles.root, node.kind === 'missing' && styles.missing)}>
      <Handle type="target" position={Position.Left} className={styles.handle} style={{ top: kHeadPx / 2 }} />
      <Handle type="source" position={Position.Right} className={styles.handle} style={{ top: kHeadPx / 2 }} />
      <button
        type="button"
        className={classes('nodrag', styles.head, isChosen && styles.chosen)}
        title={title}
        onClick={() => along.choose(node.key)}
      >
        <Icon name={nodeIcon(node.kind)} />
        <BothEnds className={styles.name} text={node.name} title={title} />
        {node.schema !== 'default' && node.schema !== '' && <span className={styles.schema}>{node.schema}</span>}
      </button>
      {shown.map((column) => {
        const lit = along.lit.has(placeOf(node.key, column));
        return (
          <button
            key={column}
            type="button"
            className={classes('nodrag', styles.column, lit && styles.lit)}
            title={column}
            aria-pressed={lit}
            onPointerEnter={() => along.point(node.key, column)}
            onPointerLeave={() => along.point(node.key, null)}
            onFocus={() => along.point(node.key, column)}
            onBlur={() => along.point(node.key, null)}
            onClick={() => along.choose(node.key, column)}
          >
            <Handle type="target" id={`in-${column}`} position={Position.Left} className={styles.handle} />
            {column}
            <Handle type="source" id={`out-${column}`} position={Position.Right} className={styles.handle} />
          </button>
        );
      })}
      {(hidden > 0 || shown.length > 12) && (
        <button type="button" className={classes('nodrag', styles.more)} onClick={() => along.open(node.key)}>
          {hidden > 0 ? t.moreColumns(hidden) : t.fewerColumns}
        </button>
      )}
    </div>
  );
}
const nodeTypes = { table: TableCard };

/** The edge of a table that is made from itself: an arc over its card. */
function ArcEdge({ id, sourceX, sourceY, targetX, targetY, markerEnd }: EdgeProps) {
  const side = 96;
  const top = Math.min(sourceY, targetY) - 64;
  const path = `M${sourceX},${sourceY} C${sourceX + side},${top} ${targetX - side},${top} ${targetX},${targetY}`;
  return <BaseEdge id={id} path={path} markerEnd={markerEnd} />;
}
const edgeTypes = { arc: ArcEdge };

export default function LineageCanvas({ label, graph, columns, chosen, onChoose }: LineageCanvasProps) {
  const [pointed, setPointed] = useState<{ key: string; column: string } | null>(null);
  const [opened, setOpened] = useState<Set<string>>(new Set());
  const shown = useMemo(() => columnsOfNodes(graph, columns, opened), [graph, columns, opened]);
  const places = useMemo(() => placesOf(graph, shown), [graph, shown]);
  const lit = useMemo(() => {
    if (pointed) return columnsAlong(graph, pointed.key, pointed.column);
    if (chosen && 'node' in chosen && chosen.column) return columnsAlong(graph, chosen.node, chosen.column);
    return new Set<string>();
  }, [graph, pointed, chosen]);
  const along: Along = useMemo(
    () => ({
      lit,
      chosen,
      point: (key, column) => setPointed(column === null ? null : { key, column }),
      choose: (key, column) => onChoose(column === undefined ? { node: key } : { node: key, column }),
      open: (key) =>
        setOpened((before) => {
          const next = new Set(before);
          if (!next.delete(key)) next.add(key);
          return next;
        }),
    }),
    [lit, chosen, onChoose],
  );
  const cards: Card[] = useMemo(
    () =>
      graph.nodes.map((node) => ({
        id: node.key,
        type: 'table',
        position: places.get(node.key) ?? { x: 0, y: 0 },
        width: kWidthPx,
        focusable: false,
        data: { node, root: node.key === graph.root, ...shown.get(node.key)! },
      })),
    [graph, places, shown],
  );
  const edges = useMemo(() => edgesOf(graph, shown, lit, chosen), [graph, shown, lit, chosen]);
  return (
    <AlongContext value={along}>
      <div className={styles.canvas}>
        <Drawing
          label={label}
          nodes={cards}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          onlyRenderVisibleElements={graph.nodes.length > 60}
          onEdgeClick={(_, edge) => onChoose({ from: edge.source, to: edge.target })}
          onPaneClick={() => onChoose(null)}
        />
      </div>
    </AlongContext>
  );
}

/** A line for each pair of columns that are drawn, else one from table to table. A table that is made from itself has
 * one arc. */
function edgesOf(
  graph: Lineage,
  shown: Map<string, { shown: string[] }>,
  lit: Set<string>,
  chosen: Chosen | null,
): Edge[] {
  const edges: Edge[] = [];
  for (const edge of graph.edges) {
    const from = new Map(shown.get(edge.from)?.shown.map((name) => [name.toLowerCase(), name]));
    const to = new Map(shown.get(edge.to)?.shown.map((name) => [name.toLowerCase(), name]));
    const isChosen = chosen !== null && 'from' in chosen && chosen.from === edge.from && chosen.to === edge.to;
    const self = edge.from === edge.to;
    const drawn = edge.columns.filter(
      (one) => !self && from.has(one.from.toLowerCase()) && to.has(one.to.toLowerCase()),
    );
    for (const one of drawn) {
      const along = lit.has(placeOf(edge.from, one.from)) && lit.has(placeOf(edge.to, one.to));
      edges.push({
        id: `${edge.from}\u0000${one.from}\u0000${edge.to}\u0000${one.to}`,
        source: edge.from,
        target: edge.to,
        sourceHandle: `out-${from.get(one.from.toLowerCase())}`,
        targetHandle: `in-${to.get(one.to.toLowerCase())}`,
        zIndex: along ? 1 : 0,
        className: classes(along || isChosen ? styles.strong : lit.size > 0 && styles.dim, !one.copied && styles.made),
      });
    }
    if (drawn.length > 0) continue;
    edges.push({
      id: `${edge.from}\u0000${edge.to}`,
      type: self ? 'arc' : undefined,
      source: edge.from,
      target: edge.to,
      className: classes(isChosen ? styles.strong : lit.size > 0 && styles.dim),
      markerEnd: arrow,
    });
  }
  return edges;
}
