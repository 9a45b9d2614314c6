#include "base/system/free_memory.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <vector>

#include "base/process/status_file.h"
#include "base/system/control_groups.h"

namespace paisql {

namespace {

constexpr int64_t kBytesInKb = 1024;

// What the machine gives out without swapping.
int64_t MachineFree() {
  std::array<char, 4096> buffer{};
  const int64_t kb = NumberAfter(ReadStatusFile("/proc/meminfo", buffer), "MemAvailable:");
  return kb < 0 ? INT64_MAX : kb * kBytesInKb;
}

// What is left below a group's limit. The pages of files count as used there and are given back.
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

}  // namespace paisql
