import { formatNumber } from '../../app/format';
import { useText } from '../../app/i18n';
import { ListTable } from '../../widgets/data/ListTable';
import type { Lineage, LineageEdge } from '../client';
import { texts } from '../texts';
import type { Chosen } from './chosen';
import styles from './Lineage.module.css';

/** The same as lines, for who reads rather than looks. */
export function LineageList({ graph, onChoose }: { graph: Lineage; onChoose: (chosen: Chosen) => void }) {
  const t = useText(texts);
  const levels = new Map(graph.nodes.map((node) => [node.key, node.level]));
  const edges = [...graph.edges].sort(
    (left, right) => (levels.get(left.to) ?? 0) - (levels.get(right.to) ?? 0) || left.from.localeCompare(right.from),
  );
  return (
    <div className={styles.scroll}>
      <ListTable<LineageEdge>
        label={t.tab.lineage}
        rows={edges}
        rowKey={(edge) => `${edge.from}\u0000${edge.to}`}
        rowLabel={(edge) => `${edge.from} → ${edge.to}`}
        onOpen={(edge) => onChoose({ from: edge.from, to: edge.to })}
        columns={[
          { key: 'from', title: t.from, render: (edge) => edge.from },
          { key: 'to', title: t.to, render: (edge) => edge.to },
          {
            key: 'made',
            title: t.made,
            render: (edge) =>
              edge.makers
                .slice(0, 2)
                .map((maker) => `${t.makers[maker.kind]} ${maker.name || maker.action || maker.id}`)
                .join(', '),
          },
          {
            key: 'columns',
            title: t.columnsOf,
            align: 'right',
            render: (edge) => (edge.columns.length > 0 ? formatNumber(edge.columns.length) : '–'),
          },
        ]}
      />
    </div>
  );
}
