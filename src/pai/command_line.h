#pragma once

// The texts from which a script's arguments are made (pai-command.md section 4). Private to pai.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace paisql::pai {

// userDefinedParameters: words as a shell splits them, without anything else that a shell does.
// Quotes keep blanks together and are removed; a backslash takes the next character as it is,
// within '…' it is itself. kInvalidCommand for a quote that does not end.
Result<std::vector<std::string>> SplitWords(std::string_view text);

// A hyperParameters file: "--key=value" for each line key=value; blank lines are skipped, quotes
// around a value removed. kInvalidCommand with the number of a line that is something else.
Result<std::vector<std::string>> HyperParameterArguments(std::string_view text);

}  // namespace paisql::pai
