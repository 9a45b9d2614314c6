import { useState } from 'react';
import { Graph, type GraphEdge, type GraphNode } from '../widgets/charts/Graph';
import type { State } from '../widgets/feedback/StateBadge';
import { params } from './params';

const states: State[] = ['success', 'success', 'running', 'waiting', 'failed', 'cancelled'];

/** `?graph&nodes=12&circle&long`: each node goes to two later ones; `circle` adds an edge back, `long` some over rows. */
export default function GraphExample() {
  const count = Number(params.get('nodes') ?? 12);
  const [selected, setSelected] = useState<string | null>(null);
  const [opened, setOpened] = useState('');
  const nodes: GraphNode[] = Array.from({ length: count }, (_, index) => ({
    id: `n${index}`,
    title: index === 3 ? 'a node of a very long name <b>that is cut</b>' : `train_step_${index}`,
    subtitle: index % 2 === 0 ? 'tensorflow_v2150_ext' : 'SQL',
    icon: index % 2 === 0 ? 'model' : 'editor',
    state: states[index % states.length],
  }));
  const edges: GraphEdge[] = nodes.slice(1).flatMap((_, index) => {
    const to = index + 1;
    const from = Math.floor(index / 2);
    return [{ from: `n${from}`, to: `n${to}`, label: to === 2 ? 'features' : undefined }];
  });
  if (params.has('long')) {
    for (let to = 5; to < count; to += 3) edges.push({ from: `n${to % 3}`, to: `n${to}` });
  }
  if (params.has('circle')) edges.push({ from: `n${count - 1}`, to: 'n0' });
  return (
    <>
      <Graph
        label="Workflow"
        nodes={nodes}
        edges={edges}
        direction={params.has('right') ? 'right' : 'down'}
        selected={selected}
        onSelect={setSelected}
        onOpen={setOpened}
      />
      <output>{`${selected ?? ''} ${opened}`}</output>
    </>
  );
}
