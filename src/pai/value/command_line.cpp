#include "pai/value/command_line.h"

#include "base/text.h"

namespace paisql::pai {

Result<std::vector<std::string>> HyperParameterArguments(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::vector<std::string> arguments;
  int number = 0;
  for (const std::string& raw : Split(text, '\n')) {
    ++number;
    const std::string_view line = Trim(raw);
    // The platform documents no comments; but no script has a flag whose name begins with '#', so
    // such a line, often a parameter that was switched off, can mean nothing else.
    if (line.empty() || line.front() == '#') continue;
    const size_t equals = line.find('=');
    const std::string_view key = Trim(line.substr(0, equals));
    if (equals == std::string_view::npos || key.empty()) {
      return Error{ErrorCode::kInvalidCommand,
                   "line " + std::to_string(number) + " is not key=value: " + std::string(line),
                   {},
                   "write one key=value a line"};
    }
    std::string_view value = Trim(line.substr(equals + 1));
    if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') &&
        value.back() == value.front()) {
      value = value.substr(1, value.size() - 2);
    }
    arguments.push_back("--" + std::string(key) + "=" + std::string(value));
  }
  return arguments;
}

}  // namespace paisql::pai
