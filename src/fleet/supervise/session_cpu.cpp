#include "fleet/supervise/session_cpu.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <system_error>

#include "base/files/files.h"

namespace paisql::fleet {

namespace {

constexpr int64_t kMsOfCpuSecond = 1000;
// Positions of fields of /proc/<pid>/stat, counted from 0 after the name in brackets: proc(5).
constexpr int kSessionField = 3;
constexpr int kFirstTimeField = 11;  // utime, stime, cutime, cstime
constexpr int kLastTimeField = 14;

struct ProcessTime {
  pid_t session = 0;
  int64_t ticks = 0;
};

ProcessTime Read(const std::string& stat) {
  ProcessTime time;
  const size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) return time;
  std::istringstream fields(stat.substr(name_end + 1));
  std::string field;
  fields >> field;  // the state, a letter
  for (int i = 1; i <= kLastTimeField && fields; ++i) {
    int64_t number = 0;
    fields >> number;
    if (i == kSessionField) time.session = static_cast<pid_t>(number);
    if (i >= kFirstTimeField) time.ticks += number;
  }
  return time;
}

}  // namespace

std::map<pid_t, int64_t> CpuMsBySession() {
  std::map<pid_t, int64_t> used;
  const int64_t ticks_per_second = std::max<int64_t>(sysconf(_SC_CLK_TCK), 1);
  std::error_code failure;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", failure)) {
    const std::string name = entry.path().filename().string();
    if (name.empty() || name[0] < '0' || name[0] > '9') continue;
    const Result<std::string> stat = ReadFile(entry.path().string() + "/stat");
    if (!stat.ok()) continue;  // it has ended meanwhile
    const ProcessTime time = Read(*stat);
    used[time.session] += time.ticks * kMsOfCpuSecond / ticks_per_second;
  }
  return used;
}

}  // namespace paisql::fleet
