#pragma once

// Runs `paisql flow schedule` until it is ended: it watches the workflows of a folder, and runs
// each that is due in a process of its own. Private to the verb. It lives on one thread. It
// reports a workflow with mistakes and leaves it out; its errors are those of the home and of the
// folder.

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/events/event_loop.h"
#include "base/events/event_sources.h"
#include "base/files/files.h"
#include "flow/flow_verbs.h"
#include "flow/schedule/schedule_memory.h"
#include "nodes/schedule/due_nodes.h"
#include "nodes/schedule/timetable.h"

namespace paisql::flow {

// A workflow and what the daemon has done of it.
struct Scheduled {
  nodes::Flow flow;
  nodes::Graph graph;
  std::vector<std::string> schedules;  // by node
  std::filesystem::file_time_type changed;
  bool good = false;
  DoneOfFlow done;
  std::map<std::string, int64_t> left_out;  // by schedule: until when its times were left out
  bool look_again = true;                   // at those that wait: something has happened
  bool told_of_other = false;
  int64_t other_run = 0;                     // of somebody else, which is waited for; 0 for none
  pid_t pid = 0;                             // of the run that goes on; 0 for none
  std::optional<WaitingNodes> kept_waiting;  // when that has ended
  Descriptor process;
  EventLoop::Watch watch;
  nodes::DueRun running;
};

// The call and the book outlive it.
class ScheduleDaemon {
 public:
  ScheduleDaemon(const FlowCall& call, store::FlowBook& book);

  // Until `interrupts` rings, or with --once until nothing is left to do: the exit status.
  Result<int> Run(const Bell& interrupts);

 private:
  // --- workflows that come, go and change: schedule_daemon.cpp ---

  Status Look();
  Status LookAt(const std::string& folder);
  Result<DoneOfFlow> DoneBefore(const std::string& folder);
  Status LookAtClocks();
  bool Runs() const;
  bool WaitsForOthers() const;
  void Tell(const std::string& text);
  // When the next workflow is due, and which one that is.
  std::optional<int64_t> Next(std::string* name) const;
  std::string NextText() const;
  int64_t WaitMs() const;
  // Ends what runs: it is run again by the next daemon.
  int EndAll();

  // --- what is due, and its runs: schedule_runs.cpp ---

  Status BeginDue();
  void TellLeftOut(Scheduled& one, const std::vector<nodes::LeftOut>& left_out);
  // Somebody else's run of the workflow: two at once would be refused.
  Result<bool> OthersRun(Scheduled& one);
  // One run of those that have waited for something later and need not any more; false for none.
  Result<bool> BeginWaiting(const std::string& folder, Scheduled& one);
  // `but`: the position of those that wait which are asked for.
  Result<nodes::DueNodes> Judge(const Scheduled& one, const nodes::DueRun& run, size_t but);
  Status BeginRun(const std::string& folder, Scheduled& one);
  // Runs the ready nodes, keeps the waiting ones, and reports the blocked ones.
  Status BeginJudged(const std::string& folder, Scheduled& one, const nodes::DueNodes& due);
  Status Begin(const std::string& folder, Scheduled& one, const std::vector<size_t>& chosen);
  Status TakeEnded();
  Status Done(const std::string& folder, Scheduled& one);

  const FlowCall& call_;
  store::FlowBook& book_;
  TimeZone zone_;
  ScheduleMemory memory_;
  EventLoop loop_;
  std::map<std::string, Scheduled> flows_;  // by their folders; after the loop that watches them
  bool interrupted_ = false;
  bool failed_ = false;
};

// Seconds since 1970: the daemon's clock.
int64_t NowSeconds();

}  // namespace paisql::flow
