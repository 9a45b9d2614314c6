#pragma once

// Maps each key of flow.yaml to its part of a FlowSpec node: one table, for import and export.

#include <span>
#include <string_view>

#include "nodes/formats/spec.h"

namespace paisql::nodes {

struct SpecKey {
  std::string_view name;
  // The key's value for the node; null where the node has what holds anyhow.
  Value (*read)(const Spec& spec, const NodeRef& node);
  // Makes the node say it; null where it shall have what holds anyhow.
  void (*write)(Spec& spec, const NodeRef& node, const Value& value);
};

// All but `file` and `depends`, in the order in which they stand in flow.yaml.
std::span<const SpecKey> SpecKeys();

// Keys of flow.yaml that FlowSpec has nothing for stand in `metadata` under
// this one.
inline constexpr const char* kOwnMetadata = "paisql";

// Parameters of FlowSpec's scripts and workflows, as flow.yaml has them. Rows of the table of keys.

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

// Converts the values that FlowSpec's nodes pass to each other to keys of flow.yaml and back. Rows
// of the table of keys.

// {name: "node.variable"}: what other nodes give.
Value ReadInputs(const Spec& spec, const NodeRef& node);
void WriteInputs(Spec& spec, const NodeRef& node, const Value& value);

// {name: expression}: what the node gives.
Value ReadGives(const Spec& spec, const NodeRef& node);
void WriteGives(Spec& spec, const NodeRef& node, const Value& value);

}  // namespace paisql::nodes
