// Whether two documents do the same: places, names and notes of nodes do not count. Checks are asked for anew only when
// the work differs, so moving a card asks the server nothing.

import type { PipelineDocument } from '../wire';

export function sameWork(left: PipelineDocument, right: PipelineDocument): boolean {
  if (left === right) return true;
  if (left.edges !== right.edges || left.parameters !== right.parameters) return false;
  if (left.nodes.length !== right.nodes.length) return false;
  return left.nodes.every((node, at) => {
    const other = right.nodes[at];
    return (
      other !== undefined &&
      node.id === other.id &&
      node.component === other.component &&
      node.parameters === other.parameters &&
      node.enabled === other.enabled
    );
  });
}
