import type { ReactNode } from 'react';
import { formatBytes, formatNumber, formatTime } from '../../app/format';
import { useText } from '../../app/i18n';
import type { TableFacts } from '../client';
import { texts } from '../texts';
import styles from './FactStrip.module.css';

/** The numbers of a table in one line. */
export function FactStrip({ facts }: { facts: TableFacts }) {
  const t = useText(texts);
  const counted = facts.shape === 'table' || facts.shape === 'materialized';
  const rows: [string, ReactNode][] = [];
  if (counted) {
    rows.push([t.rows, formatNumber(facts.rows)], [t.size, formatBytes(facts.bytes)]);
    rows.push([t.files, formatNumber(facts.files)]);
  }
  if (facts.location) rows.push([t.location, facts.location]);
  rows.push([t.owner, facts.owner || '–'], [t.modified, formatTime(facts.modified_ms)]);
  rows.push([t.created, formatTime(facts.created_ms)]);
  if (facts.lifecycle_days !== null) {
    const days = t.days(facts.lifecycle_days);
    rows.push([t.lifecycle, facts.lifecycle_off ? `${days} (${t.lifecycleOff})` : days]);
  }
  if (facts.primary_key.length > 0) rows.push([t.primaryKey, facts.primary_key.join(', ')]);
  const properties = Object.entries(facts.properties);
  if (properties.length > 0) {
    rows.push([t.properties, properties.map(([key, value]) => `${key}=${value}`).join(', ')]);
  }
  return (
    <dl className={styles.strip}>
      {rows.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd title={typeof value === 'string' ? value : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
