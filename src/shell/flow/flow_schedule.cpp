// `paisql flow schedule`: runs workflows when they are due, until it is ended.

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/display/amounts.h"
#include "base/system/clock.h"
#include "base/system/event_loop.h"
#include "base/system/event_sources.h"
#include "base/system/files.h"
#include "base/system/process.h"
#include "base/system/steady_clock.h"
#include "base/text.h"
#include "nodes/read/read_flow.h"
#include "nodes/run/plan.h"
#include "nodes/run/settle_runs.h"
#include "nodes/schedule/due_nodes.h"
#include "nodes/schedule/timetable.h"
#include "shell/flow/flow_verbs.h"
#include "shell/flow/schedule_memory.h"
#include "shell/interrupts.h"
#include "shell/script/runner.h"
#include "shell/terminal/terminal.h"

namespace paisql::shell {

namespace {

namespace fs = std::filesystem;

constexpr int64_t kSecondMs = 1000;
// How long a change of the clock, of the folder or of a flow.yaml may go unseen.
constexpr int64_t kLookMs = 20000;
// The same of the end of somebody else's run.
constexpr int64_t kLookAtOthersMs = 500;
// Times that were missed and are caught up, of one workflow.
constexpr size_t kMostMissed = 100;

// A workflow and what the daemon has done of it.
struct Scheduled {
  nodes::Flow flow;
  nodes::Graph graph;
  std::vector<std::string> schedules;  // by node
  fs::file_time_type changed;
  bool good = false;
  DoneOfFlow done;
  bool look_again = true;  // at those that wait: something has happened
  bool told_of_other = false;
  int64_t other_run = 0;                     // of somebody else, which is waited for; 0 for none
  pid_t pid = 0;                             // of the run that goes on; 0 for none
  std::optional<WaitingNodes> kept_waiting;  // when that has ended
  Descriptor process;
  EventLoop::Watch watch;
  nodes::DueRun running;
};

class Daemon {
 public:
  Daemon(const FlowCall& call, store::FlowBook& book)
      : call_(call),
        book_(book),
        zone_(SessionZone(call)),
        memory_(call.options.home_path + "/flows/schedule.json") {}

  Result<int> Run(const Bell& interrupts) {
    const EventLoop::Watch watch =
        loop_.Add(interrupts.descriptor(), EventLoop::Interest::kRead, [&] {
          interrupts.Silence();
          interrupted_ = true;
        });
    PAISQL_TRY(Look());
    if (flows_.empty()) {
      return Error{ErrorCode::kIo,
                   call_.flags.words.front() + " has no workflow: no folder in it has a flow.yaml",
                   {},
                   ""};
    }
    Tell(Counted(flows_.size(), "workflow") + NextText());
    while (true) {
      PAISQL_TRY(BeginDue());
      const bool runs = Runs();
      if (interrupted_) return EndAll();
      if (call_.flags.once && !runs && !WaitsForOthers()) return failed_ ? kExitFailed : kExitDone;
      PAISQL_TRY(loop_.Turn(SteadyMs() + WaitMs()));
      PAISQL_TRY(TakeEnded());
      PAISQL_TRY(Look());
    }
  }

 private:
  static int64_t Now() { return NowMs() / kSecondMs; }

  void Tell(const std::string& text) { PrintLine(zone_.Format(Now()) + "  " + text); }

  bool Runs() const {
    return std::ranges::any_of(flows_, [](const auto& one) { return one.second.pid != 0; });
  }

  bool WaitsForOthers() const {
    return std::ranges::any_of(flows_, [](const auto& one) { return one.second.other_run != 0; });
  }

  // --- workflows that come, go and change ---

  Status Look() {
    const std::string& root = call_.flags.words.front();
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
    std::set<std::string> there;
    for (const fs::path& folder : folders) {
      const std::string path = fs::weakly_canonical(folder, failure).string();
      there.insert(path);
      PAISQL_TRY(LookAt(path));
    }
    std::erase_if(
        flows_, [&](const auto& one) { return !there.contains(one.first) && one.second.pid == 0; });
    return Status::Ok();
  }

