#include "base/whole_number.h"
#include "shell/command/handlers.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/text.h"
#include "render/output.h"

namespace paisql::shell {

namespace {

// Further lines of a statement stand below its first.
void AppendNumbered(size_t number, const std::string& entry, std::string& out) {
  out += fmt::format("{:>5}  ", number);
  for (const char c : entry) {
    out += c;
    if (c == '\n') out += "       ";
  }
  out += '\n';
}

}  // namespace

int ListHistory(const std::string& arguments, CommandContext& context) {
  if (context.history == nullptr) return script::kExitDone;
  const std::vector<std::string>& entries = context.history->entries();
  const size_t last = ParseNumber<size_t>(arguments).value_or(std::string::npos);
  const bool search = !arguments.empty() && last == std::string::npos;
  const size_t first = entries.size() - std::min(entries.size(), search ? entries.size() : last);
  // The platform's client writes: history grep TEXT
  constexpr std::string_view kGrep = "grep ";
  std::string sought = ToLower(arguments);
  if (sought.starts_with(kGrep)) sought = Trim(std::string_view(sought).substr(kGrep.size()));
  std::string out;
  for (size_t i = first; i < entries.size(); ++i) {
    if (search && ToLower(entries[i]).find(sought) == std::string::npos) continue;
    AppendNumbered(i + 1, entries[i], out);
  }
  render::Output output(STDOUT_FILENO);
  output.buffer() = std::move(out);
  (void)output.Flush();
  return script::kExitDone;
}

}  // namespace paisql::shell
