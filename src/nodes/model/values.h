#pragma once

// Replaces ${…} in code of Python and shells: always by a value, never by code. Within quotes it is
// the text; elsewhere in Python a number, a boolean, None or a list; in a shell what a variable of
// the shell is. Pure functions.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace paisql::nodes {

// A text in which each ${…} is a name that nothing else in it has.
struct MarkedText {
  struct Mark {
    std::string written;  // "${rows[0]}"
    std::string value;
    bool from_run = false;  // another node has given it; else it is as the workflow says
  };

  std::string text;
  std::string name;         // the marks are called name0_, name1_, …
  std::vector<Mark> marks;  // in no order of the text; one may stand in it several times
};

// A text as it stands within a literal of Python, and within $'…' of a shell.
std::string InLiteral(std::string_view value);

// A name for the marks of a text: it does not hold it.
std::string MarkNameFor(std::string_view text);

// The code with its values. kInvalidCommand, with the line in its detail, where one would be code:
// in Python a text without quotes, or in a raw or an f literal that cannot hold it; in a shell
// where it computes, in a subscript, in a document of <<'END', and a text such as a[$(command)] in
// a script that computes at all.
Result<std::string> PythonWithValues(const MarkedText& marked);
Result<std::string> ShellWithValues(const MarkedText& marked);

// kInvalidCommand where a value that the script gets as $1 would be code in it.
Status CheckShellArgument(std::string_view code, std::string_view name, std::string_view value);

}  // namespace paisql::nodes
