#pragma once

// The value of a variable that the engine has computed. Private to this folder.

#include <optional>
#include <string>

#include "types/value.h"

namespace paisql::session {

// The value that a cell's text (engine/text/result_text.h) means; nullopt of types whose values are
// no constants: nested ones, JSON, BINARY and intervals.
std::optional<Value> ValueOfText(const std::string& text, const DataType& type);

// Some value of the type, for a check, which computes none.
std::optional<Value> AnyValue(const DataType& type);

}  // namespace paisql::session
