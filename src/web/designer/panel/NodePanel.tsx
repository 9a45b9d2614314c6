// The panel of one node: its name, the tabs of its parameters, and its ports.

import { useState } from 'react';

import { useLanguage, useText } from '../../app/i18n';
import { TextArea } from '../../widgets/controls/Field';
import { lookOf } from '../canvas/hues';
import { Icon } from '../canvas/icons';
import { strange } from '../graph/catalog';
import { nodeOf } from '../graph/document';
import { useEditor, useOpen, useProblems } from '../state/context';
import { texts } from '../texts';
import type { Component, Parameter, ParameterTab, PipelineNode, Problem } from '../wire';
import css from './Panel.module.css';
import { PanelTabs } from './PanelTabs';
import { ParameterField, problemText, useLabels } from './ParameterField';
import { PortList } from './PortList';

type Tab = ParameterTab | 'ports';

const order: ParameterTab[] = ['fields', 'parameters', 'output', 'tuning'];

/** A port that an edge fills needs no field; the list of ports shows where its value comes from. */
function isConnected(parameter: Parameter, node: PipelineNode, connected: ReadonlySet<string>): boolean {
  return connected.has(parameter.name) && !node.parameters[parameter.name];
}

function useConnected(id: string): ReadonlySet<string> {
  const edges = useEditor((state) => state.document.edges);
  return new Set(edges.filter((edge) => edge.to.node === id).map((edge) => edge.to.port));
}

/** The tab that has the field or the port which the problem is about; the open one where there is no such place. */
function tabOf(problem: Problem, component: Component, connected: (row: Parameter) => boolean, open: Tab): Tab {
  const row = component.parameters.find((one) => one.name === problem.parameter);
  if (row && !connected(row)) return row.tab;
  return problem.port !== '' ? 'ports' : open;
}

/** The nodes before the input whose columns are not known because something is wrong with them or before them. */
function useAwaited(id: string): (port: string) => string[] {
  const document = useEditor((state) => state.document);
  const checks = useEditor((state) => state.checks);
  return (port) =>
    document.edges
      .filter((edge) => edge.to.node === id && edge.to.port === port)
      .map((edge) => edge.from.node)
      .filter((from) => ['error', 'unknown'].includes(checks?.nodes[from]?.state ?? 'ok'))
      .map((from) => nodeOf(document, from)?.name ?? from);
}

function Head({ node, component }: { node: PipelineNode; component: Component }) {
  const t = useText(texts);
  const chinese = useLanguage() === 'zh';
  const { editor, catalog } = useOpen();
  const look = lookOf(component, catalog.group(component));
  const title = chinese ? component.title_zh || component.title : component.title;
  return (
    <header className={css.head} style={{ ['--hue' as string]: `var(--series-${look.hue})` }}>
      <span className={css.headIcon}>
        <Icon name={look.icon} size={18} />
      </span>
      <span className={css.headTexts}>
        <input
          aria-label={t.panel.name}
          className={css.nameField}
          onChange={(event) => editor.rename(node.id, event.target.value)}
          spellCheck={false}
          title={node.name}
          value={node.name}
        />
        <span className={css.headWhat} title={component.names.join(', ')}>
          {title}
        </span>
      </span>
    </header>
  );
}

function Parameters({ node, component, tab }: { node: PipelineNode; component: Component; tab: ParameterTab }) {
  const t = useText(texts);
  const problems = useProblems(node.id);
  const awaited = useAwaited(node.id);
  const inputs = useEditor((state) => state.checks?.nodes[node.id]?.inputs);
  const connected = useConnected(node.id);
  const rows = component.parameters.filter((row) => row.tab === tab && !isConnected(row, node, connected));
  const first = component.inputs.find((port) => port.type === 'table')?.name ?? '';
  if (rows.length === 0) return <p className={css.nothing}>{t.panel.nothingToSet}</p>;
  return (
    <div className={css.fields}>
      {rows.map((row) => (
        <ParameterField
          key={row.name}
          node={node}
          parameter={row}
          problems={problems.filter((problem) => problem.parameter === row.name)}
          awaited={awaited(row.of || first)}
          schema={inputs?.[row.of || first]}
        />
      ))}
    </div>
  );
}

interface Others {
  problems: Problem[];
  open: Tab;
  placeOf: (problem: Problem) => Tab;
  titles: Record<Tab, string>;
  onTab: (tab: Tab) => void;
}

/** Problems that stand at no field of the open tab, and where their fields are. */
function OtherProblems({ problems, open, placeOf, titles, onTab }: Others) {
  const labels = useLabels();
  if (problems.length === 0) return null;
  return (
    <ul className={css.problems}>
      {problems.map((problem) => (
        <li className={problem.severity === 'error' ? css.bad : css.warn} key={problemText(problem)}>
          <Icon name="warning" size={14} />
          <span>
            {labels(problemText(problem))}
            {placeOf(problem) !== open && (
              <>
                {' '}
                <button className={css.link} onClick={() => onTab(placeOf(problem))} type="button">
                  {titles[placeOf(problem)]}
                </button>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function NodePanel({ node }: { node: PipelineNode }) {
  const t = useText(texts);
  const { catalog, editor } = useOpen();
  const document = useEditor((state) => state.document);
  const component = catalog.get(node.component) ?? strange(document, node);
  const doc = useLanguage() === 'zh' ? component.doc_zh : component.doc;
  const [chosen, setChosen] = useState<Tab | null>(null);
  const tabs: Tab[] = [...order.filter((tab) => component.parameters.some((row) => row.tab === tab)), 'ports'];
  const tab = chosen !== null && tabs.includes(chosen) ? chosen : tabs[0]!;
  const problems = useProblems(node.id);
  const connected = useConnected(node.id);
  const isFilled = (row: Parameter) => isConnected(row, node, connected);
  const placeOf = (problem: Problem) => tabOf(problem, component, isFilled, tab);
  const hasField = (problem: Problem) =>
    component.parameters.some((row) => row.tab === tab && row.name === problem.parameter && !isFilled(row));
  const errorsOf = (one: Tab) =>
    problems.filter((problem) => problem.severity === 'error' && placeOf(problem) === one).length;
  const titles: Record<Tab, string> = {
    ...t.panel.tabs,
    fields: component.kind === 'source' ? t.panel.selectTable : t.panel.tabs.fields,
  };
  return (
    <>
      <Head component={component} node={node} />
      <PanelTabs
        chosen={tab}
        label={t.panel.title}
        onChange={(next) => setChosen(next as Tab)}
        tabs={tabs.map((one) => ({
          id: one,
          title: titles[one],
          badge: one !== tab && errorsOf(one) > 0 ? <span className={css.wrong}>{errorsOf(one)}</span> : undefined,
        }))}
      >
        <OtherProblems
          onTab={setChosen}
          open={tab}
          placeOf={placeOf}
          problems={problems.filter((problem) => !hasField(problem))}
          titles={titles}
        />
        {tab === 'ports' ? (
          <>
            <PortList component={component} node={node} />
            <div className={css.fields}>
              <TextArea
                label={t.panel.note}
                onChange={(note) => editor.setNote(node.id, note)}
                rows={3}
                value={node.note}
              />
              {doc !== '' && <p className={css.doc}>{doc}</p>}
            </div>
          </>
        ) : (
          <Parameters component={component} node={node} tab={tab} />
        )}
      </PanelTabs>
    </>
  );
}
