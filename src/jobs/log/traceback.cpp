#include "jobs/log/traceback.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <vector>

#include "base/text.h"

namespace paisql::jobs {

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

// TensorFlow puts the node before a cause, and the operation after it:
// "InvalidArgumentError: {{function_node x}} cause [Op:IteratorGetNext] name: ".
std::string CauseIn(std::string_view line) {
  constexpr std::string_view kNode = "{{function_node ";
  constexpr std::string_view kNodeEnd = "}} ";
  constexpr std::string_view kOperation = " [Op:";
  std::string text(line);
  const size_t begin = text.find(kNode);
  const size_t end = text.find(kNodeEnd, begin);
  if (begin == std::string::npos || end == std::string::npos) return text;
  text.erase(begin, end + kNodeEnd.size() - begin);
  text.erase(std::min(text.rfind(kOperation), text.size()));
  return text;
}

// "train.py:12" of a line `  File "<folder>/train.py", line 12, in f`; "" of every other line.
std::string PlaceIn(std::string_view line, const std::string& folder) {
  constexpr std::string_view kFile = "File \"";
  constexpr std::string_view kLine = "\", line ";
  const size_t begin = line.find_first_not_of(' ');
  if (begin == std::string_view::npos || !line.substr(begin).starts_with(kFile)) return "";
  line.remove_prefix(begin + kFile.size());
  const size_t end = line.find(kLine);
  if (end == std::string_view::npos || folder.empty()) return "";
  const std::string_view file = line.substr(0, end);
  if (!file.starts_with(folder) || file.substr(folder.size(), 1) != "/") return "";
  const std::string_view behind = line.substr(end + kLine.size());
  const size_t digits = std::min(behind.find_first_not_of("0123456789"), behind.size());
  if (digits == 0) return "";
  return std::string(file.substr(folder.size() + 1)) + ":" + std::string(behind.substr(0, digits));
}

// A script with a syntax error never ran, and Python prints no header for it.
TracebackEnd SyntaxErrorEnd(const std::vector<std::string>& lines, std::string_view log,
                            const std::string& folder) {
  const std::string_view text = Trim(log);
  const std::string_view last = text.substr(text.rfind('\n') + 1);
  const std::string_view name = last.substr(0, last.find(':'));
  if (!IsExceptionLine(last) || !name.ends_with("Error")) return {};
  TracebackEnd end{std::string(last), ""};
  for (const std::string& line : lines) {
    if (std::string place = PlaceIn(line, folder); !place.empty()) end.place = std::move(place);
  }
  return end;
}

}  // namespace

TracebackEnd ReadTraceback(std::string_view log, const std::string& folder) {
  const std::vector<std::string> lines = Split(log, '\n');
  TracebackEnd end;
  std::string place;
  bool inside = false;
  for (const std::string& raw : lines) {
    const std::string_view line = std::string_view(raw).substr(0, raw.find_last_not_of('\r') + 1);
    if (line == kHeader) {
      inside = true;
      place.clear();
      continue;
    }
    if (!inside || line.empty()) continue;
    if (std::string found = PlaceIn(line, folder); !found.empty()) place = std::move(found);
    if (line[0] == ' ' || line[0] == '\t' || !IsExceptionLine(line)) continue;
    inside = false;
    // A headline never replaces the cause that stood before it, in the traceback that it repeats.
    if (!end.line.empty() && SaysNothing(line)) {
      if (end.place.empty()) end.place = place;
      continue;
    }
    end.line = CauseIn(line);
    // The cause may have no frame of the script, where the error that it became has one.
    if (!place.empty()) end.place = place;
  }
  return end.line.empty() ? SyntaxErrorEnd(lines, log, folder) : end;
}

}  // namespace paisql::jobs
