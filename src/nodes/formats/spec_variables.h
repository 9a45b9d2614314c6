#pragma once

// Converts the values that FlowSpec's nodes pass to each other to keys of flow.yaml and back. Rows
// of the table of keys.

#include "nodes/formats/spec.h"

namespace paisql::nodes {

// {name: "node.variable"}: what other nodes give.
Value ReadInputs(const Spec& spec, const NodeRef& node);
void WriteInputs(Spec& spec, const NodeRef& node, const Value& value);

// {name: expression}: what the node gives.
Value ReadGives(const Spec& spec, const NodeRef& node);
void WriteGives(Spec& spec, const NodeRef& node, const Value& value);

}  // namespace paisql::nodes
