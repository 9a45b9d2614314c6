#include "nodes/run/executor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "base/system/process.h"
#include "base/system/steady_clock.h"

namespace paisql::nodes {

namespace {

// Between being told to end and being killed.
constexpr int64_t kPatienceMs = 10000;

}  // namespace

Executor::Executor(EventLoop& loop, Programs programs,
                   std::function<void(size_t ticket, const Ending& ending)> ended)
    : loop_(loop), programs_(std::move(programs)), ended_(std::move(ended)) {}

Executor::~Executor() {
  for (auto& [ticket, running] : running_) {
    running.watch.End();
    Signal(running, SIGKILL);
    int status = 0;
    if (running.pid > 0) (void)waitpid(running.pid, &status, 0);
    if (running.worker != nullptr) running.worker->End();
  }
  for (const auto& worker : idle_) worker->End();
}

Status Executor::Start(size_t ticket, const Instance& instance) {
  Running running;
  PAISQL_TRY(instance.runs == Runs::kSql ? StartWorker(running, instance)
                                         : StartProcess(running, instance));
  if (instance.timeout_ms > 0) running.deadline_ms = SteadyMs() + instance.timeout_ms;
  const bool sql = running.worker != nullptr;
  const int descriptor = sql ? running.worker->descriptor() : running.process.get();
  running.watch = loop_.Add(descriptor, EventLoop::Interest::kRead, [this, ticket, sql] {
    sql ? WorkerReady(ticket) : ProcessReady(ticket);
  });
  running_.emplace(ticket, std::move(running));
  return Status::Ok();
}

Status Executor::StartWorker(Running& running, const Instance& instance) {
  const WorkerTask task = {instance.sql, instance.log};
  while (!idle_.empty()) {
    running.worker = std::move(idle_.back());
    idle_.pop_back();
    // One that has ended meanwhile is replaced.
    if (running.worker->Give(task).ok()) return Status::Ok();
    running.worker->End();
  }
  PAISQL_ASSIGN(Worker worker, Worker::Start(programs_));
  running.worker = std::make_unique<Worker>(std::move(worker));
  return running.worker->Give(task);
}

Status Executor::StartProcess(Running& running, const Instance& instance) {
  SpawnOptions options;
  options.command = instance.command;
  options.environment = EnvironmentWith(instance.environment);
  options.folder = instance.folder;
  options.output = instance.log;
  options.dies_with_caller = true;
  PAISQL_ASSIGN(running.pid, Spawn(options));
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
  // What it has left behind in its group goes with it.
  (void)kill(-running.pid, SIGKILL);
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

void Executor::WorkerReady(size_t ticket) {
  Running& running = running_.at(ticket);
  const Result<std::optional<int>> status = running.worker->TakeStatus();
  if (status.ok() && !status->has_value()) return;
  Ending ending;
  ending.succeeded = status.ok() && **status == 0;
  if (!status.ok()) ending.why = status.error().detail;
  if (!status.ok() || **status >= kWorkerEnds) {
    running.watch.End();
    running.worker->End();
    running.worker.reset();
  }
  Finish(ticket, std::move(ending));
}

void Executor::Finish(size_t ticket, Ending ending) {
  Running running = std::move(running_.at(ticket));
  running_.erase(ticket);
  running.watch.End();
  if (running.worker != nullptr) idle_.push_back(std::move(running.worker));
  if (running.out_of_time) {
    ending.succeeded = false;
    ending.why = "it took longer than its timeout, and was ended";
  } else if (running.told_to_end && !ending.succeeded) {
    ending.why = running.told_why.empty() ? "ended with the run" : running.told_why;
  }
  ended_(ticket, ending);
}

void Executor::Signal(const Running& running, int number) {
  if (running.worker != nullptr) running.worker->Signal(number);
  if (running.pid > 0) (void)kill(-running.pid, number);
}

void Executor::EndOne(size_t ticket, const std::string& why) {
  const auto found = running_.find(ticket);
  if (found == running_.end() || found->second.told_to_end) return;
  Running& running = found->second;
  Signal(running, SIGTERM);
  running.told_to_end = true;
  running.told_why = why;
  running.deadline_ms = SteadyMs() + kPatienceMs;
}

void Executor::EndAll() {
  for (auto& [ticket, running] : running_) {
    Signal(running, running.told_to_end ? SIGKILL : SIGTERM);
    if (!std::exchange(running.told_to_end, true)) running.deadline_ms = SteadyMs() + kPatienceMs;
  }
}

int64_t Executor::NextDeadline() const {
  int64_t next = kNever;
  for (const auto& [ticket, running] : running_) next = std::min(next, running.deadline_ms);
  return next;
}

void Executor::LookAtTime() {
  const int64_t now = SteadyMs();
  for (auto& [ticket, running] : running_) {
    if (running.deadline_ms > now) continue;
    const bool told = running.told_to_end || running.out_of_time;
    Signal(running, told ? SIGKILL : SIGTERM);
    if (!running.told_to_end) running.out_of_time = true;
    running.deadline_ms = told ? kNever : now + kPatienceMs;
  }
}

}  // namespace paisql::nodes
