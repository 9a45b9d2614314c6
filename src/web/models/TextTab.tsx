import { useQuery } from '@tanstack/react-query';
import { formatBytes } from '../app/format';
import { useText } from '../app/i18n';
import { CodeEditor } from '../widgets/code/CodeEditor';
import { Button } from '../widgets/controls/Button';
import { copyText } from '../widgets/copyText';
import { ErrorBox } from '../widgets/feedback/ErrorBox';
import { Spinner } from '../widgets/feedback/Spinner';
import { toast } from '../widgets/feedback/Toast';
import { modelsApi } from './client';
import styles from './Models.module.css';
import { texts } from './texts';

/** PMML, or what the component says of its model. */
export function TextTab({ model, version }: { model: string; version: number }) {
  const t = useText(texts);
  const text = useQuery({
    queryKey: ['models', 'text', model, version],
    queryFn: ({ signal }) => modelsApi.text(model, version, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (text.error) {
    return (
      <div className={styles.padded}>
        <ErrorBox error={text.error} onRetry={() => void text.refetch()} />
      </div>
    );
  }
  if (!text.data) return <Spinner label={t.tab.text} block />;
  const { file, text: shown, bytes, cut } = text.data;
  const save = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([shown], { type: 'text/plain' }));
    link.download = `${model}-${version}-${file}`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <>
      <div className={styles.bar}>
        <span className={styles.note}>
          {file} · {formatBytes(bytes)} {cut && t.cut(formatBytes(bytes))}
        </span>
        <span className={styles.grow} />
        <Button small icon="copy" onClick={() => void copyText(shown).then(() => toast.good(t.copied), toast.bad)}>
          {t.copy}
        </Button>
        {!cut && (
          <Button small icon="download" onClick={save}>
            {t.download}
          </Button>
        )}
      </div>
      <div className={styles.code}>
        <CodeEditor label={file} value={shown} language={file.endsWith('.json') ? 'json' : 'text'} readOnly />
      </div>
    </>
  );
}
