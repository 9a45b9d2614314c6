import { useMemo, useState } from 'react';
import { formatDuration } from '../app/format';
import { useText } from '../app/i18n';
import { Graph, type GraphEdge, type GraphNode } from '../widgets/charts/Graph';
import { ContextMenu } from '../widgets/controls/Menu';
import { EmptyState } from '../widgets/feedback/EmptyState';
import type { IconName } from '../widgets/icons';
import { SplitPane } from '../widgets/layout/SplitPane';
import type { Flow, FlowNode, RunDetail } from './flowApi';
import { pictureOf } from './flowApi';
import { NodePanel } from './NodePanel';
import { canvasName, kindTexts, kindWords, titleOf } from './nodeWords';
import type { RunKind } from './RunDialog';
import { texts } from './texts';

interface Props {
  flow: Flow;
  detail: RunDetail | undefined;
  selected: string | null;
  onSelect: (node: string | null) => void;
  onCode: (node: string) => void;
  onAsk: (kind: RunKind, node?: string) => void;
}

/** The nodes of the workflow and what they wait for, with the states of the chosen run. */
export function GraphTab({ flow, detail, selected, onSelect, onCode, onAsk }: Props) {
  const t = useText(texts);
  const [menu, setMenu] = useState<{ node: string; at: { x: number; y: number } } | null>(null);
  const kinds = useText(kindTexts);
  const nodes = useMemo(() => nodesOf(flow, detail, kinds), [flow, detail, kinds]);
  const edges = useMemo(() => edgesOf(flow), [flow]);
  if (nodes.length === 0) return <EmptyState icon="workflow" title={t.noGraph} />;
  // A row of a loop's turn, or of a time of the day, belongs to its node.
  const chosen =
    nodes.find((one) => one.id === selected) ??
    nodes.find((one) => selected?.startsWith(`${one.id}/`) || selected?.startsWith(`${one.id}@`));
  const graph = (
    <Graph
      label={t.graphOf(flow.name)}
      nodes={nodes}
      edges={edges}
      selected={chosen?.id ?? null}
      onSelect={onSelect}
      onOpen={onCode}
      onMenu={(node, at) => setMenu({ node, at })}
    />
  );
  return (
    <>
      <SplitPane
        label={t.resizePanel}
        direction="row"
        sized="second"
        initial={400}
        min={300}
        minOther={320}
        storageKey="workflows.node"
        collapsed={!chosen}
      >
        {graph}
        {chosen ? (
          <NodePanel
            flow={flow}
            detail={detail}
            name={chosen.id}
            row={selected ?? chosen.id}
            onClose={() => onSelect(null)}
            onCode={onCode}
          />
        ) : null}
      </SplitPane>
      <ContextMenu
        label={menu ? titleOf(flow, menu.node) : ''}
        at={menu?.at ?? null}
        onClose={() => setMenu(null)}
        items={
          menu
            ? [
                { label: t.showCode, icon: 'file', onSelect: () => onCode(menu.node) },
                'separator',
                {
                  label: t.rerunFrom(titleOf(flow, menu.node)),
                  icon: 'arrowRight',
                  disabled: !flow.may_run,
                  onSelect: () => onAsk('from', menu.node),
                },
                {
                  label: t.rerunOnly(titleOf(flow, menu.node)),
                  icon: 'dot',
                  disabled: !flow.may_run,
                  onSelect: () => onAsk('only', menu.node),
                },
              ]
            : []
        }
      />
    </>
  );
}

const icons: [RegExp, IconName][] = [
  [/SQL|ODPS_SCRIPT/, 'database'],
  [/^PAI|XLAB|ALINK/, 'model'],
  [/SHELL|PYTHON|PYODPS/, 'editor'],
  [/CONTROLLER|PARAM_HUB|SUB_PROCESS|VIRTUAL/, 'lineage'],
  [/ODPS_(FILE|JAR|ARCHIVE|FUNCTION)/, 'resources'],
  [/CHECK|WAIT/, 'clock'],
];
function iconOf(node: FlowNode): IconName {
  return icons.find(([pattern]) => pattern.test(node.kind))?.[1] ?? 'dot';
}

function nodesOf(flow: Flow, detail: RunDetail | undefined, kinds: Parameters<typeof kindWords>[0]): GraphNode[] {
  const ended = detail?.run.state !== 'RUNNING';
  const rows = new Map(detail?.nodes.map((row) => [row.name, row]));
  if (!flow.flow) {
    // The folder is gone: what ran is all that is known.
    return (detail?.nodes ?? [])
      .filter((row) => !row.name.includes('/'))
      .map((row) => ({
        id: row.name,
        title: row.name,
        subtitle: kindWords(kinds, row.kind),
        hint: row.kind,
        state: pictureOf(row.state, ended),
      }));
  }
  return flow.flow.nodes.map((node) => {
    // Several times a day: the instance that has begun last.
    const row = rows.get(node.name) ?? detail?.nodes.findLast((one) => one.name.startsWith(`${node.name}@`));
    const took = row && row.ended_ms > row.started_ms ? formatDuration(row.ended_ms - row.started_ms) : '';
    const shown = canvasName(flow, node.name);
    const paused = node.recurrence === 'Pause';
    return {
      id: node.name,
      title: shown || node.name,
      subtitle: [shown && node.name, kindWords(kinds, node.kind), took].filter(Boolean).join(' · '),
      hint: [shown && node.name, node.kind].filter(Boolean).join(' · '),
      icon: iconOf(node),
      state: row ? pictureOf(row.state, ended) : paused ? 'paused' : undefined,
    };
  });
}

function edgesOf(flow: Flow): GraphEdge[] {
  return (flow.flow?.nodes ?? []).flatMap((node) => node.after.map((edge) => ({ from: edge.node, to: node.name })));
}
