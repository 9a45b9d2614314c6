import { Link } from 'wouter';
import { formatNumber, formatTime } from '../../app/format';
import { useText } from '../../app/i18n';
import { IconButton } from '../../widgets/controls/IconButton';
import { Icon } from '../../widgets/Icon';
import type { Lineage, LineageEdge, LineageNode, Maker } from '../client';
import { nodeIcon } from '../icons';
import { texts } from '../texts';
import type { Chosen } from './chosen';
import styles from './Lineage.module.css';
import { hrefOfKey, hrefOfMaker } from './links';

export interface LineagePanelProps {
  graph: Lineage;
  chosen: Chosen | null;
  onChoose: (chosen: Chosen | null) => void;
}

/** The chosen thing, with its makers and the columns that it comes from. */
export function LineagePanel({ graph, chosen, onChoose }: LineagePanelProps) {
  const t = useText(texts);
  if (!chosen) return <div className={styles.panel} />;
  const node = 'node' in chosen ? graph.nodes.find((one) => one.key === chosen.node) : undefined;
  const edges =
    'node' in chosen
      ? graph.edges.filter((edge) => edge.to === chosen.node || edge.from === chosen.node)
      : graph.edges.filter((edge) => edge.from === chosen.from && edge.to === chosen.to);
  return (
    <section className={styles.panel} aria-label={t.tab.lineage}>
      <header className={styles.panelHead}>
        <h2>{node ? node.name : 'from' in chosen ? `${chosen.from} → ${chosen.to}` : ''}</h2>
        <IconButton icon="close" small label={t.close} onClick={() => onChoose(null)} />
      </header>
      {node && <NodeHead node={node} project={projectOf(graph)} />}
      {edges.map((edge) => (
        <EdgePart
          key={`${edge.from}\u0000${edge.to}`}
          edge={edge}
          project={projectOf(graph)}
          titled={'node' in chosen}
          column={'node' in chosen ? chosen.column : undefined}
          into={'node' in chosen && edge.to === chosen.node}
        />
      ))}
    </section>
  );
}

export function projectOf(graph: Lineage): string {
  return graph.nodes.find((node) => node.key === graph.root)?.project ?? '';
}

function NodeHead({ node, project }: { node: LineageNode; project: string }) {
  const t = useText(texts);
  const href = node.kind === 'missing' ? null : hrefOfKey(node.key, project);
  return (
    <p className={styles.kind}>
      <Icon name={nodeIcon(node.kind)} />
      {node.kind === 'missing' || node.kind === 'model' ? t[node.kind] : t.shape[node.kind]}
      {href && <Link href={href}>{node.kind === 'model' ? t.openModel : t.openTable}</Link>}
    </p>
  );
}

function EdgePart({
  edge,
  project,
  titled,
  column,
  into,
}: {
  edge: LineageEdge;
  project: string;
  titled: boolean;
  column?: string;
  into: boolean;
}) {
  const t = useText(texts);
  const wanted = column?.toLowerCase();
  const columns = edge.columns.filter(
    (one) => wanted === undefined || (into ? one.to : one.from).toLowerCase() === wanted,
  );
  if (wanted !== undefined && columns.length === 0) return null;
  return (
    <section className={styles.edge}>
      {titled && (
        <h3>
          {into ? t.from : t.to} {into ? edge.from : edge.to}
        </h3>
      )}
      <p className={styles.note}>{t.made}</p>
      <ul>
        {edge.makers.map((maker) => (
          <li key={`${maker.kind}\u0000${maker.id}\u0000${maker.node}`}>
            <MakerLine maker={maker} project={project} />
          </li>
        ))}
      </ul>
      {edge.times > edge.makers.length && <p className={styles.note}>{t.times(formatNumber(edge.times))}</p>}
      {columns.length === 0 ? (
        <p className={styles.note}>{t.noColumns}</p>
      ) : (
        <table className={styles.columnTable} aria-label={`${edge.from} → ${edge.to}`}>
          <thead>
            <tr>
              <th scope="col">{t.from}</th>
              <th scope="col">{t.to}</th>
              <th scope="col">{t.made}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((one) => (
              <tr key={`${one.from}\u0000${one.to}`}>
                <td>{one.from}</td>
                <td>{one.to}</td>
                <td>{one.copied ? t.copiedColumn : t.madeColumn}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function MakerLine({ maker, project }: { maker: Maker; project: string }) {
  const t = useText(texts);
  const href = hrefOfMaker(maker, project);
  const title = maker.name || maker.id;
  return (
    <>
      <span className={styles.makerKind}>{t.makers[maker.kind]}</span> {href ? <Link href={href}>{title}</Link> : title}
      {maker.node && ` · ${t.node(maker.node)}`}
      {maker.action && maker.kind !== 'view' && <code> {maker.action}</code>}
      {maker.at_ms > 0 && <span className={styles.note}> {formatTime(maker.at_ms)}</span>}
    </>
  );
}
