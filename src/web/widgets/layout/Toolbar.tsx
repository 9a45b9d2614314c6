import type { ReactNode } from 'react';
import styles from './Toolbar.module.css';

/** A row of controls above a work space. ToolbarSpace pushes what follows to the right. */
export function Toolbar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.bar} role="toolbar" aria-label={label}>
      {children}
    </div>
  );
}
export function ToolbarSpace() {
  return <span className={styles.space} />;
}
export function ToolbarSeparator() {
  return <span className={styles.separator} />;
}
