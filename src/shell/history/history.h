#pragma once

// Statements typed at the prompt, kept in <home>/history: one entry a line, newlines and
// backslashes inside an entry escaped, so that a statement of many lines comes back as one. Several
// sessions may append at once: each entry is one write, under a lock where the file system has
// locks. What cannot be read or written disturbs nobody.

#include <string>
#include <string_view>
#include <vector>

namespace paisql::shell {

class History {
 public:
  static constexpr size_t kMaxEntries = 2000;
  // Of a file longer than this, only the end is read and kept.
  static constexpr size_t kMaxFileBytes = size_t{8} << 20;
  // A longer entry is not kept: readline alone remembers it, as long as the session lives.
  static constexpr size_t kMaxEntryBytes = size_t{1} << 20;

  explicit History(std::string path) : path_(std::move(path)) {}

  // Oldest first. An unreadable file is an empty history. A file of more than twice kMaxEntries is
  // shortened.
  std::vector<std::string> Load();
  // An entry equal to the one before, an empty one, and one that names a secret are not kept.
  void Append(std::string_view entry) { Append(std::vector<std::string>{std::string(entry)}); }
  // The same for several, in one write.
  void Append(const std::vector<std::string>& entries);
  // The rest of the newest entry that begins with the text and is longer; "" for none, and where
  // it is too long to be read at a glance. Lives as long as the entry.
  std::string_view RestOf(std::string_view text) const;
  // All entries that were loaded and appended, oldest first.
  const std::vector<std::string>& entries() const { return entries_; }

 private:
  void Shorten();

  std::string path_;
  std::vector<std::string> entries_;
};

}  // namespace paisql::shell
