// Two people in one pipeline: what somebody else has saved stands beside what this page has, and nothing is lost before
// the reader has chosen.

import { formatTime } from '../../app/format';
import { useText } from '../../app/i18n';
import { Button } from '../../widgets/controls/Button';
import { Dialog } from '../../widgets/feedback/Dialog';
import { type Difference, differences } from '../graph/differences';
import { cardHeight, cardWidth } from '../graph/measures';
import { useEditor } from '../state/context';
import { texts } from '../texts';
import type { PipelineDocument } from '../wire';
import css from './Page.module.css';

/** The pipeline as a small drawing. */
function Sketch({ document, label }: { document: PipelineDocument; label: string }) {
  const places = new Map(document.nodes.map((node) => [node.id, node]));
  const xs = document.nodes.map((node) => node.x);
  const ys = document.nodes.map((node) => node.y);
  const left = Math.min(0, ...xs) - 20;
  const top = Math.min(0, ...ys) - 20;
  const width = Math.max(400, ...xs.map((x) => x + cardWidth)) - left + 20;
  const height = Math.max(240, ...ys.map((y) => y + cardHeight)) - top + 20;
  return (
    <svg aria-label={label} className={css.sketch} role="img" viewBox={`${left} ${top} ${width} ${height}`}>
      {document.edges.map((edge, at) => {
        const from = places.get(edge.from.node);
        const to = places.get(edge.to.node);
        if (!from || !to) return null;
        return (
          <line key={at} x1={from.x + cardWidth / 2} x2={to.x + cardWidth / 2} y1={from.y + cardHeight} y2={to.y} />
        );
      })}
      {document.nodes.map((node) => (
        <g key={node.id}>
          <rect height={cardHeight} rx={6} width={cardWidth} x={node.x} y={node.y} />
          <text x={node.x + 12} y={node.y + 32}>
            {node.name.length > 20 ? `${node.name.slice(0, 19)}…` : node.name}
          </text>
        </g>
      ))}
    </svg>
  );
}

function Changes({ changes }: { changes: Difference[] }) {
  const t = useText(texts);
  const told = changes.filter((change) => change.kind !== 'moved');
  const moved = changes.length - told.length;
  return (
    <ul className={css.changes}>
      {told.slice(0, 40).map((change, at) => (
        <li key={at}>
          {t.conflict.kinds[change.kind]} {change.name}
          {change.parameters.length > 0 && `: ${change.parameters.join(', ')}`}
        </li>
      ))}
      {moved > 0 && <li>{t.conflict.moved(moved)}</li>}
      {changes.length === 0 && <li>{t.conflict.same}</li>}
    </ul>
  );
}

interface Props {
  busy: boolean;
  onTheirs: () => void;
  onCopy: () => void;
  /** The reader looks at the own version first; nothing is saved until it is decided. */
  onLater: () => void;
}

export function ConflictDialog({ busy, onTheirs, onCopy, onLater }: Props) {
  const t = useText(texts);
  const theirs = useEditor((state) => state.theirs);
  const mine = useEditor((state) => state.document);
  if (!theirs) return null;
  return (
    <Dialog
      actions={
        <>
          <Button disabled={busy} onClick={onTheirs}>
            {t.conflict.takeTheirs}
          </Button>
          <Button busy={busy} kind="primary" onClick={onCopy}>
            {t.conflict.keepCopy}
          </Button>
        </>
      }
      onClose={onLater}
      open
      title={t.conflict.title}
      width={760}
    >
      <p>{t.conflict.help(formatTime(theirs.updated_ms))}</p>
      <div className={css.twoSides}>
        <section>
          <h3>{t.conflict.mine}</h3>
          <Sketch document={mine} label={t.conflict.mine} />
        </section>
        <section>
          <h3>{t.conflict.theirs}</h3>
          <Sketch document={theirs} label={t.conflict.theirs} />
        </section>
      </div>
      <h3>{t.conflict.differences}</h3>
      <Changes changes={differences(theirs, mine)} />
    </Dialog>
  );
}
