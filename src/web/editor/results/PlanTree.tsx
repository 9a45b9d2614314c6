import { useMemo } from 'react';
import { formatNumber } from '../../app/format';
import { useText } from '../../app/i18n';
import { Tree, type TreeNode } from '../../widgets/data/Tree';
import { texts } from '../texts';
import styles from './PlanTree.module.css';
import { type PlanLine, type PlanNode, partsOf } from './plan';

/** Plans as trees, with the rows and the time of each operator and how much of the whole time that is. */
export function PlanTree({ lines }: { lines: PlanLine[] }) {
  const t = useText(texts);
  const parts = useMemo(() => partsOf(lines), [lines]);
  const open = useMemo(() => lines.map((_, index) => String(index)), [lines]);
  return (
    <div className={styles.plan} tabIndex={0} role="region" aria-label={t.plan}>
      {parts.map((part, index) => (
        <section key={index} className={styles.part}>
          {part.title !== '' && <h3 className={styles.title}>{part.title}</h3>}
          {part.roots.length > 0 && (
            <Tree
              label={part.title === '' ? t.operators : part.title}
              nodes={part.roots.map((node) => nodeOf(node, longest(part.roots)))}
              expanded={open}
            />
          )}
          {part.notes.map((note, line) => (
            <pre key={line} className={styles.note}>
              {note}
            </pre>
          ))}
        </section>
      ))}
    </div>
  );
}

function longest(nodes: PlanNode[]): number {
  return nodes.reduce((most, node) => Math.max(most, node.line.ms ?? 0, longest(node.children)), 0);
}

function nodeOf(node: PlanNode, most: number): TreeNode {
  return {
    id: node.id,
    label: node.line.text,
    detail: <Facts line={node.line} most={most} />,
    children: node.children.map((child) => nodeOf(child, most)),
  };
}

function Facts({ line, most }: { line: PlanLine; most: number }) {
  const t = useText(texts);
  return (
    <span className={styles.facts}>
      {line.in_others && <span>{t.inOthers}</span>}
      {line.estimated_rows !== undefined && (
        <span className={styles.count}>
          {t.estimated} {formatNumber(line.estimated_rows)}
        </span>
      )}
      {line.rows !== undefined && (
        <strong className={styles.count}>
          {t.actual} {formatNumber(line.rows)}
        </strong>
      )}
      {line.ms !== undefined && (
        <>
          <span className={styles.time}>{formatNumber(line.ms, line.ms < 10 ? 3 : 1)} ms</span>
          <span className={styles.bar} aria-hidden="true">
            <span style={{ width: `${most > 0 ? (100 * line.ms) / most : 0}%` }} />
          </span>
        </>
      )}
    </span>
  );
}
