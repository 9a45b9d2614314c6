import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { formatNumber, formatTime } from '../../app/format';
import { useText } from '../../app/i18n';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { Spinner } from '../../widgets/feedback/Spinner';
import { tablesApi, type Use } from '../client';
import type { TabProps } from '../detail/TableDetail';
import { hrefOfKey, hrefOfMaker } from '../lineage/links';
import { texts } from '../texts';
import styles from './Tabs.module.css';

const kGroups: Use['kind'][] = ['view', 'workflow', 'model', 'service', 'stream', 'function', 'job', 'instance'];

/** Readers of the table, by kind. */
export function UsesTab({ name, facts }: TabProps) {
  const t = useText(texts);
  const uses = useQuery({
    queryKey: ['tables', 'uses', name.schema, name.table],
    queryFn: ({ signal }) => tablesApi.uses(name, { signal }),
    retry: false,
    // The next answers bring the statements that are not read yet.
    refetchInterval: (query) => (query.state.data && query.state.data.read < query.state.data.sources ? 500 : false),
  });
  if (uses.error) {
    return (
      <div className={styles.padded}>
        <ErrorBox error={uses.error} onRetry={() => void uses.refetch()} />
      </div>
    );
  }
  if (!uses.data) return <Spinner label={t.tab.uses} block />;
  const { read, sources } = uses.data;
  return (
    <div className={styles.scroll}>
      {read < sources && (
        <p className={styles.padded} aria-live="polite">
          {t.readOn(formatNumber(read), formatNumber(sources))}
        </p>
      )}
      {uses.data.uses.length === 0 && read === sources && (
        <EmptyState icon="link" title={t.noUses}>
          {t.noUsesHelp}
        </EmptyState>
      )}
      <div className={styles.groups}>
        {kGroups.map((kind) => {
          const group = uses.data.uses.filter((use) => use.kind === kind);
          if (group.length === 0) return null;
          return (
            <section key={kind}>
              <h2>{t.uses[kind]}</h2>
              <ul>
                {group.map((use) => (
                  <li key={`${use.id}\u0000${use.node ?? ''}\u0000${use.writes ?? ''}`} className={styles.use}>
                    <NameOf use={use} project={facts.project} />
                    {use.detail && <code>{use.detail}</code>}
                    {use.node && <span>{t.node(use.node)}</span>}
                    {use.writes && use.kind !== 'view' && (
                      <span>
                        <Link href={hrefOfKey(use.writes, facts.project) ?? '#'}>{t.writes(use.writes)}</Link>
                      </span>
                    )}
                    {use.user && <span className={styles.note}>{use.user}</span>}
                    {use.at_ms > 0 && <span className={styles.note}>{formatTime(use.at_ms)}</span>}
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </div>
  );
}

function NameOf({ use, project }: { use: Use; project: string }) {
  const href =
    use.kind === 'model'
      ? `/models?${new URLSearchParams({ model: use.id })}`
      : use.kind === 'service'
        ? `/services/${encodeURIComponent(use.id)}`
        : use.kind === 'stream' || use.kind === 'function'
          ? null
          : hrefOfMaker({ kind: use.kind, id: use.id }, project);
  return href ? <Link href={href}>{use.name}</Link> : <strong>{use.name}</strong>;
}
