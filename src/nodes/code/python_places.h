#pragma once

// How Python reads the places of a script: in code, in a comment, or in a literal. Pure.

#include <cstddef>
#include <string_view>
#include <vector>

namespace paisql::nodes {

struct PythonPlace {
  enum class Where { kCode, kComment, kLiteral };
  Where where = Where::kCode;
  bool escapes = true;  // of a literal: backslashes mean something, and braces nothing
};

// The places at these offsets, which ascend.
std::vector<PythonPlace> FindPythonPlaces(std::string_view code,
                                          const std::vector<size_t>& offsets);

}  // namespace paisql::nodes
