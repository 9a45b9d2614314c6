import type { ReactNode } from 'react';
import { useText } from '../../app/i18n';
import { IconButton } from '../../widgets/controls/IconButton';
import { texts } from '../texts';
import styles from './SidePanel.module.css';

/** What stands beside the text, with a head that closes it. */
export function SidePanel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const t = useText(texts);
  return (
    <aside className={styles.panel} aria-label={title}>
      <header className={styles.head}>
        <h2>{title}</h2>
        <IconButton icon="close" small label={t.closePanel} onClick={onClose} />
      </header>
      {children}
    </aside>
  );
}
