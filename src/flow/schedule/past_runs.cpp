#include "flow/schedule/past_runs.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/process/process.h"
#include "variables/schedule.h"

namespace paisql::flow {

namespace {

constexpr std::string_view kResume = " --resume";
constexpr std::string_view kCyctime = " --cyctime ";
// Runs of a workflow that are looked at, the newest ones.
constexpr int64_t kPast = 1000;

// The part of a command that is the same for a run and for one that goes on with it, whichever way
// the program was called.
std::string WorkOf(std::string command) {
  const size_t at = command.find(kResume);
  if (at != std::string::npos) command.erase(at, kResume.size());
  const size_t home = command.find(" --home ");
  return home == std::string::npos ? command : command.substr(home);
}

}  // namespace

Result<PastRun> FindPastRun(store::FlowBook& book, const std::string& folder,
                            const std::string& bizdate, const std::string& command) {
  PAISQL_ASSIGN(const std::vector<store::FlowRun> runs, book.ListRuns(folder, kPast));
  bool newest = true;
  for (const store::FlowRun& run : runs) {
    if (run.bizdate != bizdate) continue;
    if (WorkOf(run.command) == WorkOf(command)) {
      if (run.state == "SUCCESS") return PastRun::kDone;
      return newest ? PastRun::kUnfinished : PastRun::kNone;
    }
    newest = false;
  }
  return PastRun::kNone;
}

Result<std::optional<int64_t>> LastCyctime(store::FlowBook& book, const std::string& folder,
                                           int64_t until) {
  PAISQL_ASSIGN(const std::vector<store::FlowRun> runs, book.ListRuns(folder, kPast));
  std::optional<int64_t> last;
  for (const store::FlowRun& run : runs) {
    const size_t at = run.command.find(kCyctime);
    // One that was killed, or is going on, is due again.
    if (at == std::string::npos || run.state == "RUNNING" || !run.message.empty()) continue;
    constexpr size_t kDigits = 14;
    const std::optional<int64_t> cyctime =
        variables::ReadCyctime(run.command.substr(at + kCyctime.size(), kDigits));
    if (cyctime.has_value() && *cyctime <= until)
      last = std::max(last.value_or(*cyctime), *cyctime);
  }
  return last;
}

Result<std::map<std::string, std::string>> LastStates(store::FlowBook& book,
                                                      const std::string& folder,
                                                      const std::string& bizdate) {
  constexpr int64_t kLookBack = 200;
  std::map<std::string, std::string> states;
  PAISQL_ASSIGN(const std::vector<store::FlowRun> runs, book.ListRuns(folder, kLookBack));
  for (const store::FlowRun& run : runs) {
    if (run.bizdate != bizdate) continue;
    PAISQL_ASSIGN(const std::vector<store::FlowNode> nodes, book.ListNodes(run.id));
    for (const store::FlowNode& node : nodes) {
      if (node.state != "NOT_RUN") states.emplace(node.name, node.state);
    }
  }
  return states;
}

Result<std::optional<store::FlowRun>> RunThatGoesOn(store::FlowBook& book,
                                                    const std::string& folder) {
  PAISQL_ASSIGN(std::vector<store::FlowRun> running, book.ListRunning());
  for (store::FlowRun& run : running) {
    const bool alive = IsAlive({run.pid, run.process_start, run.boot_id});
    if (run.folder == folder && alive) return std::optional(std::move(run));
  }
  return std::optional<store::FlowRun>();
}

Result<bool> HasBegunRun(store::FlowBook& book, const std::string& folder, pid_t pid) {
  constexpr int64_t kLookBack = 20;
  PAISQL_ASSIGN(const std::vector<store::FlowRun> runs, book.ListRuns(folder, kLookBack));
  return std::ranges::any_of(runs, [&](const store::FlowRun& run) { return run.pid == pid; });
}

}  // namespace paisql::flow
