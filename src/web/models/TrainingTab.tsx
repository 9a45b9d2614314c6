import { Link } from 'wouter';
import { formatNumber, formatTime } from '../app/format';
import { useText } from '../app/i18n';
import { tableHref } from '../tables/address';
import { ListTable } from '../widgets/data/ListTable';
import { PropertyList } from '../widgets/layout/PropertyList';
import type { ModelVersion } from './client';
import styles from './Models.module.css';
import { texts } from './texts';

/** The job that made the version, with its tables and parameters, and how well it went. */
export function TrainingTab({ version, project }: { version: ModelVersion; project: string }) {
  const t = useText(texts);
  const { training } = version;
  const parameters = Object.entries(training.parameters ?? {});
  return (
    <div className={styles.scroll}>
      <section className={styles.section}>
        {version.job === '' && <p className={styles.note}>{t.unknownJob}</p>}
        <PropertyList
          rows={[
            [
              t.trainedBy,
              version.job ? (
                <Link key="job" href={`/logview/${encodeURIComponent(version.job)}`}>
                  {training.name ? `${training.name} (${version.job})` : version.job}
                </Link>
              ) : undefined,
            ],
            [t.created, training.started_ms ? formatTime(training.started_ms) : undefined],
            [t.steps, training.steps != null ? formatNumber(training.steps) : undefined],
            [t.loss, training.loss != null ? String(training.loss) : undefined],
            [t.madeOf, training.made_of?.file],
            ...version.facts.map(({ name, value }): [string, string] => [name, value]),
          ]}
        />
      </section>
      {training.inputs && training.inputs.length > 0 && (
        <section className={styles.section}>
          <h2>{t.trainedOn}</h2>
          <ul>
            {training.inputs.map((input) => (
              <li key={input.url}>
                <TableOfUrl url={input.url} project={project} />{' '}
                <span className={styles.note}>{t.snapshot(input.snapshot)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {parameters.length > 0 && (
        <section className={styles.section}>
          <h2>{t.parameters}</h2>
          <ListTable<[string, unknown]>
            label={t.parameters}
            rows={parameters}
            rowKey={([name]) => name}
            columns={[
              { key: 'name', title: t.parameter, width: '30%', render: ([name]) => name },
              {
                key: 'value',
                title: t.value,
                render: ([, value]) => (typeof value === 'string' ? value : JSON.stringify(value)),
              },
            ]}
          />
        </section>
      )}
    </div>
  );
}

/** "odps://project/tables/name/ds=1", or with schemas in between, as a link where it is of this project. */
function TableOfUrl({ url, project }: { url: string; project: string }) {
  const found = /^odps:\/\/([^/]+)(?:\/schemas\/([^/]+))?\/tables\/([^/]+)/.exec(url);
  if (!found || found[1]!.toLowerCase() !== project.toLowerCase()) return <span>{url}</span>;
  return <Link href={tableHref({ schema: found[2] ?? 'default', table: found[3]! })}>{url}</Link>;
}
