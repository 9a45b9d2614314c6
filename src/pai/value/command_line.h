#pragma once

// The texts from which a script's arguments are made (PAI's page "TensorFlow task parameters").
// Private to pai.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace paisql::pai {

// A hyperParameters file: "--key=value" for each line key=value; blank lines and lines that begin
// with '#' are skipped, quotes around a value removed. kInvalidCommand with the number of a line
// that is something else.
Result<std::vector<std::string>> HyperParameterArguments(std::string_view text);

}  // namespace paisql::pai