  Status LookAt(const std::string& folder) {
    std::error_code failure;
    const fs::file_time_type changed =
        fs::last_write_time(folder + "/" + nodes::kFlowFile, failure);
    const auto [known, is_new] = flows_.try_emplace(folder);
    Scheduled& one = known->second;
    if (is_new) {
      std::optional<DoneOfFlow> done = memory_.Find(folder);
      // What was due before anybody asked for it is not missed.
      const bool known_before = done.has_value();
      one.done = known_before ? *std::move(done) : DoneOfFlow{Now(), {}};
      if (!known_before) PAISQL_TRY(memory_.Note(folder, one.done));
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

  // --- what is due ---

  Status BeginDue() {
    if (interrupted_) return Status::Ok();
    for (auto& [folder, one] : flows_) {
      // Those that begin nothing are done at once, and the next time may be due.
      while (one.good && one.pid == 0) {
        PAISQL_ASSIGN(const bool waited, BeginWaiting(folder, one));
        if (waited) continue;
        std::vector<nodes::DueRun> due =
            nodes::DueRuns(one.schedules, zone_, one.done.until, Now(), kMostMissed);
        if (due.empty()) break;
        PAISQL_ASSIGN(const bool other, OthersRun(one));
        if (other) break;
        one.running = std::move(due.front());
        PAISQL_TRY(BeginRun(folder, one));
      }
    }
    return Status::Ok();
  }

  // Somebody else's run of the workflow: two at once would be refused.
  Result<bool> OthersRun(Scheduled& one) {
    one.other_run = 0;
    PAISQL_ASSIGN(const std::vector<store::FlowRun> running, book_.ListRunning());
    for (const store::FlowRun& run : running) {
      if (run.folder != one.flow.folder || !IsAlive({run.pid, run.process_start, run.boot_id})) {
        continue;
      }
      one.other_run = run.id;
      if (!std::exchange(one.told_of_other, true)) {
        Tell(fmt::format("{} waits for the end of run {}, of process {}", one.flow.name, run.id,
                         run.pid));
      }
      return true;
    }
    one.told_of_other = false;
    return false;
  }

  // One run of those that have waited for something later and need not any more; false for none.
  Result<bool> BeginWaiting(const std::string& folder, Scheduled& one) {
    if (!one.look_again) return false;
    for (size_t i = 0; i < one.done.waiting.size(); ++i) {
      const WaitingNodes waiting = one.done.waiting[i];
      nodes::DueRun run{std::max(waiting.time, one.done.until), waiting.cyctime, {}};
      for (const std::string& name : waiting.nodes) {
        const std::optional<size_t> node = one.flow.Find(name);
        if (node.has_value()) run.nodes.push_back(*node);
      }
      std::ranges::sort(run.nodes);
      PAISQL_ASSIGN(const nodes::DueNodes due, Judge(one, run, i));
      if (due.ready.empty() && due.blocked.empty() && !run.nodes.empty()) continue;
      PAISQL_ASSIGN(const bool other, OthersRun(one));
      if (other) return false;
      one.done.waiting.erase(one.done.waiting.begin() + static_cast<std::ptrdiff_t>(i));
      one.running = std::move(run);
      one.running.time = one.done.until;
      PAISQL_TRY(BeginJudged(folder, one, due));
      return true;
    }
    one.look_again = false;
    return false;
  }

  // `but`: the position of those that wait which are asked for.
  Result<nodes::DueNodes> Judge(const Scheduled& one, const nodes::DueRun& run, size_t but) {
    PAISQL_ASSIGN(const auto states, StatesOf(one, run));
    std::set<size_t> later;
    for (size_t i = 0; i < one.done.waiting.size(); ++i) {
      const WaitingNodes& waiting = one.done.waiting[i];
      const int64_t day = variables::kSecondsOfDay;
      if (i == but || waiting.cyctime / day != run.cyctime / day) continue;
      for (const std::string& name : waiting.nodes) {
        const std::optional<size_t> node = one.flow.Find(name);
        if (node.has_value()) later.insert(*node);
      }
    }
    return nodes::JudgeDue(one.flow, one.graph, zone_, run, states, later);
  }

  Status BeginRun(const std::string& folder, Scheduled& one) {
    PAISQL_ASSIGN(const nodes::DueNodes due, Judge(one, one.running, one.done.waiting.size()));
    return BeginJudged(folder, one, due);
  }

  // What is ready runs, what waits is kept, and of what is blocked is told.
  Status BeginJudged(const std::string& folder, Scheduled& one, const nodes::DueNodes& due) {
    for (const nodes::DueNodes::Blocked& blocked : due.blocked) {
      failed_ = true;
      Tell(fmt::format("{}: {} does not begin: {} has not succeeded on this day", one.flow.name,
                       one.flow.nodes[blocked.node].name, blocked.by));
    }
    if (!due.waits.empty()) {
      WaitingNodes waiting{one.running.time, one.running.cyctime, {}};
      for (const size_t node : due.waits) waiting.nodes.push_back(one.flow.nodes[node].name);
      one.kept_waiting = std::move(waiting);
    }
    one.look_again = true;
    if (due.ready.empty()) return Done(folder, one);
    return Begin(folder, one, due.ready);
  }

  Status Begin(const std::string& folder, Scheduled& one, const std::vector<size_t>& chosen) {
    const std::string cyctime = TimeText(one.running.cyctime);
    SpawnOptions options;
    options.command = {call_.options.installation.program, "--home", call_.options.home_path};
    const Flags& common = call_.flags.common;
    if (!common.config.empty()) Add(options.command, {"--config", common.config});
    if (!common.project.empty()) Add(options.command, {"--project", common.project});
    for (const variables::Variable& variable : common.variables) {
      Add(options.command, {"--define", variable.name + "=" + variable.value});
    }
    Add(options.command, {"flow", "run", folder, "--cyctime", cyctime, "--quiet"});
    if (chosen.size() < one.flow.nodes.size()) {
      std::string names;
      for (const size_t node : chosen) {
        names += (names.empty() ? "" : ",") + nodes::QuotedName(one.flow.nodes[node].name);
      }
      Add(options.command, {"--select", names});
    }
    options.environment = EnvironmentWith({});
    options.streams = {-1, STDOUT_FILENO, STDERR_FILENO};
    options.dies_with_caller = true;
    Tell(fmt::format("{} begins for {}", one.flow.name, cyctime));
    PAISQL_ASSIGN(one.pid, Spawn(options));
    one.process = WatchProcess(IdentityOf(one.pid));
    one.watch = loop_.Add(one.process.get(), EventLoop::Interest::kRead, {});
    return Status::Ok();
  }

  static void Add(std::vector<std::string>& command, std::initializer_list<std::string> words) {
    command.insert(command.end(), words);
  }

  // How nodes ended last in the runs of this business date.
  Result<std::map<std::string, std::string>> StatesOf(const Scheduled& one,
                                                      const nodes::DueRun& of) {
    std::map<std::string, std::string> states;
    constexpr int64_t kLookBack = 200;
    const std::string bizdate = nodes::DayText(of.cyctime / variables::kSecondsOfDay - 1);
    PAISQL_ASSIGN(const std::vector<store::FlowRun> runs,
                  book_.ListRuns(one.flow.folder, kLookBack));
    for (const store::FlowRun& run : runs) {
      if (run.bizdate != bizdate) continue;
      PAISQL_ASSIGN(const std::vector<store::FlowNode> nodes, book_.ListNodes(run.id));
      for (const store::FlowNode& node : nodes) {
        if (node.state != "NOT_RUN") states.emplace(node.name, node.state);
      }
    }
    return states;
  }

  Status TakeEnded() {
    for (auto& [folder, one] : flows_) {
      if (one.pid == 0) continue;
      int status = 0;
      if (waitpid(one.pid, &status, WNOHANG) != one.pid) continue;
      const bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
      one.watch.End();
      one.process.Close();
      const pid_t ended = std::exchange(one.pid, 0);
      one.look_again = true;
      if (!good) {
        // It was refused because somebody else has begun one meanwhile: it comes behind that.
        PAISQL_ASSIGN(const bool has_run, HasRun(one, ended));
        PAISQL_ASSIGN(const bool other, OthersRun(one));
        if (!has_run && other) {
          one.kept_waiting.reset();
          continue;
        }
        failed_ = true;
      }
      PAISQL_TRY(Done(folder, one));
      Tell(fmt::format("{} has {} for {}{}", one.flow.name, good ? "succeeded" : "failed",
                       TimeText(one.running.cyctime), NextText()));
    }
    return Status::Ok();
  }

  // Whether the process has begun a run.
  Result<bool> HasRun(const Scheduled& one, pid_t pid) {
    constexpr int64_t kLookBack = 20;
    PAISQL_ASSIGN(const std::vector<store::FlowRun> runs,
                  book_.ListRuns(one.flow.folder, kLookBack));
    return std::ranges::any_of(runs, [&](const store::FlowRun& run) { return run.pid == pid; });
  }

  Status Done(const std::string& folder, Scheduled& one) {
    one.done.until = std::max(one.done.until, one.running.time);
    if (one.kept_waiting.has_value()) one.done.waiting.push_back(*std::move(one.kept_waiting));
    one.kept_waiting.reset();
    return memory_.Note(folder, one.done);
  }

  // Ends what runs: it is run again by the next daemon.
  int EndAll() {
    for (auto& [folder, one] : flows_) {
      if (one.pid == 0) continue;
      (void)kill(-one.pid, SIGINT);
      int status = 0;
      while (waitpid(one.pid, &status, 0) < 0 && errno == EINTR) {
      }
    }
    return InterruptStatus();
  }

  // --- time ---

  std::optional<int64_t> Next(std::string* name) const {
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

  std::string NextText() const {
    std::string name;
    const std::optional<int64_t> next = Next(&name);
    if (!next.has_value()) return "";
    return *next <= Now() ? "; " + name + " is due"
                          : "; next " + name + " at " + zone_.Format(*next);
  }

  int64_t WaitMs() const {
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

  static std::string TimeText(int64_t seconds) {
    std::string text;
    for (const char c : TimeZone().Format(seconds)) {
      if (c >= '0' && c <= '9') text += c;
    }
    return text;
  }

  const FlowCall& call_;
  store::FlowBook& book_;
  TimeZone zone_;
  ScheduleMemory memory_;
  EventLoop loop_;
  std::map<std::string, Scheduled> flows_;  // by their folders; behind the loop that watches them
  bool interrupted_ = false;
  bool failed_ = false;
};

}  // namespace

int FlowSchedule(const FlowCall& call) {
  const Result<std::unique_ptr<store::FlowBook>> book = OpenBook(call);
  if (!book.ok()) return FailFlow(book.error(), kExitEnvironment);
  const std::string folder = call.options.home_path + "/flows";
  const Status made = MakeFolders(folder);
  if (!made.ok()) return FailFlow(made.error(), kExitEnvironment);
  const std::string path = folder + "/schedule.lock";
  const Descriptor lock(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock.open()) return FailFlow(FileError("open", path, errno), kExitEnvironment);
  if (flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    return FailFlow({ErrorCode::kInvalidMetaOperation,
                     "another paisql flow schedule works on this home",
                     {},
                     "one of them looks after all workflows of a folder"},
                    kExitFailed);
  }
  const Result<Bell> bell = Bell::Make();
  if (!bell.ok()) return FailFlow(bell.error(), kExitEnvironment);
  const InterruptWatcher watcher([&] { bell->Ring(); });
  Daemon daemon(call, **book);
  const Result<int> end = daemon.Run(*bell);
  if (end.ok()) return *end;
  return FailFlow(end.error(), end.error().code == ErrorCode::kIo ? kExitUsage : kExitEnvironment);
}

}  // namespace paisql::shell
