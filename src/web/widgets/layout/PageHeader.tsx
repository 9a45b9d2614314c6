import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Icon } from '../Icon';
import styles from './PageHeader.module.css';

export interface PageHeaderProps {
  title: ReactNode;
  /** A line below the title. */
  subtitle?: ReactNode;
  /** The pages above this one, the nearest last. */
  path?: { title: string; href: string }[];
  /** Beside the title: a state, a count. */
  beside?: ReactNode;
  /** Buttons on the right. */
  actions?: ReactNode;
}

/** The head of a page that is not a work space of its own. */
export function PageHeader({ title, subtitle, path = [], beside, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.titles}>
        <div className={styles.line}>
          {path.map((step) => (
            <span key={step.href} className={styles.step}>
              <Link href={step.href}>{step.title}</Link>
              <Icon name="chevronRight" size={12} />
            </span>
          ))}
          <h1>{title}</h1>
          {beside}
        </div>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
