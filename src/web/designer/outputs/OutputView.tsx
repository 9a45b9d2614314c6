// One output: the first rows of a table, or what is known of a model or a folder.

import { Link } from 'wouter';

import { useText } from '../../app/i18n';
import { tableHref } from '../../tables/address';
import { useEditor } from '../state/context';
import { texts } from '../texts';
import type { Output } from '../wire';
import css from './Outputs.module.css';
import { outputTexts } from './texts';

function Preview({ output }: { output: Output }) {
  const t = useText(outputTexts);
  const { columns, rows } = output.preview!;
  return (
    <section aria-label={t.rowsOf(output.name)} className={css.grid}>
      <table>
        <thead>
          <tr>
            <th className={css.number} scope="col">
              #
            </th>
            {columns.map((column) => (
              <th key={column.name} scope="col">
                {column.name}
                <span className={css.type}>{column.type}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              <td className={css.number}>{at + 1}</td>
              {row.map((cell, column) => (
                <td className={cell === null ? css.null : undefined} key={column} title={cell ?? undefined}>
                  {cell ?? 'NULL'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className={css.nothing}>{t.noRows}</p>}
    </section>
  );
}

/** The page of a table of this project (t, project.t or project.schema.t); '' for one of another project. */
function addressOf(name: string, project: string): string {
  const parts = name.split('.');
  if (parts.length > 1 && parts[0] !== project) return '';
  return tableHref({ schema: parts.length === 3 ? parts[1]! : 'default', table: parts.at(-1)! });
}

export function OutputView({ output }: { output: Output }) {
  const t = useText(outputTexts);
  const { types } = useText(texts);
  const table = output.type === 'table' || output.type === 'evaluation' || output.type === 'any';
  const project = useEditor((state) => state.pipeline.project);
  const address = table && output.exists ? addressOf(output.name, project) : '';
  const shown = output.preview?.rows.length ?? 0;
  return (
    <div className={css.output}>
      <p className={css.facts}>
        {address !== '' ? (
          <Link className={css.name} href={address}>
            {output.name}
          </Link>
        ) : (
          <span className={css.name}>{output.name}</span>
        )}
        <span>{types[output.type]}</span>
        {output.rows !== undefined && <span>{t.rows(output.rows, String(shown))}</span>}
        {output.temporary && <span>{t.temporary}</span>}
        {output.version !== undefined && <span>{t.version(output.version, output.format ?? '')}</span>}
        {output.exists === false && <span>{t.missing}</span>}
      </p>
      {output.exists !== false && output.problem !== undefined && (
        <p className={css.old}>{t.problem(output.problem)}</p>
      )}
      {output.preview && <Preview output={output} />}
    </div>
  );
}
