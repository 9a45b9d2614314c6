import type { ReactNode } from 'react';
import { Icon, type IconName } from '../Icon';
import styles from './EmptyState.module.css';

export interface EmptyStateProps {
  title: string;
  icon?: IconName;
  /** What can be done. */
  children?: ReactNode;
  /** A button that does it. */
  action?: ReactNode;
}

/** What is shown where there is nothing yet, or nothing any more. */
export function EmptyState({ title, icon = 'info', children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Icon name={icon} size={24} />
      </span>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
