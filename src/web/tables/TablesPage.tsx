import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef, useState } from 'react';
import { useText } from '../app/i18n';
import { useShortcuts } from '../app/shortcuts';
import { SearchField, SelectField } from '../widgets/controls/Field';
import { ErrorBox } from '../widgets/feedback/ErrorBox';
import { Spinner } from '../widgets/feedback/Spinner';
import { SplitPane } from '../widgets/layout/SplitPane';
import { schemaHref, tableHref, useTableAddress } from './address';
import { type Shape, tablesApi } from './client';
import { TableDetail } from './detail/TableDetail';
import { TableList } from './list/TableList';
import styles from './TablesPage.module.css';
import { texts } from './texts';
import { TableTree } from './tree/TableTree';

const kShapes: (Shape | 'all')[] = ['all', 'table', 'view', 'materialized', 'external'];

/** Schemas and tables on the left; on the right the list of a schema, or all that is known of one table. */
export default function TablesPage() {
  const t = useText(texts);
  const address = useTableAddress();
  const [text, setText] = useState('');
  const [shape, setShape] = useState<Shape | ''>('');
  const q = useDeferredValue(text.trim());
  const search = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: '/', title: t.find, group: t.title, run: () => search.current?.focus() }]);
  const schemas = useQuery({
    queryKey: ['tables', 'schemas'],
    queryFn: ({ signal }) => tablesApi.schemas({ signal }),
    retry: false,
  });
  if (schemas.error) return <ErrorBox error={schemas.error} onRetry={() => void schemas.refetch()} />;
  if (!schemas.data) return <Spinner label={t.title} block />;
  return (
    <SplitPane label={t.split} direction="row" initial={0.22} min={200} minOther={480} storageKey="tables">
      <aside className={styles.side}>
        <div className={styles.filters}>
          <SearchField ref={search} label={t.find} value={text} onChange={setText} />
          <SelectField
            label={t.kinds}
            hideLabel
            value={shape || 'all'}
            onChange={(value) => setShape(value === 'all' ? '' : (value as Shape))}
            options={kShapes.map((one) => ({ value: one, label: t.kind[one] }))}
          />
        </div>
        <TableTree
          schemas={schemas.data.schemas}
          q={q}
          shape={shape}
          selected={{ schema: address.schema, table: address.table }}
          onTable={(name) => address.go(tableHref(name, address.table ? address.tab : 'columns'))}
          onSchema={(schema) => address.go(schemaHref(schema))}
        />
      </aside>
      <section className={styles.main}>
        {address.table === '' ? (
          <TableList key={address.schema} schema={address.schema} q={q} shape={shape} />
        ) : (
          <TableDetail key={`${address.schema}\u0000${address.table}`} name={address} />
        )}
      </section>
    </SplitPane>
  );
}
