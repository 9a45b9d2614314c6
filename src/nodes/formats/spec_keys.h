#pragma once

// What of a FlowSpec node each key of flow.yaml is: one table, read by import
// and export.

#include <set>
#include <span>
#include <string>
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

// A scalar as a person would write it: in quotes only where YAML would take it
// for something else.
Value PlainText(std::string text);

// `name` of the node, else its id, with properties put in.
std::string NodeNameOf(const Spec& spec, const NodeRef& node);
// `script` of a node, where it stands; an empty map for none.
const Value& ScriptOf(const Spec& spec, const NodeRef& node);
// "ODPS_SQL"; of names that the platform has used for it, too.
std::string KindNameOf(const Spec& spec, const NodeRef& node);
// The code that stands in the spec, or in a folder beside it.
std::string ContentOf(const Spec& spec, const NodeRef& node);
void SetContent(Spec& spec, const NodeRef& node, const std::string& code);
// {"language": …, "content": …}, which the code of an assignment is in older files; null for none.
Value WrappedCode(const Spec& spec, const NodeRef& node);
// What others may wait for: of nodes and tables, as it is written.
std::vector<std::string> OutputsOf(const Spec& spec, const NodeRef& node);
// Those by which a branch tells its ways apart.
std::vector<std::string> BranchOutputs(const Spec& spec, const NodeRef& node);

// The parameters of the workflow itself: a map of names to expressions.
Value FlowParameters(const Spec& spec);
void WriteFlowParameters(Spec& spec, const Value& value);

// One of script.parameters, as FlowSpec writes them.
Value MakeVariable(const std::string& name, const std::string& expression, std::string_view scope);

// Keys of flow.yaml that FlowSpec has nothing for stand in `metadata` under
// this one.
inline constexpr const char* kOwnMetadata = "paisql";

}  // namespace paisql::nodes
