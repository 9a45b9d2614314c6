import { classes } from '../classes';
import styles from './Spinner.module.css';

/** A ring that turns while something is under way. `block` puts it in the middle of the space. */
export function Spinner({ label, block }: { label: string; block?: boolean }) {
  return (
    <span className={classes(styles.spinner, block && styles.block)} role="status">
      <span className={styles.ring} />
      <span className={block ? styles.label : 'visually-hidden'}>{label}</span>
    </span>
  );
}
