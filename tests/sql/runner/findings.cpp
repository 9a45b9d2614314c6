#include "sql/runner/findings.h"

#include <unistd.h>

#include <cstring>

#include "base/text.h"

namespace paisql::sql_test {

// The tally, then lines of a reason and a place.
bool Tell(const Findings& findings, int pipe) {
  std::string text(reinterpret_cast<const char*>(&findings.tally), sizeof findings.tally);
  for (const auto& [reason, places] : findings.exceptions) {
    for (const std::string& place : places) text += reason + "\t" + place + "\n";
  }
  for (size_t at = 0; at < text.size();) {
    const ssize_t written = write(pipe, text.data() + at, text.size() - at);
    if (written <= 0) return false;
    at += static_cast<size_t>(written);
  }
  return close(pipe) == 0;
}

bool Hear(int pipe, Findings& total) {
  std::string text;
  char bytes[4096];
  for (ssize_t count; (count = read(pipe, bytes, sizeof bytes)) > 0;) text.append(bytes, count);
  Tally tally;
  if (text.size() < sizeof tally) return false;
  std::memcpy(&tally, text.data(), sizeof tally);
  total.tally.passed += tally.passed;
  total.tally.failed += tally.failed;
  total.tally.refused += tally.refused;
  total.tally.near += tally.near;
  total.tally.queries += tally.queries;
  for (const std::string& line : Split(text.substr(sizeof tally), '\n')) {
    const size_t tab = line.find('\t');
    if (tab == std::string::npos) continue;
    total.exceptions[line.substr(0, tab)].push_back(line.substr(tab + 1));
  }
  return true;
}

}  // namespace paisql::sql_test
