import { classes } from '../classes';
import styles from './BothEnds.module.css';

// A shorter name is cut at its end, if at all.
const kShort = 20;
const kEnd = 10;

/** A name in one line: where the room is short its middle goes, so that names with one beginning still differ. */
export function BothEnds({ text, title = text, className }: { text: string; title?: string; className?: string }) {
  const letters = Array.from(text);
  if (letters.length <= kShort) {
    return (
      <span className={classes(styles.plain, className)} title={title}>
        {text}
      </span>
    );
  }
  return (
    <span className={classes(styles.split, className)} title={title}>
      <span className="visually-hidden">{text}</span>
      <span className={styles.plain} aria-hidden>
        {letters.slice(0, -kEnd).join('')}
      </span>
      <span className={styles.end} aria-hidden>
        {letters.slice(-kEnd).join('')}
      </span>
    </span>
  );
}
