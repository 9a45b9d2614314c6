// One parameter of a node as a field of its kind. What the server's check says of it stands below it.

import { lazy, Suspense } from 'react';

import { useLanguage, useText } from '../../app/i18n';
import { CheckField, SelectField, TextArea, TextField } from '../../widgets/controls/Field';
import { titleOf, withLabels } from '../graph/titles';
import { useOpen } from '../state/context';
import { texts } from '../texts';
import type { Component, Parameter, PipelineNode, Problem, Schema } from '../wire';
import { ColumnField } from './ColumnField';
import { ColumnsField } from './ColumnsField';
import { OrPlain } from './OrPlain';
import css from './Panel.module.css';
import { TableField } from './TableField';

const CodeField = lazy(() => import('./CodeField'));

export interface ParameterProps {
  node: PipelineNode;
  parameter: Parameter;
  problems: Problem[];
  schema: Schema | undefined; // of the input that its columns are chosen from
  awaited: string[]; // the nodes that keep the schema from being known
}

/** "ODPS-0130071: message" and what helps, a line each. */
export function problemText(problem: Problem): string {
  const told = problem.code === '' ? problem.message : `${problem.code}: ${problem.message}`;
  return problem.cure === '' ? told : `${told}\n${problem.cure}`;
}

/** Turns names of parameters in texts of the server into the labels of their fields. */
export function useLabels(): (text: string) => string {
  const { catalog } = useOpen();
  const chinese = useLanguage() === 'zh';
  return (text) => withLabels(text, catalog.parameters, chinese);
}

function useHint(parameter: Parameter): string {
  const t = useText(texts);
  const labels = useLabels();
  const chinese = useLanguage() === 'zh';
  const parts = [chinese ? parameter.doc_zh : parameter.doc];
  if (parameter.range) parts.push(t.field.range(parameter.range.text));
  const reason = chinese ? parameter.no_effect_zh : parameter.no_effect;
  if (reason !== '') parts.push(t.field.noEffect(reason));
  return labels(parts.filter(Boolean).join(' '));
}

export function ParameterField({ node, parameter, problems, schema, awaited }: ParameterProps) {
  const chinese = useLanguage() === 'zh';
  const { editor, catalog } = useOpen();
  const hint = useHint(parameter);
  const labels = useLabels();
  const errors = problems.filter((problem) => problem.severity === 'error');
  const warnings = problems.filter((problem) => problem.severity === 'warning');
  const shared = {
    label: titleOf(parameter, chinese),
    error: labels(errors.map(problemText).join('\n')),
    hint,
    required: parameter.required,
    value: node.parameters[parameter.name] ?? '',
    onChange: (value: string) => editor.setParameter(node.id, parameter.name, value),
  };
  // What a source of files keeps are scripts; all other code is SQL.
  const component = catalog.get(node.component);
  const language = component?.kind === 'file' ? 'python' : 'sql';
  return (
    <div className={css.parameter} data-parameter={parameter.name} title={parameter.name}>
      <Control
        awaited={awaited}
        elsewhere={columnsElsewhere(node, component, parameter)}
        language={language}
        parameter={parameter}
        schema={schema}
        shared={shared}
      />
      {warnings.map((warning) => (
        <p className={css.warning} key={warning.message}>
          {labels(problemText(warning))}
        </p>
      ))}
    </div>
  );
}

/** The columns of the same input that the node's fields of one column name. */
function columnsElsewhere(node: PipelineNode, component: Component | undefined, parameter: Parameter): string[] {
  const others = component?.parameters.filter((row) => row.kind === 'column' && row.of === parameter.of) ?? [];
  return others.map((row) => (node.parameters[row.name] ?? '').trim()).filter((name) => name !== '');
}

export interface Shared {
  label: string;
  error: string;
  hint: string;
  required: boolean;
  value: string;
  onChange: (value: string) => void;
}

interface ControlProps {
  parameter: Parameter;
  schema: Schema | undefined;
  awaited: string[];
  elsewhere: string[];
  shared: Shared;
  language: 'sql' | 'python';
}

function Control({ parameter, schema, awaited, elsewhere, shared, language }: ControlProps) {
  const t = useText(texts);
  const { label, value, onChange, error, hint } = shared;
  switch (parameter.kind) {
    case 'boolean': {
      const on = (value || parameter.default) === 'true';
      // The default needs no word in the file.
      const set = (checked: boolean) =>
        onChange(String(checked) === (parameter.default || 'false') ? '' : String(checked));
      return <CheckField checked={on} hint={error || hint} label={label} onChange={set} />;
    }
    case 'choice': {
      const first = parameter.default === '' ? t.field.notSet : t.field.byDefault(parameter.default);
      const known = parameter.choices.some((choice) => choice === value) || value === '';
      const choices = known ? parameter.choices : [...parameter.choices, value];
      const options = [{ value: '', label: first }, ...choices.map((choice) => ({ value: choice, label: choice }))];
      return <SelectField {...shared} options={options} />;
    }
    case 'code': {
      const plain = <TextArea {...shared} mono rows={6} />;
      return (
        <OrPlain plain={plain}>
          <Suspense fallback={plain}>
            <CodeField {...shared} language={language} />
          </Suspense>
        </OrPlain>
      );
    }
    case 'json':
      return <TextArea {...shared} mono placeholder={parameter.default} rows={3} />;
    case 'table':
      if (parameter.tab !== 'output') return <TableField {...shared} placeholder={parameter.default} />;
      return <TextField {...shared} mono placeholder={parameter.default} />;
    case 'column':
      return <ColumnField {...shared} awaited={awaited} placeholder={parameter.default} schema={schema} />;
    case 'columns':
      return (
        <ColumnsField
          {...shared}
          awaited={awaited}
          elsewhere={elsewhere}
          placeholder={parameter.default}
          schema={schema}
        />
      );
    case 'integer':
    case 'number':
      return <TextField {...shared} inputMode="decimal" mono placeholder={parameter.default} />;
    default:
      return <TextField {...shared} mono={parameter.kind !== 'text'} placeholder={parameter.default} />;
  }
}
