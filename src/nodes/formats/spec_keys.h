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

}  // namespace paisql::nodes
