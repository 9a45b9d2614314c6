#pragma once

// Parameters of FlowSpec's scripts and workflows, as flow.yaml has them. Rows
// of the table of keys.

#include "nodes/formats/spec.h"

namespace paisql::nodes {

// A map of names to expressions; of a shell, whose parameters are called 1, 2,
// …, a list.
Value ReadNodeParameters(const Spec& spec, const NodeRef& node);
// Parameters that are as they were stay as they are written, references among
// them.
void WriteNodeParameters(Spec& spec, const NodeRef& node, const Value& value);

// All ways to write parameters as one: a map of names to expressions.
Value CanonicalParameters(const Value& value);

// The parameters of the workflow itself: a map of names to expressions.
Value FlowParameters(const Spec& spec);
void WriteFlowParameters(Spec& spec, const Value& value);

// One of script.parameters, as FlowSpec writes them.
Value MakeVariable(const std::string& name, const std::string& expression, std::string_view scope);

}  // namespace paisql::nodes
