import { useText } from '../../app/i18n';
import { CodeEditor } from '../../widgets/code/CodeEditor';
import { Button } from '../../widgets/controls/Button';
import { copyText } from '../../widgets/copyText';
import { toast } from '../../widgets/feedback/Toast';
import { texts } from '../texts';
import type { InstanceFacts } from '../types';
import styles from './Page.module.css';

/** What was submitted: the statement, and the job as its client wrote it. */
export function SourceTab({ instance }: { instance: InstanceFacts }) {
  const t = useText(texts);
  const parts: [string, string, 'sql' | 'text'][] = [[t.source.sql, instance.statement, 'sql']];
  if (instance.source) parts.push([t.source.xml, instance.source, 'text']);
  return (
    <div className={styles.page}>
      {parts.map(([title, text, language]) => (
        <section key={title} className={`${styles.part} ${styles.grow}`} aria-label={title}>
          <h2>
            {title}
            <span className={styles.space} />
            <Button small kind="quiet" icon="copy" onClick={() => void copyText(text).then(() => toast.good(t.copied))}>
              {t.source.copy}
            </Button>
          </h2>
          <CodeEditor label={title} value={text} language={language} readOnly />
        </section>
      ))}
    </div>
  );
}
