#include "nodes/run/processes/executor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "base/process/guard.h"
#include "base/process/process.h"
#include "base/system/clock.h"

namespace paisql::nodes {

namespace {

// Between being told to end and being killed.
constexpr int64_t kPatienceMs = 10000;

// Names the cause of an end that is not the process's own doing.
void Judge(bool out_of_time, bool told_to_end, const std::string& told_why, Ending& ending) {
  if (out_of_time) {
    ending.succeeded = false;
    ending.why = "it took longer than its timeout, and was ended";
  } else if (told_to_end && !ending.succeeded) {
    ending.why = told_why.empty() ? "ended with the run" : told_why;
  }
}

}  // namespace

Executor::Executor(EventLoop& loop, Programs programs, size_t places,
                   std::function<void(size_t ticket, const Ending& ending)> ended,
                   std::function<void(size_t ticket)> returned)
    : loop_(loop),
      programs_(std::move(programs)),
      ended_(std::move(ended)),
      places_(places),
      scripts_(
          loop, programs_, [this](const ScriptQueue::Ending& ending) { ScriptEnded(ending); },
          std::move(returned)) {}

Executor::~Executor() {
  for (auto& [ticket, running] : running_) {
    running.watch.End();
    Signal(running, SIGKILL);
    int status = 0;
    if (running.pid > 0) (void)waitpid(running.pid, &status, 0);
  }
}

size_t Executor::FreeForScripts() const {
  return places_ > running_.size() ? places_ - running_.size() : 0;
}

size_t Executor::ScriptsAhead() const { return scripts_.Ahead(SteadyMs()); }

Status Executor::Start(size_t ticket, const Instance& instance) {
  if (instance.runs == Runs::kSql) {
    scripts_.Put(ticket, {instance.sql, instance.log}, instance.timeout_ms, FreeForScripts());
    return Status::Ok();
  }
  Running running;
  PAISQL_TRY(StartProcess(running, instance));
  if (instance.timeout_ms > 0) running.deadline_ms = SteadyMs() + instance.timeout_ms;
  running.watch = loop_.Add(running.process.get(), EventLoop::Interest::kRead,
                            [this, ticket] { ProcessReady(ticket); });
  running_.emplace(ticket, std::move(running));
  return Status::Ok();
}

Status Executor::StartProcess(Running& running, const Instance& instance) {
  // Its guard ends what it leaves behind, also when this process is killed.
  SpawnOptions options;
  options.command = instance.command;
  options.environment = EnvironmentWith(instance.environment);
  options.folder = instance.folder;
  options.output = instance.log;
  PAISQL_ASSIGN(running.pid, SpawnGuarded(options));
  running.process = WatchProcess(IdentityOf(running.pid));
  if (running.process.open()) return Status::Ok();
  // It has ended already: the end of a pipe without a writer is always readable.
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return FileError("make", "a pipe", errno);
  running.process = Descriptor(ends[0]);
  const Descriptor writer(ends[1]);
  return Status::Ok();
}

void Executor::ProcessReady(size_t ticket) {
  Running& running = running_.at(ticket);
  int status = 0;
  const pid_t ended = waitpid(running.pid, &status, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return;
  Ending ending;
  ending.succeeded = ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (ended > 0 && WIFSIGNALED(status)) {
    ending.why = "killed by " + SignalName(WTERMSIG(status));
  } else if (!ending.succeeded) {
    ending.why = fmt::format("exit status {}", WEXITSTATUS(status));
  }
  running.pid = 0;
  Finish(ticket, std::move(ending));
}

void Executor::ScriptEnded(const ScriptQueue::Ending& ended) {
  Ending ending;
  ending.succeeded = ended.gone.empty() && ended.status == 0;
  ending.why = ended.gone;
  Judge(ended.out_of_time, ended.told_to_end, ended.told_why, ending);
  ended_(ended.ticket, ending);
}

void Executor::Finish(size_t ticket, Ending ending) {
  Running running = std::move(running_.at(ticket));
  running_.erase(ticket);
  running.watch.End();
  Judge(running.out_of_time, running.told_to_end, running.told_why, ending);
  ended_(ticket, ending);
}

void Executor::Signal(const Running& running, int number) {
  if (running.pid > 0) (void)kill(running.pid, number == SIGKILL ? GuardEndSignal() : number);
}

void Executor::EndOne(size_t ticket, const std::string& why) {
  scripts_.EndOne(ticket, why);
  const auto found = running_.find(ticket);
  if (found == running_.end() || found->second.told_to_end) return;
  Running& running = found->second;
  Signal(running, SIGTERM);
  running.told_to_end = true;
  running.told_why = why;
  running.deadline_ms = SteadyMs() + kPatienceMs;
}

void Executor::EndAll() {
  scripts_.EndAll();
  for (auto& [ticket, running] : running_) {
    Signal(running, running.told_to_end ? SIGKILL : SIGTERM);
    if (!std::exchange(running.told_to_end, true)) running.deadline_ms = SteadyMs() + kPatienceMs;
  }
}

int64_t Executor::NextDeadline() const {
  int64_t next = scripts_.NextDeadline(SteadyMs());
  for (const auto& [ticket, running] : running_) next = std::min(next, running.deadline_ms);
  return next;
}

void Executor::LookAtTime() {
  const int64_t now = SteadyMs();
  scripts_.LookAtTime(now, FreeForScripts());
  for (auto& [ticket, running] : running_) {
    if (running.deadline_ms > now) continue;
    const bool told = running.told_to_end || running.out_of_time;
    Signal(running, told ? SIGKILL : SIGTERM);
    if (!running.told_to_end) running.out_of_time = true;
    running.deadline_ms = told ? kNever : now + kPatienceMs;
  }
}

}  // namespace paisql::nodes
