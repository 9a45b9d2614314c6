import { useCallback, useMemo, useState } from 'react';
import { formatNumber } from '../../app/format';
import { useText } from '../../app/i18n';
import { Button } from '../../widgets/controls/Button';
import { SearchField } from '../../widgets/controls/Field';
import { type Cell, DataGrid } from '../../widgets/data/DataGrid';
import { tableHref, useTableAddress } from '../address';
import type { TabProps } from '../detail/TableDetail';
import { indentedType } from '../readable';
import { texts } from '../texts';
import styles from './Tabs.module.css';

/** The columns with types and comments. The one under the cursor is shown whole below. */
export function ColumnsTab({ name, facts, onChange }: TabProps) {
  const t = useText(texts);
  const address = useTableAddress();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const wanted = text.trim().toLowerCase();
  const columns = useMemo(
    () =>
      facts.columns.filter(
        (column) => column.name.toLowerCase().includes(wanted) || column.comment.toLowerCase().includes(wanted),
      ),
    [facts.columns, wanted],
  );
  const fetchRows = useCallback(
    (from: number, count: number): Promise<Cell[][]> =>
      Promise.resolve(
        columns
          .slice(from, from + count)
          .map((column) => [
            column.name,
            column.type,
            column.partition ? t.partitionColumn : column.key ? t.keyColumn : '',
            column.nullable ? t.yes : t.no,
            column.default,
            column.comment,
          ]),
      ),
    [columns, t],
  );
  const column = columns[active];
  return (
    <>
      <div className={styles.bar}>
        <SearchField label={t.findColumn} value={text} onChange={setText} />
        <span className={styles.note}>{t.columnCount(formatNumber(columns.length))}</span>
      </div>
      <DataGrid
        label={t.tab.columns}
        columns={[
          { name: t.column, width: 224 },
          { name: t.type, width: 200 },
          { name: t.role, width: 96 },
          { name: t.nullable, width: 64 },
          { name: t.default, width: 120 },
          { name: t.comment, width: 360 },
        ]}
        rowCount={columns.length}
        fetchRows={fetchRows}
        version={columns}
        onActive={setActive}
        onOpen={(row) => {
          const opened = columns[row];
          if (opened) address.go(tableHref(name, 'statistics', { column: opened.name }));
        }}
      />
      {column && (
        <div className={styles.below}>
          <div className={styles.whole}>
            <p className={styles.title}>{column.name}</p>
            {column.comment && <p className={styles.note}>{column.comment}</p>}
            <pre className={styles.type}>{indentedType(column.type)}</pre>
          </div>
          <div className={styles.buttons}>
            <Button
              small
              icon="chart"
              onClick={() => address.go(tableHref(name, 'statistics', { column: column.name }))}
            >
              {t.countColumn}
            </Button>
            {facts.rights.Alter && !column.partition && (
              <Button
                small
                icon="edit"
                onClick={() => onChange({ action: 'column_comment', column: column.name, value: column.comment })}
              >
                {t.editComment}
              </Button>
            )}
          </div>
        </div>
      )}
    </>
  );
}
