import { useText } from '../../app/i18n';
import { CodeEditor } from '../../widgets/code/CodeEditor';
import { Button } from '../../widgets/controls/Button';
import { copyText } from '../../widgets/copyText';
import { toast } from '../../widgets/feedback/Toast';
import type { TabProps } from '../detail/TableDetail';
import { texts } from '../texts';
import styles from './Tabs.module.css';

/** The statement that makes the table as it is. */
export function DdlTab({ facts }: TabProps) {
  const t = useText(texts);
  return (
    <>
      <div className={styles.bar}>
        <span className={styles.note}>{t.ddlOf(facts.name)}</span>
        <span className={styles.grow} />
        <Button small icon="copy" onClick={() => void copyText(facts.ddl).then(() => toast.good(t.copied), toast.bad)}>
          {t.copyDdl}
        </Button>
      </div>
      <div className={styles.code}>
        <CodeEditor label={t.ddlOf(facts.name)} value={facts.ddl} language="sql" readOnly />
      </div>
    </>
  );
}
