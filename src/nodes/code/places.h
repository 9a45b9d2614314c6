#pragma once

// How bash and Python read the places of a script. Pure.

#include <cstddef>
#include <string_view>
#include <vector>

namespace paisql::nodes {

// How bash reads the places of a script: whether a name there is replaced by the shell itself.

enum class ShellPlace {
  kWord,            // unquoted, within double quotes, or in a here-document: ${name} is replaced
  kSingleQuotes,    // 'here'
  kDollarQuotes,    // $'here'
  kQuotedDocument,  // of <<'END': nothing is replaced
  kArithmetic,      // $((here)), let here, and [[ here -eq 1 ]]: a text would be computed
  kCode,            // eval here: the shell reads the word as commands
  kSubscript,       // a[here]: bash computes it, or expands it twice
};

// The places at these offsets, which ascend.
std::vector<ShellPlace> FindShellPlaces(std::string_view code, const std::vector<size_t>& offsets);

// Whether the script has a command with which bash computes texts of variables or takes them as
// names. May say so of a script that has none.
bool MayCompute(std::string_view code);

// Whether the value is such as a[$(command)], of which bash runs the command where it computes.
bool WouldRunWhereComputed(std::string_view value);

// How Python reads the places of a script: in code, in a comment, or in a literal.

struct PythonPlace {
  enum class Where { kCode, kComment, kLiteral };
  Where where = Where::kCode;
  bool escapes = true;  // of a literal: backslashes mean something, and braces nothing
};

// The places at these offsets, which ascend.
std::vector<PythonPlace> FindPythonPlaces(std::string_view code,
                                          const std::vector<size_t>& offsets);

}  // namespace paisql::nodes
