import { useMemo, useState } from 'react';
import { useText } from '../../app/i18n';
import { SearchField } from '../../widgets/controls/Field';
import { type ListColumn, ListTable } from '../../widgets/data/ListTable';
import { texts } from '../texts';
import type { InstanceFacts } from '../types';
import styles from './Page.module.css';

type Pair = [string, string];

/** The parameters of a PAI statement, and the settings that counted. */
export function ParametersTab({ instance }: { instance: InstanceFacts }) {
  const t = useText(texts);
  const [wanted, setWanted] = useState('');
  const columns = useMemo<ListColumn<Pair>[]>(
    () => [
      { key: 'name', title: t.parameters.name, width: '280px', render: ([name]) => name },
      {
        key: 'value',
        title: t.parameters.value,
        render: ([, value]) => <span className={styles.value}>{value}</span>,
      },
    ],
    [t],
  );
  const fits = ([name, value]: Pair) => `${name} ${value}`.toLowerCase().includes(wanted.trim().toLowerCase());
  const lists: [string, Pair[]][] = [];
  if (instance.kind === 'pai') lists.push([t.parameters.given, instance.parameters]);
  lists.push([t.parameters.settings, instance.settings]);
  return (
    <div className={styles.page}>
      <SearchField label={t.parameters.filter} value={wanted} onChange={setWanted} />
      {lists.map(([title, pairs]) => (
        <section key={title} className={styles.part} aria-label={title}>
          <h2>{title}</h2>
          <ListTable
            label={title}
            columns={columns}
            rows={pairs.filter(fits)}
            rowKey={([name]) => name}
            empty={<p className={styles.muted}>{t.parameters.none}</p>}
          />
        </section>
      ))}
    </div>
  );
}
