#include "base/process/process_usage.h"

#include <unistd.h>

#include <string>
#include <string_view>

#include "base/files/files.h"
#include "base/text.h"
#include "base/whole_number.h"

namespace paisql {

namespace {

struct Seen {
  pid_t pid = 0;
  int64_t ticks = 0;
  int64_t pages = 0;
};

// Fields of /proc/<pid>/stat after the name in brackets, which may hold anything.
enum StatField : size_t { kParent = 1, kUserTicks = 11, kChildrenTicks = 14, kPages = 21, kNeeded };

// The processes of the machine by their parents.
std::multimap<pid_t, Seen> SeenByParent() {
  std::multimap<pid_t, Seen> seen;
  const Result<std::vector<std::string>> names = ListFolder("/proc");
  for (const std::string& name : names.ok() ? *names : std::vector<std::string>()) {
    const auto pid = ParseNumber<pid_t>(name);
    if (!pid.has_value()) continue;
    const Result<std::string> text = ReadFile("/proc/" + name + "/stat");
    const size_t bracket = text.ok() ? text->rfind(") ") : std::string::npos;
    if (bracket == std::string::npos) continue;
    const std::vector<std::string> fields = Split(text->substr(bracket + 2), ' ');
    if (fields.size() < kNeeded) continue;
    Seen one{*pid, 0, ParseNumber<int64_t>(fields[kPages]).value_or(0)};
    for (size_t i = kUserTicks; i <= kChildrenTicks; ++i) {
      one.ticks += ParseNumber<int64_t>(fields[i]).value_or(0);
    }
    seen.emplace(ParseNumber<pid_t>(fields[kParent]).value_or(0), one);
  }
  return seen;
}

}  // namespace

std::map<pid_t, TreeUsage> UsageOfTrees(const std::vector<pid_t>& roots) {
  constexpr int64_t kMsInSecond = 1000;
  const int64_t ticks_in_second = sysconf(_SC_CLK_TCK);
  const int64_t page_bytes = sysconf(_SC_PAGESIZE);
  const std::multimap<pid_t, Seen> seen = SeenByParent();
  std::map<pid_t, TreeUsage> usages;
  for (const pid_t root : roots) {
    TreeUsage& usage = usages[root];
    std::vector<Seen> tree;
    for (const auto& [parent, one] : seen) {
      if (one.pid == root) tree.push_back(one);
    }
    for (size_t i = 0; i < tree.size(); ++i) {
      usage.cpu_ms += tree[i].ticks * kMsInSecond / ticks_in_second;
      usage.memory_bytes += tree[i].pages * page_bytes;
      ++usage.processes;
      const auto [begin, end] = seen.equal_range(tree[i].pid);
      for (auto child = begin; child != end; ++child) tree.push_back(child->second);
    }
  }
  return usages;
}

}  // namespace paisql
