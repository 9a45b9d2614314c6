import { useQuery } from '@tanstack/react-query';
import { formatBytes } from '../../app/format';
import { useText } from '../../app/i18n';
import { Button } from '../../widgets/controls/Button';
import { copyText } from '../../widgets/copyText';
import { Dialog } from '../../widgets/feedback/Dialog';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { Spinner } from '../../widgets/feedback/Spinner';
import { toast } from '../../widgets/feedback/Toast';
import { tablesApi } from '../client';
import { indentedJson } from '../readable';
import { texts } from '../texts';
import styles from './Tabs.module.css';

export interface OpenCell {
  instance: string;
  row: number;
  column: number;
  name: string;
  type: string;
  value: string | null;
  /** Only the beginning of the value is here. */
  cut: boolean;
}

/** A value as a whole: nested ones with a line for each part, long ones fetched. */
export function CellDialog({ cell, onClose }: { cell: OpenCell | null; onClose: () => void }) {
  const t = useText(texts);
  const whole = useQuery({
    queryKey: ['tables', 'cell', cell?.instance, cell?.row, cell?.column],
    queryFn: () => tablesApi.cell(cell!.instance, cell!.row, cell!.column),
    enabled: cell?.cut === true,
    retry: false,
  });
  if (!cell) return null;
  const text = cell.cut ? whole.data?.text : cell.value;
  const nested = /^(ARRAY|MAP|STRUCT|JSON)/i.test(cell.type);
  const shown = text == null ? text : ((nested ? indentedJson(text) : null) ?? text);
  return (
    <Dialog
      open
      title={t.wholeCell(cell.name)}
      onClose={onClose}
      width={720}
      actions={
        <>
          <Button
            icon="copy"
            disabled={text == null}
            onClick={() => void copyText(text ?? '').then(() => toast.good(t.copied), toast.bad)}
          >
            {t.copyValue}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t.close}
          </Button>
        </>
      }
    >
      <p className={styles.note}>
        {cell.type}
        {whole.data && ` · ${t.bytesOfCell(formatBytes(whole.data.bytes))}`}
      </p>
      {whole.error ? (
        <ErrorBox error={whole.error} onRetry={() => void whole.refetch()} />
      ) : shown === undefined ? (
        <Spinner label={t.runs} block />
      ) : (
        <pre className={styles.value}>{shown ?? 'NULL'}</pre>
      )}
      {whole.data?.cut && <p className={styles.note}>{t.cutCell(formatBytes(whole.data.bytes))}</p>}
    </Dialog>
  );
}
