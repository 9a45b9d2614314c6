#pragma once

// Statements typed at the prompt, kept in <home>/history: one entry a line, newlines and
// backslashes inside an entry escaped, so that a statement of many lines comes back as one. Several
// sessions may append at once.

#include <string>
#include <string_view>
#include <vector>

namespace paisql::shell {

class History {
 public:
  static constexpr size_t kMaxEntries = 2000;

  explicit History(std::string path) : path_(std::move(path)) {}

  // Oldest first. An unreadable file is an empty history. A file of more than twice kMaxEntries is
  // shortened.
  std::vector<std::string> Load();
  // An entry equal to the one before, an empty one, and one that names a secret are not kept.
  void Append(std::string_view entry);

 private:
  std::string path_;
  std::string last_;
};

}  // namespace paisql::shell
