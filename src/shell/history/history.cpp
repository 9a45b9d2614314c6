#include "shell/history/history.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/secrets/redact.h"
#include "base/text.h"

namespace paisql::shell {

namespace {

std::string Escape(std::string_view entry) {
  std::string line;
  for (const char c : entry) {
    if (c == '\n') {
      line += "\\n";
    } else if (c == '\\') {
      line += "\\\\";
    } else {
      line += c;
    }
  }
  return line;
}

std::string Unescape(std::string_view line) {
  std::string entry;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\' || i + 1 == line.size()) {
      entry += line[i];
      continue;
    }
    entry += line[++i] == 'n' ? '\n' : line[i];
  }
  return entry;
}

// An entry is kept as it was typed or not at all: one with a blank for its secret would be run
// again with the blank.
bool NamesSecret(std::string_view entry) {
  if (!FindSecrets(entry).empty()) return true;
  const std::string lower = ToLower(entry);
  for (const char* word : {"access_key", "accesskey", "password", "secret"}) {
    if (lower.find(word) != std::string::npos) return true;
  }
  return false;
}

bool IsRegular(int descriptor, struct stat& status) {
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

// The entries at the file's end; `more` when it holds others in front of them.
std::vector<std::string> ReadEnd(const std::string& path, bool& more) {
  std::vector<std::string> entries;
  more = false;
  // Without waiting for a FIFO's writer.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!file.open() || !IsRegular(file.get(), status)) return entries;
  const auto size = static_cast<size_t>(status.st_size);
  const size_t begin = size - std::min(size, History::kMaxFileBytes);
  std::string bytes(size - begin, '\0');
  const ssize_t got = pread(file.get(), bytes.data(), bytes.size(), static_cast<off_t>(begin));
  bytes.resize(static_cast<size_t>(std::max<ssize_t>(got, 0)));
  more = begin > 0;
  std::string_view left = bytes;
  if (more) left.remove_prefix(std::min(left.find('\n'), left.size() - 1) + 1);
  while (!left.empty()) {
    const size_t end = std::min(left.find('\n'), left.size());
    entries.push_back(Unescape(left.substr(0, end)));
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return entries;
}

// The file, locked and still the one at its path; none when it cannot be had.
Descriptor OpenLocked(const std::string& path) {
  constexpr int kTries = 40;
  constexpr int kWaitMilliseconds = 5;
  for (int i = 0; i < kTries; ++i) {
    Descriptor file(
        open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0600));
    struct stat opened {};
    struct stat there {};
    if (!file.open() || !IsRegular(file.get(), opened)) return {};
    const bool locked = flock(file.get(), LOCK_EX | LOCK_NB) == 0;
    // Another session may have put a shortened file there meanwhile.
    const bool same = stat(path.c_str(), &there) == 0 && there.st_ino == opened.st_ino;
    if (same && (locked || errno != EWOULDBLOCK)) return file;
    if (!locked) poll(nullptr, 0, kWaitMilliseconds);
  }
  // Whoever holds the lock for so long is stopped. One write is whole without it, too.
  return Descriptor(open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK));
}

}  // namespace

std::vector<std::string> History::Load() {
  bool more = false;
  entries_ = ReadEnd(path_, more);
  if (more || entries_.size() > 2 * kMaxEntries) Shorten();
  return entries_;
}

void History::Shorten() {
  const Descriptor lock = OpenLocked(path_);
  bool more = false;
  if (lock.open()) entries_ = ReadEnd(path_, more);
  if (entries_.size() > kMaxEntries) {
    entries_.erase(entries_.begin(), entries_.end() - static_cast<std::ptrdiff_t>(kMaxEntries));
  }
  if (!lock.open()) return;
  std::string lines;
  for (const std::string& entry : entries_) lines += Escape(entry) + "\n";
  (void)WriteNewFile(path_, lines, NewFileKind::kOwn);  // else it is shortened the next time
}

std::string_view History::RestOf(std::string_view text) const {
  constexpr size_t kMaxBytes = 8'000;
  if (text.size() > kMaxBytes || Trim(text).empty()) return "";
  for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry) {
    if (entry->size() <= text.size() || !entry->starts_with(text)) continue;
    const bool fits = entry->size() <= kMaxBytes && entry->find('\0') == std::string::npos;
    return fits ? std::string_view(*entry).substr(text.size()) : std::string_view();
  }
  return "";
}

void History::Append(const std::vector<std::string>& entries) {
  std::string lines;
  for (const std::string& entry : entries) {
    const bool again = !entries_.empty() && entry == entries_.back();
    if (entry.empty() || again || entry.size() > kMaxEntryBytes || NamesSecret(entry)) continue;
    entries_.push_back(entry);
    lines += Escape(entry) + "\n";
  }
  if (entries_.size() > 2 * kMaxEntries) {
    entries_.erase(entries_.begin(), entries_.end() - static_cast<std::ptrdiff_t>(kMaxEntries));
  }
  if (lines.empty()) return;
  const Descriptor file = OpenLocked(path_);
  if (!file.open()) return;
  fchmod(file.get(), 0600);  // older versions made it as open as the user's umask
  (void)WriteAll(file.get(), lines);
}

}  // namespace paisql::shell
