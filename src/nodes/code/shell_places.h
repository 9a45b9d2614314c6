#pragma once

// How bash reads the places of a script: whether a name there is replaced by the shell itself.
// Pure.

#include <cstddef>
#include <string_view>
#include <vector>

namespace paisql::nodes {

enum class ShellPlace {
  kWord,            // unquoted, within double quotes, or in a here-document: ${name} is replaced
  kSingleQuotes,    // 'here'
  kDollarQuotes,    // $'here'
  kQuotedDocument,  // of <<'END': nothing is replaced
  kArithmetic,      // $((here)), and [[ here -eq 1 ]]: a text would be computed
};

// The places at these offsets, which ascend.
std::vector<ShellPlace> FindShellPlaces(std::string_view code, const std::vector<size_t>& offsets);

}  // namespace paisql::nodes
