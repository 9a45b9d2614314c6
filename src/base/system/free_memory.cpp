#include "base/system/free_memory.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/files.h"
#include "base/process/status_file.h"
#include "base/text.h"

namespace paisql {

namespace {

constexpr int64_t kBytesInKb = 1024;

// The memory that the machine gives out without swapping.
int64_t MachineFree() {
  std::array<char, 4096> buffer{};
  const int64_t kb = NumberAfter(ReadStatusFile("/proc/meminfo", buffer), "MemAvailable:");
  return kb < 0 ? INT64_MAX : kb * kBytesInKb;
}

// The memory left below a group's limit. Pages of files count as used there and are given back.
int64_t GroupFree(const std::string& group) {
  std::array<char, 16384> buffer{};
  const auto read = [&](const char* file) {
    return ReadStatusFile((group + file).c_str(), buffer);
  };
  const int64_t most = NumberAfter(read("/memory.max"), "");
  if (most < 0) return INT64_MAX;
  const int64_t used = NumberAfter(read("/memory.current"), "");
  const std::string_view uses = read("/memory.stat");
  const int64_t files = std::max<int64_t>(NumberAfter(uses, "active_file"), 0) +
                        std::max<int64_t>(NumberAfter(uses, "inactive_file"), 0);
  return std::max<int64_t>(most - used + files, 0);
}

}  // namespace

int64_t NumberAfter(std::string_view text, std::string_view name) {
  size_t begin = 0;
  while (!text.substr(begin).starts_with(name)) {
    begin = text.find('\n', begin);
    if (begin == std::string_view::npos) return -1;
    ++begin;
  }
  begin = text.find_first_not_of(" \t", begin + name.size());
  if (begin == std::string_view::npos) return -1;
  int64_t number = -1;
  std::from_chars(text.data() + begin, text.data() + text.size(), number);
  return number;
}

int64_t FreeMemoryBytes() {
  int64_t free = MachineFree();
  static const std::vector<std::string> groups = OwnControlGroups();
  for (const std::string& group : groups) free = std::min(free, GroupFree(group));
  return free;
}

Membership FindMembership() {
  const Result<std::string> mounts = ReadFile("/proc/self/mounts");
  const Result<std::string> groups = ReadFile("/proc/self/cgroup");
  if (!mounts.ok() || !groups.ok()) return {};
  Membership found;
  for (const std::string& line : Split(*mounts, '\n')) {
    const std::vector<std::string> words = Split(line, ' ');
    if (words.size() > 2 && words[2] == "cgroup2") found.top = words[1];
  }
  if (found.top.empty()) return {};
  constexpr std::string_view kUnified = "0::";
  for (const std::string& line : Split(*groups, '\n')) {
    if (!line.starts_with(kUnified)) continue;
    const std::string path = line.substr(kUnified.size());
    found.own = path == "/" ? found.top : found.top + path;
  }
  return found;
}

std::vector<std::string> OwnControlGroups() {
  const Membership found = FindMembership();
  if (found.own.empty()) return {};
  std::vector<std::string> folders;
  std::filesystem::path folder = found.own;
  while (folder.native().size() > found.top.size()) {
    folders.push_back(folder);
    folder = folder.parent_path();
  }
  folders.push_back(found.top);
  return folders;
}

}  // namespace paisql
