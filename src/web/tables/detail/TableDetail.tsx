import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../app/api';
import { formatNumber } from '../../app/format';
import { useText } from '../../app/i18n';
import { Button } from '../../widgets/controls/Button';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { Spinner } from '../../widgets/feedback/Spinner';
import { PageHeader } from '../../widgets/layout/PageHeader';
import { TabPanel, Tabs } from '../../widgets/layout/Tabs';
import { kTabs, schemaHref, type TabName, tableHref, useTableAddress } from '../address';
import { type Change, type TableFacts, type TableName, tablesApi } from '../client';
import { LineageTab } from '../lineage/LineageTab';
import { ColumnsTab } from '../tabs/ColumnsTab';
import { DdlTab } from '../tabs/DdlTab';
import { HistoryTab } from '../tabs/HistoryTab';
import { PartitionsTab } from '../tabs/PartitionsTab';
import { PreviewTab } from '../tabs/PreviewTab';
import { StatisticsTab } from '../tabs/StatisticsTab';
import { UsesTab } from '../tabs/UsesTab';
import { texts } from '../texts';
import { ChangeDialog } from './ChangeDialog';
import { FactStrip } from './FactStrip';
import { TableActions } from './TableActions';
import styles from './TableDetail.module.css';

/** Every tab gets the table, and a way to ask for a change of it. */
export interface TabProps {
  name: TableName;
  facts: TableFacts;
  onChange: (change: Change) => void;
}

/** All that is known of one table, in tabs. */
export function TableDetail({ name }: { name: TableName }) {
  const t = useText(texts);
  const address = useTableAddress();
  const [change, setChange] = useState<Change | null>(null);
  const facts = useQuery({
    queryKey: ['tables', 'one', name.schema, name.table],
    queryFn: ({ signal }) => tablesApi.one(name, { signal }),
    retry: false,
    staleTime: 5_000,
  });
  if (facts.error) return <Gone error={facts.error} schema={name.schema} onRetry={() => void facts.refetch()} />;
  if (!facts.data) return <Spinner label={t.title} block />;
  const table = facts.data;
  const tabs = kTabs.filter((tab) => tab !== 'partitions' || table.partitioned);
  const tab: TabName = tabs.includes(address.tab) ? address.tab : 'columns';
  const props: TabProps = { name: { schema: name.schema, table: name.table }, facts: table, onChange: setChange };
  return (
    <div className={styles.detail}>
      <PageHeader
        title={table.name}
        path={[{ title: table.schema, href: schemaHref(table.schema) }]}
        beside={<span className={styles.shape}>{t.shape[table.shape]}</span>}
        subtitle={table.comment || undefined}
        actions={<TableActions facts={table} onChange={setChange} onRefresh={() => void facts.refetch()} />}
      />
      <FactStrip facts={table} />
      <Tabs
        id="table"
        label={t.tabs}
        tabs={tabs.map((one) => ({
          id: one,
          title: t.tab[one],
          badge: one === 'columns' ? formatNumber(table.columns.length) : undefined,
        }))}
        selected={tab}
        onSelect={(to) => address.go(tableHref(name, to as TabName), true)}
      />
      <TabPanel of="table" tab={tab}>
        {tab === 'columns' && <ColumnsTab {...props} />}
        {tab === 'preview' && <PreviewTab {...props} />}
        {tab === 'partitions' && <PartitionsTab {...props} />}
        {tab === 'statistics' && <StatisticsTab {...props} />}
        {tab === 'lineage' && <LineageTab root={props.name} title={table.name} />}
        {tab === 'uses' && <UsesTab {...props} />}
        {tab === 'history' && <HistoryTab {...props} />}
        {tab === 'ddl' && <DdlTab {...props} />}
      </TabPanel>
      <ChangeDialog name={props.name} facts={table} change={change} onClose={() => setChange(null)} />
    </div>
  );
}

/** A table may be dropped while it is open: the page says so, and leads back. */
function Gone({ error, schema, onRetry }: { error: unknown; schema: string; onRetry: () => void }) {
  const t = useText(texts);
  const address = useTableAddress();
  if (!(error instanceof ApiError) || error.status !== 404) {
    return (
      <div className={styles.refused}>
        <ErrorBox error={error} onRetry={onRetry} />
      </div>
    );
  }
  return (
    <EmptyState
      icon="table"
      title={t.gone}
      action={<Button onClick={() => address.go(schemaHref(schema))}>{t.toList}</Button>}
    >
      {t.goneHelp}
      <div className={styles.refused}>
        <ErrorBox error={error} onRetry={onRetry} />
      </div>
    </EmptyState>
  );
}
