#pragma once

// The documents of a spec in the shape that an export asks for. Private to exports.

#include "nodes/formats/export/export_spec.h"

namespace paisql::nodes {

// A spec of a workflow without nodes.
Spec NewSpec(const PlainFlow& flow, const SpecTarget& target);
// The nodes of the spec in documents of the other shape, with all that they have.
Spec ReshapedSpec(const Spec& old, const PlainFlow& flow, const SpecTarget& target);
// A single document under its new name, in its new syntax.
void RenameSpec(Spec& spec, const SpecTarget& target);

}  // namespace paisql::nodes
