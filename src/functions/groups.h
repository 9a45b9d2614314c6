#pragma once

// The groups of functions, as docs/functions.md has them.

#include <string>
#include <string_view>
#include <vector>

#include "functions/function.h"

namespace paisql::functions {

struct FunctionGroup {
  std::string_view title;  // "Date: fields"
  std::vector<const Function*> functions;
};

// The groups whose titles have the word as one of theirs, in the plural or not and in either letter
// case; also of what people call them otherwise: "text" for String. "" is every group.
std::vector<FunctionGroup> GroupsOf(std::string_view word);

}  // namespace paisql::functions
