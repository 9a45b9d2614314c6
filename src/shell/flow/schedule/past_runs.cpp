#include "shell/flow/schedule/past_runs.h"

#include <algorithm>
#include <vector>

#include "base/process/process.h"

namespace paisql::shell {

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

}  // namespace paisql::shell
