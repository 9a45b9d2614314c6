#include "nodes/run/settle_runs.h"

#include <algorithm>
#include <csignal>
#include <utility>

#include "base/files/files.h"
#include "base/process/process.h"
#include "base/text.h"
#include "nodes/run/node_files.h"

namespace paisql::nodes {

std::string RunMark(const std::string& home, int64_t run) {
  return home + ":" + std::to_string(run);
}

// The names of nodes may hold anything.
std::string LogPath(const store::FlowBook& book, int64_t run, const std::string& node) {
  return book.RunPath(run) + "/" + PercentEncode(node) + "/log";
}

Result<std::vector<store::FlowRun>> SettleRuns(store::FlowBook& book) {
  PAISQL_ASSIGN(std::vector<store::FlowRun> running, book.ListRunning());
  std::vector<store::FlowRun> alive;
  for (store::FlowRun& run : running) {
    if (IsAlive({run.pid, run.process_start, run.boot_id})) {
      alive.push_back(std::move(run));
      continue;
    }
    if (!book.writable()) continue;
    PAISQL_ASSIGN(std::vector<store::FlowNode> nodes, book.ListNodes(run.id));
    std::vector<store::FlowNode> ended;
    for (store::FlowNode& node : nodes) {
      if (node.state == "SUCCESS" || node.state == "FAILURE" || node.state == "NOT_RUN") continue;
      const bool ran = node.state == "RUNNING";
      if (ran) ForgetCode(ParentFolder(LogPath(book, run.id, node.name)));
      node.message = ran ? "the run was killed meanwhile" : "the run was killed before";
      node.state = ran ? "FAILURE" : "NOT_RUN";
      ended.push_back(std::move(node));
    }
    run.state = "FAILURE";
    run.message = "its process was killed";
    // When that was nobody knows: not before what it did last.
    run.ended_ms = run.started_ms;
    for (const store::FlowNode& node : nodes) {
      run.ended_ms = std::max({run.ended_ms, node.started_ms, node.ended_ms});
    }
    PAISQL_TRY(book.Change(run, ended));
    const std::string home = ParentFolder(ParentFolder(book.RunPath(run.id)));
    for (const ProcessIdentity& left :
         ProcessesWith(std::string(kRunVariable) + "=" + RunMark(home, run.id))) {
      SignalProcess(left, SIGKILL);
    }
  }
  return alive;
}

}  // namespace paisql::nodes
