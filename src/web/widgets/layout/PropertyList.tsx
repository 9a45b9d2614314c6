import type { ReactNode } from 'react';
import styles from './PropertyList.module.css';

/** Names and values, one a line; a value of undefined leaves its line out. */
export function PropertyList({ rows }: { rows: [name: string, value: ReactNode | undefined][] }) {
  return (
    <dl className={styles.list}>
      {rows.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name} className={styles.row}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
