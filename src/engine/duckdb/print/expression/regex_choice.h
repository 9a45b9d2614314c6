#pragma once

// Which engine matches a call's regular expression.

#include <string>

#include "plan/expression.h"

namespace paisql::engine {

// The template of a function of regular expressions, with the names of the natives that backtrack
// (engine/duckdb/native/regex_natives.cpp) where RE2 would not read the pattern alike, or where
// each row has a pattern of its own. Other templates stay as they are.
std::string WithRegexChoice(const plan::Call& call, std::string text);

}  // namespace paisql::engine
