#include "training/log/traceback.h"

#include <cctype>
#include <cstring>
#include <vector>

#include "base/text.h"

namespace paisql::training {

namespace {

constexpr std::string_view kHeader = "Traceback (most recent call last):";

// "ValueError", "tensorflow.python.framework.errors_impl.NotFoundError: …": a dotted name, then
// nothing or a colon.
bool IsExceptionLine(std::string_view line) {
  const size_t colon = line.find(':');
  const std::string_view name = line.substr(0, colon);
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) return false;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '.') return false;
  }
  return true;
}

// TensorFlow's message begins with the node's name or with a headline; the cause stands further
// down.
bool SaysNothing(std::string_view line) {
  return line.ends_with("Graph execution error:") || line.ends_with("root error(s) found.") ||
         line.find("{{function_node") != std::string_view::npos ||
         line.find("{{node") != std::string_view::npos;
}

}  // namespace

std::string TracebackLine(std::string_view log) {
  const std::vector<std::string> lines = Split(log, '\n');
  std::string outcome;
  bool inside = false;
  for (const std::string& raw : lines) {
    const std::string_view line = std::string_view(raw).substr(0, raw.find_last_not_of('\r') + 1);
    if (line == kHeader) {
      inside = true;
      continue;
    }
    if (!inside || line.empty() || line[0] == ' ' || line[0] == '\t' || !IsExceptionLine(line))
      continue;
    inside = false;
    // A headline never replaces the cause that stood before it, in the traceback that it repeats.
    if (outcome.empty() || !SaysNothing(line)) outcome = line;
  }
  if (!outcome.empty()) return outcome;
  // A script with a syntax error never ran, and Python prints no header for it.
  const std::string_view text = Trim(log);
  const std::string_view last = text.substr(text.rfind('\n') + 1);
  const std::string_view name = last.substr(0, last.find(':'));
  return IsExceptionLine(last) && name.ends_with("Error") ? std::string(last) : "";
}

}  // namespace paisql::training
