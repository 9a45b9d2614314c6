#pragma once

// Entries of flow.yaml as an export compares them, and values of specs as it
// copies them. Private to exports.

#include <string>
#include <string_view>

#include "nodes/formats/spec.h"

namespace paisql::nodes {

// A node's entry with all that holds for it, as a map: its own keys, then those
// of `defaults` and of the workflow.
Value EffectiveEntry(const Value& flow, const Value& entry);

// One way to write the value of a key that may be written in several.
Value CanonicalValue(std::string_view key, const Value& value);

// Whether FlowSpec has a place for the key of a node.
bool IsSpecKey(const std::string& name);

// Without references into lists, which another document does not have, and
// without placeholders. References within what references stand for are
// followed so far.
inline constexpr int kMostReferences = 8;
Value InlinedValue(const Spec& spec, size_t document, const Value& value, int references = 0);

}  // namespace paisql::nodes
