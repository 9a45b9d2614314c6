// The times that are due of the workflows, and the processes that run them.

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <initializer_list>
#include <set>
#include <utility>

#include "base/display/amounts.h"
#include "base/process/process.h"
#include "base/secrets/redact.h"
#include "base/text.h"
#include "flow/schedule/past_runs.h"
#include "flow/schedule/schedule_daemon.h"
#include "script/resume.h"

namespace paisql::flow {

namespace {

// Times that were missed and are caught up, of one workflow.
constexpr size_t kMostMissed = 100;

// "20251031060000", as --cyctime takes it.
std::string TimeText(int64_t seconds) {
  std::string text;
  for (const char c : TimeZone().Format(seconds)) {
    if (c >= '0' && c <= '9') text += c;
  }
  return text;
}

void Add(std::vector<std::string>& command, std::initializer_list<std::string> words) {
  command.insert(command.end(), words);
}

// The command that runs the chosen nodes of the workflow for its time.
std::vector<std::string> RunCommand(const FlowCall& call, const std::string& folder,
                                    const Scheduled& one, const std::vector<size_t>& chosen) {
  std::vector<std::string> command = {call.options.installation.program, "--home",
                                      call.options.home_path};
  const script::Flags& common = call.flags.common;
  if (!common.config.empty()) Add(command, {"--config", common.config});
  if (!common.project.empty()) Add(command, {"--project", common.project});
  if (!common.user.empty()) Add(command, {"--user", common.user});
  for (const variables::Variable& variable : common.variables) {
    Add(command, {"--define", variable.name + "=" + variable.value});
  }
  Add(command, {"flow", "run", folder, "--cyctime", TimeText(one.running.cyctime), "--quiet"});
  if (chosen.size() < one.flow.nodes.size()) {
    std::string names;
    for (const size_t node : chosen) {
      names += (names.empty() ? "" : ",") + nodes::QuotedName(one.flow.nodes[node].name);
    }
    Add(command, {"--select", names});
  }
  return command;
}

}  // namespace

Status ScheduleDaemon::BeginDue() {
  if (interrupted_) return Status::Ok();
  for (auto& [folder, one] : flows_) {
    // A run that begins nothing is done at once, and the next time may be due.
    while (one.good && one.pid == 0) {
      PAISQL_ASSIGN(const bool waited, BeginWaiting(folder, one));
      if (waited) continue;
      nodes::DueTimes due = nodes::DueRuns(one.schedules, zone_, one.done.until, NowSeconds(),
                                           kMostMissed, one.left_out);
      TellLeftOut(one, due.left_out);
      if (due.runs.empty()) break;
      PAISQL_ASSIGN(const bool other, OthersRun(one));
      if (other) break;
      one.running = std::move(due.runs.front());
      PAISQL_TRY(BeginRun(folder, one));
    }
  }
  return Status::Ok();
}

void ScheduleDaemon::TellLeftOut(Scheduled& one, const std::vector<nodes::LeftOut>& left_out) {
  for (const nodes::LeftOut& left : left_out) {
    one.left_out[left.schedule] = left.until;
    constexpr size_t kNamed = 5;
    std::string names;
    for (size_t i = 0; i < std::min(left.nodes.size(), kNamed); ++i) {
      names += (i == 0 ? "" : ", ") + one.flow.nodes[left.nodes[i]].name;
    }
    if (left.nodes.size() > kNamed)
      names += fmt::format(" and {} more", left.nodes.size() - kNamed);
    Tell(fmt::format("{}: {} of {} from {} to {} not caught up: the last {} of each node are",
                     one.flow.name, Counted(static_cast<size_t>(left.times), "time"), names,
                     TimeText(left.first), TimeText(left.last), kMostMissed));
  }
}

Result<bool> ScheduleDaemon::OthersRun(Scheduled& one) {
  PAISQL_ASSIGN(const std::optional<store::FlowRun> run, RunThatGoesOn(book_, one.flow.folder));
  one.other_run = run.has_value() ? run->id : 0;
  if (!run.has_value()) {
    one.told_of_other = false;
  } else if (!std::exchange(one.told_of_other, true)) {
    Tell(fmt::format("{} waits for the end of run {}, of process {}", one.flow.name, run->id,
                     run->pid));
  }
  return run.has_value();
}

Result<bool> ScheduleDaemon::BeginWaiting(const std::string& folder, Scheduled& one) {
  if (!one.look_again) return false;
  for (size_t i = 0; i < one.done.waiting.size(); ++i) {
    const WaitingNodes waiting = one.done.waiting[i];
    nodes::DueRun run{std::max(waiting.time, one.done.until.time), waiting.cyctime, {}};
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
    one.running.time = 0;  // what is done is done
    PAISQL_TRY(BeginJudged(folder, one, due));
    return true;
  }
  one.look_again = false;
  return false;
}

Result<nodes::DueNodes> ScheduleDaemon::Judge(const Scheduled& one, const nodes::DueRun& run,
                                              size_t but) {
  const std::string bizdate = nodes::DayText(run.cyctime / variables::kSecondsOfDay - 1);
  PAISQL_ASSIGN(const auto states, LastStates(book_, one.flow.folder, bizdate));
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

Status ScheduleDaemon::BeginRun(const std::string& folder, Scheduled& one) {
  PAISQL_ASSIGN(const nodes::DueNodes due, Judge(one, one.running, one.done.waiting.size()));
  return BeginJudged(folder, one, due);
}

Status ScheduleDaemon::BeginJudged(const std::string& folder, Scheduled& one,
                                   const nodes::DueNodes& due) {
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

Status ScheduleDaemon::Begin(const std::string& folder, Scheduled& one,
                             const std::vector<size_t>& chosen) {
  SpawnOptions options;
  options.command = RunCommand(call_, folder, one, chosen);
  // A run that was ended with a daemon goes on; one that has succeeded is not run again, though the
  // clock was put back.
  std::string command;
  for (const std::string& word : RedactArguments(options.command)) {
    command += (command.empty() ? "" : " ") + script::ShellQuoted(word);
  }
  const std::string bizdate = nodes::DayText(one.running.cyctime / variables::kSecondsOfDay - 1);
  PAISQL_ASSIGN(const PastRun past, FindPastRun(book_, one.flow.folder, bizdate, command));
  if (past == PastRun::kDone) {
    Tell(fmt::format("{} was done before for {}", one.flow.name, TimeText(one.running.cyctime)));
    return Done(folder, one);
  }
  if (past == PastRun::kUnfinished) Add(options.command, {"--resume"});
  options.environment = EnvironmentWith({});
  options.streams = {-1, STDOUT_FILENO, STDERR_FILENO};
  options.dies_with_caller = true;
  Tell(fmt::format("{} {} for {}", one.flow.name,
                   past == PastRun::kUnfinished ? "goes on" : "begins",
                   TimeText(one.running.cyctime)));
  PAISQL_ASSIGN(one.pid, Spawn(options));
  one.process = WatchProcess(IdentityOf(one.pid));
  one.watch = loop_.Add(one.process.get(), EventLoop::Interest::kRead, {});
  return Status::Ok();
}

Status ScheduleDaemon::TakeEnded() {
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
      // It was refused because somebody else has begun one meanwhile: it comes after it.
      PAISQL_ASSIGN(const bool has_run, HasBegunRun(book_, one.flow.folder, ended));
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

Status ScheduleDaemon::Done(const std::string& folder, Scheduled& one) {
  if (one.running.time > 0) one.done.until = {one.running.time, one.running.cyctime};
  if (one.kept_waiting.has_value()) one.done.waiting.push_back(*std::move(one.kept_waiting));
  one.kept_waiting.reset();
  return memory_.Note(folder, one.done);
}

}  // namespace paisql::flow
