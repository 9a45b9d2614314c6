// The ports of a node in words: what comes in from where, what goes out to where, which columns.

import { useLanguage, useText } from '../../app/i18n';
import { IconButton } from '../../widgets/controls/IconButton';
import { edgeId, nodeOf } from '../graph/document';
import { titleOf } from '../graph/titles';
import { useEditor, useOpen } from '../state/context';
import { texts } from '../texts';
import type { Component, PipelineEdge, PipelineNode, Port, Schema } from '../wire';
import css from './Panel.module.css';

interface RowProps {
  port: Port;
  edges: PipelineEdge[];
  side: 'inputs' | 'outputs';
  schema: Schema | undefined;
}

function Columns({ schema }: { schema: Schema }) {
  const t = useText(texts);
  if (!schema.known) return <p className={css.portNote}>{t.field.columnsUnknown}</p>;
  return (
    <details className={css.schema}>
      <summary>{t.panel.columns(schema.columns.length)}</summary>
      <ul>
        {schema.columns.map((column) => (
          <li className={css.column} key={column.name}>
            <span className={css.columnName}>{column.name}</span>
            <span className={css.columnType}>
              {column.partition ? `${column.type} · ${t.panel.partition}` : column.type}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function PortRow({ port, edges, side, schema }: RowProps) {
  const t = useText(texts);
  const chinese = useLanguage() === 'zh';
  const { editor } = useOpen();
  const document = useEditor((state) => state.document);
  const other = (edge: PipelineEdge) => (side === 'inputs' ? edge.from.node : edge.to.node);
  return (
    <li className={css.port}>
      <span className={css.portTitle}>
        {titleOf(port, chinese)}
        <span className={css.portType}>{t.types[port.type]}</span>
      </span>
      {edges.length === 0 && (
        <p className={css.portNote}>{side === 'inputs' && port.required ? t.panel.neededHere : t.panel.notConnected}</p>
      )}
      {edges.map((edge) => {
        const name = nodeOf(document, other(edge))?.name ?? other(edge);
        return (
          <span className={css.portEdge} key={edgeId(edge)}>
            <button className={css.link} onClick={() => editor.select([other(edge)])} type="button">
              {side === 'inputs' ? '← ' : '→ '}
              {name}
            </button>
            <IconButton icon="close" label={t.panel.disconnect(name)} onClick={() => editor.disconnect(edge)} small />
          </span>
        );
      })}
      {schema && <Columns schema={schema} />}
    </li>
  );
}

export function PortList({ node, component }: { node: PipelineNode; component: Component }) {
  const t = useText(texts);
  const edges = useEditor((state) => state.document.edges);
  const checks = useEditor((state) => state.checks?.nodes[node.id]);
  const { commands } = useOpen();
  return (
    <div className={css.ports}>
      <h3>{t.panel.inputs}</h3>
      {component.inputs.length === 0 && <p className={css.portNote}>{t.panel.noPorts}</p>}
      <ul>
        {component.inputs.map((port) => (
          <PortRow
            edges={edges.filter((edge) => edge.to.node === node.id && edge.to.port === port.name)}
            key={port.name}
            port={port}
            schema={checks?.inputs?.[port.name]}
            side="inputs"
          />
        ))}
      </ul>
      <h3>{t.panel.outputs}</h3>
      {component.outputs.length === 0 && <p className={css.portNote}>{t.panel.noPorts}</p>}
      <ul>
        {component.outputs.map((port) => (
          <PortRow
            edges={edges.filter((edge) => edge.from.node === node.id && edge.from.port === port.name)}
            key={port.name}
            port={port}
            schema={checks?.ports?.[port.name]}
            side="outputs"
          />
        ))}
      </ul>
      {component.outputs.length > 0 && (
        <button className={css.link} onClick={() => commands.connectFrom(node.id)} type="button">
          {t.menu.connect}
        </button>
      )}
    </div>
  );
}
