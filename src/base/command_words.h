#pragma once

// A command line as words, for programs that are started without a shell.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace paisql {

// Words as a shell splits them, without anything else that a shell does. Quotes keep blanks
// together and are removed; a backslash takes the next character as it is, within '…' it is itself.
// kInvalidCommand for a quote that does not end.
Result<std::vector<std::string>> SplitWords(std::string_view text);

}  // namespace paisql
