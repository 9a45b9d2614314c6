import { useState } from 'react';
import { Tree, type TreeNode } from '../widgets/data/Tree';
import { SplitPane } from '../widgets/layout/SplitPane';
import styles from './gallery.module.css';

const tables: TreeNode[] = Array.from({ length: 3000 }, (_, index) => ({
  id: `t${index}`,
  label: `table_${index}`,
  icon: 'table',
  children: [
    { id: `t${index}.id`, label: 'id', icon: 'column', detail: 'BIGINT' },
    { id: `t${index}.name`, label: 'name', icon: 'column', detail: 'STRING' },
  ],
}));

/** Two panes with a separator between them; the first holds a tree of 3,000 tables. */
export default function SplitExample() {
  const [selected, setSelected] = useState<string | null>(null);
  const [late, setLate] = useState<TreeNode[] | undefined>(undefined);
  const nodes: TreeNode[] = [
    { id: 'late', label: 'comes later', icon: 'folder', lazy: true, children: late },
    ...tables,
  ];
  return (
    <SplitPane label="Width of the tables" direction="row" initial={260} storageKey="gallery">
      <Tree
        label="Tables"
        nodes={nodes}
        selected={selected}
        onSelect={setSelected}
        onExpand={() => setTimeout(() => setLate([{ id: 'late.1', label: 'here it is' }]), 20)}
      />
      <div className={styles.pane}>
        <output>{selected}</output>
      </div>
    </SplitPane>
  );
}
