#include "flow/schedule/schedule_daemon.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <set>
#include <utility>

#include "base/display/amounts.h"
#include "base/system/clock.h"
#include "flow/schedule/past_runs.h"
#include "nodes/read/read_flow.h"
#include "nodes/run/plan.h"
#include "script/runner.h"
#include "terminal/interrupts.h"
#include "terminal/terminal.h"

namespace paisql::flow {

namespace {

namespace fs = std::filesystem;

constexpr int64_t kSecondMs = 1000;
// How long a change of the clock, of the folder or of a flow.yaml may go unseen.
constexpr int64_t kLookMs = 20000;
// The same of the end of somebody else's run.
constexpr int64_t kLookAtOthersMs = 500;

// The folders of workflows: the one that is given, or those in it.
Result<std::vector<fs::path>> FlowFolders(const std::string& root) {
  std::error_code failure;
  std::vector<fs::path> folders;
  if (fs::exists(fs::path(root) / nodes::kFlowFile, failure)) {
    folders.emplace_back(root);
  } else {
    PAISQL_ASSIGN(const std::vector<std::string> names, ListFolder(root));
    for (const std::string& name : names) {
      const fs::path folder = fs::path(root) / name;
      const bool flow = fs::exists(folder / nodes::kFlowFile, failure);
      if (flow && !name.starts_with('.')) folders.push_back(folder);
    }
  }
  return folders;
}

}  // namespace

int64_t NowSeconds() { return NowMs() / kSecondMs; }

ScheduleDaemon::ScheduleDaemon(const FlowCall& call, store::FlowBook& book)
    : call_(call),
      book_(book),
      zone_(SessionZone(call)),
      memory_(call.options.home_path + "/flows/schedule.json") {}

Result<int> ScheduleDaemon::Run(const Bell& interrupts) {
  const EventLoop::Watch watch =
      loop_.Add(interrupts.descriptor(), EventLoop::Interest::kRead, [&] {
        interrupts.Silence();
        interrupted_ = true;
      });
  if (!memory_.broken().empty()) Tell(memory_.broken());
  PAISQL_TRY(Look());
  if (flows_.empty()) {
    return Error{ErrorCode::kIo,
                 call_.flags.words.front() + " has no workflow: no folder in it has a flow.yaml",
                 {},
                 ""};
  }
  Tell(Counted(flows_.size(), "workflow") + NextText());
  while (true) {
    PAISQL_TRY(LookAtClocks());
    PAISQL_TRY(BeginDue());
    const bool runs = Runs();
    if (interrupted_) return EndAll();
    if (call_.flags.once && !runs && !WaitsForOthers())
      return failed_ ? script::kExitFailed : script::kExitDone;
    PAISQL_TRY(loop_.Turn(SteadyMs() + WaitMs()));
    PAISQL_TRY(TakeEnded());
    PAISQL_TRY(Look());
  }
}

void ScheduleDaemon::Tell(const std::string& text) {
  terminal::PrintLine(zone_.Format(NowSeconds()) + "  " + text);
}

bool ScheduleDaemon::Runs() const {
  return std::ranges::any_of(flows_, [](const auto& one) { return one.second.pid != 0; });
}

bool ScheduleDaemon::WaitsForOthers() const {
  return std::ranges::any_of(flows_, [](const auto& one) { return one.second.other_run != 0; });
}

Status ScheduleDaemon::Look() {
  std::error_code failure;
  PAISQL_ASSIGN(const std::vector<fs::path> folders, FlowFolders(call_.flags.words.front()));
  std::set<std::string> there;
  for (const fs::path& folder : folders) {
    const std::string path = fs::weakly_canonical(folder, failure).string();
    there.insert(path);
    PAISQL_TRY(LookAt(path));
  }
  std::erase_if(flows_,
                [&](const auto& one) { return !there.contains(one.first) && one.second.pid == 0; });
  return Status::Ok();
}

Status ScheduleDaemon::LookAt(const std::string& folder) {
  std::error_code failure;
  const fs::file_time_type changed = fs::last_write_time(folder + "/" + nodes::kFlowFile, failure);
  const auto [known, is_new] = flows_.try_emplace(folder);
  Scheduled& one = known->second;
  if (is_new) {
    PAISQL_ASSIGN(one.done, DoneBefore(folder));
    PAISQL_TRY(memory_.Note(folder, one.done));
  }
  if (one.pid != 0 || (!is_new && changed == one.changed)) return Status::Ok();
  one.changed = changed;
  std::vector<nodes::Problem> problems;
  Result<nodes::Flow> flow = nodes::ReadFlow(folder, problems);
  one.good = flow.ok() && std::ranges::none_of(problems, &nodes::Problem::error);
  if (!one.good) {
    Tell(folder + " has mistakes, and is left out: paisql flow check tells them");
    return Status::Ok();
  }
  one.flow = *std::move(flow);
  one.graph = nodes::MakePlan(one.flow, MomentOf(call_), call_.options.project, nullptr).graph;
  one.schedules = nodes::SchedulesOf(one.flow, one.graph);
  return Status::Ok();
}

// Reads the memory; where that is damaged, the book of runs. Times that were due before anybody
// asked for the workflow are not missed.
Result<DoneOfFlow> ScheduleDaemon::DoneBefore(const std::string& folder) {
  std::optional<DoneOfFlow> done = memory_.Find(folder);
  if (done.has_value()) return *std::move(done);
  const int64_t now = NowSeconds();
  DoneOfFlow made;
  made.until = {now};
  made.seen = now;
  if (memory_.broken().empty()) return made;
  PAISQL_ASSIGN(const std::optional<int64_t> last,
                LastCyctime(book_, folder, now + zone_.OffsetAt(now)));
  if (last.has_value()) {
    made.until = {std::min(now, nodes::InstantOf(zone_, *last)), *last};
    Tell(folder + " goes on after its last run by the clock, of " + zone_.Format(made.until.time));
  } else {
    Tell(folder + " has no run by the clock in the home: it begins anew, and misses nothing");
  }
  return made;
}

Status ScheduleDaemon::LookAtClocks() {
  const int64_t now = NowSeconds();
  for (auto& [folder, one] : flows_) {
    if (one.pid != 0) continue;
    const int64_t until = one.done.until.time;
    const ClockNews news = LookAtClock(now, one.done);
    if (news == ClockNews::kNone) continue;
    if (news == ClockNews::kPutBack) {
      one.left_out.clear();
      Tell(
          (one.good ? one.flow.name : folder) +
          fmt::format(": the clock was put back: all until {} counted as done; it goes on after {}",
                      zone_.Format(until), zone_.Format(one.done.until.time)));
    }
    PAISQL_TRY(memory_.Note(folder, one.done));
  }
  return Status::Ok();
}

std::optional<int64_t> ScheduleDaemon::Next(std::string* name) const {
  std::optional<int64_t> next;
  for (const auto& [folder, one] : flows_) {
    if (!one.good || one.pid != 0) continue;
    const std::optional<int64_t> time = nodes::NextDue(one.schedules, zone_, one.done.until);
    if (!time.has_value() || (next.has_value() && *next <= *time)) continue;
    next = time;
    *name = one.flow.name;
  }
  return next;
}

std::string ScheduleDaemon::NextText() const {
  std::string name;
  const std::optional<int64_t> next = Next(&name);
  if (!next.has_value()) return "";
  return *next <= NowSeconds() ? "; " + name + " is due"
                               : "; next " + name + " at " + zone_.Format(*next);
}

int64_t ScheduleDaemon::WaitMs() const {
  // One that ended before it could be watched.
  const bool ended = std::ranges::any_of(
      flows_, [](const auto& one) { return one.second.pid != 0 && !one.second.process.open(); });
  if (ended) return 0;
  if (WaitsForOthers()) return kLookAtOthersMs;
  std::string name;
  const std::optional<int64_t> next = Next(&name);
  if (!next.has_value()) return kLookMs;
  return std::clamp(*next * kSecondMs - NowMs(), int64_t{0}, kLookMs);
}

int ScheduleDaemon::EndAll() {
  for (auto& [folder, one] : flows_) {
    if (one.pid == 0) continue;
    (void)kill(-one.pid, SIGINT);
    int status = 0;
    while (waitpid(one.pid, &status, 0) < 0 && errno == EINTR) {
    }
  }
  return terminal::InterruptStatus();
}

}  // namespace paisql::flow
