import { formatNumber } from '../app/format';
import { useText } from '../app/i18n';
import { useProject } from '../app/me';
import type { Store } from '../app/store';
import { Icon } from '../widgets/Icon';
import { docs, unkept } from './documents';
import styles from './EditorStatus.module.css';
import type { TextCheck } from './server';
import type { Cursor } from './text/cursor';
import { texts } from './texts';

export interface EditorStatusProps {
  id: string;
  check: TextCheck | null;
  cursor: Store<Cursor>;
  signature: string;
  onProblem: () => void;
}

/** The line below the text: what is wrong with it, where the cursor is, and in which project it runs. */
export function EditorStatus({ id, check, cursor, signature, onProblem }: EditorStatusProps) {
  const t = useText(texts);
  const { line, column, selected } = cursor.use();
  const lost = unkept.use();
  const project = useProject();
  const doc = docs.use().find((one) => one.id === id);
  const errors = check?.findings.filter((one) => one.severity === 'error').length ?? 0;
  const others = check?.findings.filter((one) => one.severity === 'warning').length ?? 0;
  const count = errors + others;
  return (
    <div className={styles.status}>
      {count > 0 ? (
        <button
          type="button"
          className={errors > 0 ? styles.bad : styles.warn}
          title={`${t.nextProblem} (F8)`}
          onClick={onProblem}
        >
          <Icon name={errors > 0 ? 'error' : 'warning'} size={14} />
          {count === 1 ? t.oneProblem : t.problems(formatNumber(count))}
        </button>
      ) : (
        <span className={styles.quiet}>
          {check && <Icon name="check" size={14} />}
          {check ? t.noProblems : ''}
        </span>
      )}
      {lost && (
        <span className={styles.lost} role="alert">
          <Icon name="warning" size={14} />
          {t.unkept}
        </span>
      )}
      <span className={styles.signature} title={signature}>
        {signature.split('\n')[0]}
      </span>
      <span>{t.place(formatNumber(line), formatNumber(column))}</span>
      {selected > 0 && <span>{t.selected(formatNumber(selected))}</span>}
      <span>{t.inProject(doc?.current || doc?.project || project)}</span>
    </div>
  );
}
