// The components that the server knows, found by id or by any of their names in any letter case.

import type { CatalogAnswer, Component, Group, Parameter, PipelineDocument, PipelineNode, Port } from '../wire';

export class Catalog {
  readonly groups: Group[];
  /** The parameters of all components by their names: one name has one meaning. */
  readonly parameters = new Map<string, Parameter>();
  private readonly byName = new Map<string, Component>();
  private readonly groupOf = new Map<string, string>();

  constructor(answer: CatalogAnswer) {
    this.groups = answer.groups;
    for (const component of answer.components) {
      for (const name of [...component.names, component.id]) this.byName.set(name.toLowerCase(), component);
      for (const row of component.parameters) {
        if (!this.parameters.has(row.name)) this.parameters.set(row.name, row);
      }
    }
    for (const group of answer.groups) {
      for (const id of group.components) this.groupOf.set(id.toLowerCase(), group.id);
    }
  }

  get(name: string): Component | undefined {
    return this.byName.get(name.toLowerCase());
  }

  /** The id of the component's group; "" for one that no group has. */
  group(component: Component | undefined): string {
    return component ? (this.groupOf.get(component.id.toLowerCase()) ?? '') : '';
  }

  get count(): number {
    return new Set(this.byName.values()).size;
  }
}

function namedPort(name: string): Port {
  return { name, title: name, title_zh: name, type: 'any', required: false, many: true };
}

/** A component that the server does not know, with the ports that edges name: it can be seen, moved and deleted. */
export function strange(document: PipelineDocument, node: PipelineNode): Component {
  const inputs = new Set(document.edges.filter((edge) => edge.to.node === node.id).map((edge) => edge.to.port));
  const outputs = new Set(document.edges.filter((edge) => edge.from.node === node.id).map((edge) => edge.from.port));
  return {
    id: node.component,
    kind: 'unknown',
    title: node.component,
    title_zh: node.component,
    doc: '',
    doc_zh: '',
    names: [node.component],
    inputs: [...inputs].map(namedPort),
    outputs: [...outputs].map(namedPort),
    parameters: Object.keys(node.parameters).map((name) => ({
      name,
      title: name,
      title_zh: name,
      kind: 'text',
      default: '',
      choices: [],
      range: null,
      required: false,
      doc: '',
      doc_zh: '',
      tab: 'parameters',
      of: '',
      no_effect: '',
      no_effect_zh: '',
    })),
  };
}
