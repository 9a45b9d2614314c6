import { useSyncExternalStore } from 'react';
import { useText } from '../app/i18n';
import type { Store } from '../app/store';
import { Button } from '../widgets/controls/Button';
import { IconButton } from '../widgets/controls/IconButton';
import { Toolbar, ToolbarSeparator, ToolbarSpace } from '../widgets/layout/Toolbar';
import type { What } from './running';
import type { Cursor } from './text/cursor';
import { texts } from './texts';

export type Panel = 'history' | 'variables';

export interface EditorToolsProps {
  going: boolean;
  stopping: boolean;
  cursor: Store<Cursor>;
  panel: Panel | null;
  onRun: (what: What) => void;
  onStop: () => void;
  onPanel: (panel: Panel) => void;
}

/** Whether a text is selected; a cursor that only moves changes nothing. */
const useSelected = (cursor: Store<Cursor>) => useSyncExternalStore(cursor.subscribe, () => cursor.get().selected > 0);

export function EditorTools({ going, stopping, cursor, panel, onRun, onStop, onPanel }: EditorToolsProps) {
  const t = useText(texts);
  const selected = useSelected(cursor);
  return (
    <Toolbar label={t.tools}>
      <Button
        kind="primary"
        icon="play"
        disabled={going}
        title={`${selected ? t.runSelection : t.runHere} (Ctrl+Enter)`}
        onClick={() => onRun('here')}
      >
        {selected ? t.runSelection : t.run}
      </Button>
      <Button disabled={going} title={`${t.runAll} (Ctrl+Shift+Enter)`} onClick={() => onRun('all')}>
        {t.runAll}
      </Button>
      <Button
        icon="stop"
        disabled={!going || stopping}
        busy={stopping}
        title={`${t.stop} (Ctrl+Alt+C)`}
        onClick={onStop}
      >
        {t.stop}
      </Button>
      <ToolbarSeparator />
      <Button kind="quiet" disabled={going} title={`${t.explainHelp} (Ctrl+Alt+E)`} onClick={() => onRun('explain')}>
        {t.explain}
      </Button>
      <Button kind="quiet" disabled={going} title={t.analyzeHelp} onClick={() => onRun('analyze')}>
        {t.analyze}
      </Button>
      <ToolbarSpace />
      <IconButton
        icon="settings"
        label={t.variables}
        pressed={panel === 'variables'}
        onClick={() => onPanel('variables')}
      />
      <IconButton
        icon="history"
        label={t.history}
        keys="Ctrl+Alt+H"
        pressed={panel === 'history'}
        onClick={() => onPanel('history')}
      />
    </Toolbar>
  );
}
