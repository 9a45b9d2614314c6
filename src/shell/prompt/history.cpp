#include "shell/prompt/history.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "base/redact.h"
#include "base/system/new_file.h"
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

}  // namespace

std::vector<std::string> History::Load() {
  std::vector<std::string> entries;
  std::ifstream file(path_, std::ios::binary);
  for (std::string line; std::getline(file, line);) entries.push_back(Unescape(line));
  if (entries.size() > 2 * kMaxEntries) {
    entries.erase(entries.begin(), entries.end() - static_cast<std::ptrdiff_t>(kMaxEntries));
    std::string lines;
    for (const std::string& entry : entries) lines += Escape(entry) + "\n";
    (void)WriteNewFile(path_, lines, NewFileKind::kOwn);  // else it is shortened the next time
  }
  if (!entries.empty()) last_ = entries.back();
  return entries;
}

void History::Append(std::string_view entry) {
  if (entry.empty() || entry == last_ || NamesSecret(entry)) return;
  last_ = entry;
  // A history that cannot be written is no reason to disturb anybody.
  const int descriptor = open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (descriptor < 0) return;
  fchmod(descriptor, 0600);  // older versions made it as open as the user's umask
  const std::string line = Escape(entry) + "\n";
  [[maybe_unused]] const ssize_t written = write(descriptor, line.data(), line.size());
  close(descriptor);
}

}  // namespace paisql::shell
