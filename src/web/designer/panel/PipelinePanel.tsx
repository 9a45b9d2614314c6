// What the pipeline has as a whole: its variables, and what is wrong anywhere in it.

import { useText } from '../../app/i18n';
import { Button } from '../../widgets/controls/Button';
import { IconButton } from '../../widgets/controls/IconButton';
import { Icon } from '../canvas/icons';
import { nodeOf } from '../graph/document';
import { useEditor, useOpen } from '../state/context';
import { texts } from '../texts';
import type { Problem, Variable } from '../wire';
import css from './Panel.module.css';
import { problemText, useLabels } from './ParameterField';

const none: Problem[] = [];

function Variables() {
  const t = useText(texts);
  const { editor } = useOpen();
  const document = useEditor((state) => state.document);
  const change = (parameters: Variable[], key: string | null = null) => editor.change({ ...document, parameters }, key);
  const put = (at: number, variable: Variable) =>
    change(
      document.parameters.map((old, index) => (index === at ? variable : old)),
      `variable ${at}`,
    );
  return (
    <section className={css.fields}>
      <h3>{t.panel.variables}</h3>
      <p className={css.doc}>{t.panel.variablesHelp}</p>
      {document.parameters.map((variable, at) => (
        <div className={css.variable} key={at}>
          <input
            aria-label={t.panel.variableName}
            onChange={(event) => put(at, { ...variable, name: event.target.value })}
            placeholder={t.panel.variableName}
            spellCheck={false}
            value={variable.name}
          />
          <input
            aria-label={t.panel.variableValue}
            onChange={(event) => put(at, { ...variable, value: event.target.value })}
            placeholder={t.panel.variableExample}
            spellCheck={false}
            value={variable.value}
          />
          <IconButton
            icon="close"
            label={t.panel.removeVariable(variable.name)}
            onClick={() => change(document.parameters.filter((_, index) => index !== at))}
            small
          />
        </div>
      ))}
      <div>
        <Button icon="add" onClick={() => change([...document.parameters, { name: '', value: '' }])} small>
          {t.panel.addVariable}
        </Button>
      </div>
    </section>
  );
}

function Problems() {
  const t = useText(texts);
  const labels = useLabels();
  const { editor } = useOpen();
  const all = useEditor((state) => state.checks?.errors) ?? none;
  const fresh = useEditor((state) => state.fresh);
  const problems = all.filter((problem) => !fresh.has(problem.node));
  const document = useEditor((state) => state.document);
  if (document.nodes.length === 0) return null;
  return (
    <section aria-live="polite" className={css.fields}>
      <h3>{problems.length === 0 ? t.panel.noProblems : t.panel.problems(problems.length)}</h3>
      <ul className={css.problems}>
        {problems.slice(0, 100).map((problem, at) => (
          <li className={problem.severity === 'error' ? css.bad : css.warn} key={at}>
            <Icon name="warning" size={14} />
            <span>
              {problem.node !== '' && (
                <button className={css.link} onClick={() => editor.select([problem.node])} type="button">
                  {nodeOf(document, problem.node)?.name ?? problem.node}
                </button>
              )}{' '}
              {labels(problemText(problem))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function PipelinePanel() {
  const pipeline = useEditor((state) => state.pipeline);
  const nodes = useEditor((state) => state.document.nodes.length);
  const t = useText(texts);
  return (
    <div className={css.body}>
      <section className={css.fields}>
        <h2 className={css.pipelineName}>{pipeline.name}</h2>
        {pipeline.description !== '' && <p className={css.doc}>{pipeline.description}</p>}
        <p className={css.doc}>{t.panel.nodes(nodes)}</p>
      </section>
      <Variables />
      <Problems />
    </div>
  );
}
