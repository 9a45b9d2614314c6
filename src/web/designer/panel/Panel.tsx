// The panel at the right: of the selected node, of several, or of the pipeline when nothing is selected.

import { useText } from '../../app/i18n';
import { Button } from '../../widgets/controls/Button';
import { nodeOf } from '../graph/document';
import { useEditor, useOpen } from '../state/context';
import { texts } from '../texts';
import { NodePanel } from './NodePanel';
import css from './Panel.module.css';
import { PipelinePanel } from './PipelinePanel';

function ManyPanel({ ids }: { ids: ReadonlySet<string> }) {
  const t = useText(texts);
  const { editor, commands } = useOpen();
  return (
    <div className={css.fields}>
      <h2>{t.panel.many(ids.size)}</h2>
      <div className={css.buttons}>
        <Button icon="copy" onClick={commands.copy}>
          {t.menu.copy}
        </Button>
        <Button onClick={() => editor.toggleEnabled(ids)}>{t.panel.onOff}</Button>
        <Button icon="trash" kind="danger" onClick={() => editor.removeSelected()}>
          {t.menu.remove}
        </Button>
      </div>
    </div>
  );
}

export function Panel() {
  const t = useText(texts);
  const selected = useEditor((state) => state.selected);
  const document = useEditor((state) => state.document);
  const node = selected.size === 1 ? nodeOf(document, [...selected][0]!) : undefined;
  return (
    <aside aria-label={t.panel.title} className={css.panel}>
      {node ? (
        <NodePanel key={node.id} node={node} />
      ) : selected.size > 1 ? (
        <ManyPanel ids={selected} />
      ) : (
        <PipelinePanel />
      )}
    </aside>
  );
}
