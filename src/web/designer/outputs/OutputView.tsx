// One output: the first rows of a table, or what is known of a model or a folder.

import { Link } from 'wouter';

import { useText } from '../../app/i18n';
import { texts } from '../texts';
import type { Output } from '../wire';
import css from './Outputs.module.css';

function Preview({ output }: { output: Output }) {
  const t = useText(texts);
  const { columns, rows } = output.preview!;
  return (
    <section aria-label={t.outputs.rowsOf(output.name)} className={css.grid}>
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
      {rows.length === 0 && <p className={css.nothing}>{t.outputs.noRows}</p>}
    </section>
  );
}

export function OutputView({ output }: { output: Output }) {
  const t = useText(texts);
  const table = output.type === 'table' || output.type === 'evaluation' || output.type === 'any';
  const shown = output.preview?.rows.length ?? 0;
  return (
    <div className={css.output}>
      <p className={css.facts}>
        {table && output.exists ? (
          <Link className={css.name} href={`/tables?table=${encodeURIComponent(output.name)}`}>
            {output.name}
          </Link>
        ) : (
          <span className={css.name}>{output.name}</span>
        )}
        <span>{t.types[output.type]}</span>
        {output.rows !== undefined && <span>{t.outputs.rows(output.rows, String(shown))}</span>}
        {output.temporary && <span>{t.outputs.temporary}</span>}
        {output.version !== undefined && <span>{t.outputs.version(output.version, output.format ?? '')}</span>}
        {output.exists === false && <span>{t.outputs.missing}</span>}
      </p>
      {output.preview && <Preview output={output} />}
    </div>
  );
}
