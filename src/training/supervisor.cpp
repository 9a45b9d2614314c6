// One process a job: starts the script, waits, ends its whole tree, commits what it wrote, tells
// the catalog. It sleeps in sigwaitinfo and wakes for the end of a child or for a request to stop;
// nothing else concerns it.

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>

#include "base/clock.h"
#include "base/text.h"
#include "training/files.h"
#include "training/job_directory.h"
#include "training/job_service.h"
#include "training/process.h"
#include "training/traceback.h"

namespace paisql::training {

namespace {

// How long a process that was asked to end may take before it is made to.
constexpr int kGraceSeconds = 5;
constexpr size_t kLogTailBytes = 256 * 1024;
constexpr int kSignalBase = 128;  // a shell's spelling of "killed by a signal"

sigset_t SupervisedSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : {SIGCHLD, SIGTERM, SIGINT, SIGHUP}) sigaddset(&signals, number);
  return signals;
}

// The script's process and everything that it starts, whoever their parents are by then.
class ProcessTree {
 public:
  explicit ProcessTree(pid_t root) : root_(root) {}

  // Waits until the script has ended by itself or was asked to end; then ends what is left of the
  // tree.
  void RunToEnd() {
    const sigset_t signals = SupervisedSignals();
    while (!root_ended_ && !stop_requested_) {
      siginfo_t info;
      const int number = sigwaitinfo(&signals, &info);
      if (number == SIGCHLD) Reap();
      if (number == SIGTERM || number == SIGINT) stop_requested_ = true;
    }
    End();
  }

  bool stop_requested() const { return stop_requested_; }
  int status() const { return status_; }  // as waitpid gives it

 private:
  // Collects every child that has ended; false when there are no children at all any more.
  bool Reap() {
    while (true) {
      int status = 0;
      const pid_t pid = waitpid(-1, &status, WNOHANG);
      if (pid < 0 && errno == EINTR) continue;
      if (pid < 0) return false;
      if (pid == 0) return true;
      if (pid == root_) {
        root_ended_ = true;
        status_ = status;
      }
    }
  }

  void SignalAll(int number) const {
    // Until it is reaped, the root's number is its group's and cannot be another's.
    if (!root_ended_) kill(-root_, number);
    for (const pid_t pid : Descendants()) kill(pid, number);
  }

  void End() {
    const sigset_t signals = SupervisedSignals();
    timespec deadline{};
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    deadline.tv_sec += kGraceSeconds;
    if (!Reap()) return;
    SignalAll(SIGTERM);
    while (Reap()) {
      timespec now{};
      clock_gettime(CLOCK_MONOTONIC, &now);
      timespec left = {deadline.tv_sec - now.tv_sec, deadline.tv_nsec - now.tv_nsec};
      if (left.tv_nsec < 0) left = {left.tv_sec - 1, left.tv_nsec + 1000000000};
      if (left.tv_sec < 0) {
        // Processes that were born in the meantime get theirs in the next round.
        SignalAll(SIGKILL);
        left = {0, 50000000};
      }
      sigtimedwait(&signals, nullptr, &left);
    }
  }

  pid_t root_;
  bool root_ended_ = false;
  bool stop_requested_ = false;
  int status_ = 0;
};

std::vector<std::string> ScriptEnvironment(const JobPlaces& places, const JobFile& file,
                                           const store::Home& home,
                                           const Installation& installation) {
  std::vector<std::pair<std::string, std::string>> changes(file.environment.begin(),
                                                           file.environment.end());
  std::string python_path = installation.python_folder + ":" + places.WorkFolder();
  const std::string entry_folder = std::filesystem::path(file.entry).parent_path();
  if (entry_folder != places.WorkFolder()) python_path += ":" + entry_folder;
  if (const char* inherited = std::getenv("PYTHONPATH"))
    python_path += std::string(":") + inherited;
  changes.emplace_back("PYTHONPATH", python_path);
  changes.emplace_back("PYTHONUNBUFFERED", "1");
  changes.emplace_back("PAISQL_JOB", places.directory);
  changes.emplace_back("PAISQL_FACE", file.face);
  changes.emplace_back("PAISQL_OSS_ROOT", home.OssPath());
  changes.emplace_back("PAISQL_OSS_PLUGIN", installation.oss_plugin);
  // TensorFlow's own remarks about the machine are no part of a script's output.
  if (std::getenv("TF_CPP_MIN_LOG_LEVEL") == nullptr)
    changes.emplace_back("TF_CPP_MIN_LOG_LEVEL", "1");
  if (file.gpu_required == 0) changes.emplace_back("CUDA_VISIBLE_DEVICES", "-1");
  return EnvironmentWith(changes);
}

// What a script's end means, from waitpid's status and the log.
JobOutcome ScriptOutcome(int status, const JobPlaces& places) {
  JobOutcome outcome;
  outcome.log_path = places.WorkerLog();
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    outcome.state = store::JobState::kFailed;
    outcome.exit_status = kSignalBase + number;
    outcome.message = "the script was killed by " + SignalName(number);
    return outcome;
  }
  outcome.exit_status = WEXITSTATUS(status);
  if (outcome.exit_status == 0) return outcome;
  outcome.state = store::JobState::kFailed;
  // Python ends with 1 behind a traceback; any other status is the script's own choice.
  if (outcome.exit_status == 1)
    outcome.message = TracebackLine(ReadTail(places.WorkerLog(), kLogTailBytes));
  if (outcome.message.empty()) {
    outcome.message = "the script ended with exit status " + std::to_string(outcome.exit_status);
  }
  return outcome;
}

JobOutcome Failed(const JobPlaces& places, const Error& error) {
  JobOutcome outcome;
  outcome.state = store::JobState::kFailed;
  outcome.exit_status = 1;
  outcome.message = error.code == ErrorCode::kJobFailed ? error.detail : error.ToString();
  if (!error.hint.empty()) outcome.message += " (" + error.hint + ")";
  outcome.log_path = places.WorkerLog();
  return outcome;
}

// Commits what the script has staged and that the job has succeeded, in one transaction.
Status CommitSuccess(store::Catalog& catalog, const JobPlaces& places, store::Job job) {
  PAISQL_ASSIGN(const std::vector<store::WriteRequest> requests, StagedOutputs(places));
  job.state = store::JobState::kSucceeded;
  job.ended_ms = NowMs();
  const Status committed = catalog.CommitWrites(requests, job);
  if (committed.ok()) return committed;
  // An error may come from behind the commit; then the row says so.
  const auto row = catalog.FindJob(job.id);
  if (row.ok() && row->has_value() && (*row)->state == job.state) return Status::Ok();
  return committed;
}

// For logs/supervisor.log.
void Tell(const Status& status) {
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.error().ToString().c_str());
}

JobOutcome RunScript(store::Catalog& catalog, const JobPlaces& places, const JobFile& file,
                     const store::Job& job, const Installation& installation) {
  SpawnOptions options;
  options.command = {installation.python, "-u", file.entry};
  options.command.insert(options.command.end(), file.arguments.begin(), file.arguments.end());
  options.environment = ScriptEnvironment(places, file, catalog.home(), installation);
  options.folder = places.WorkFolder();
  options.output = places.WorkerLog();
  options.dies_with_caller = true;
  const Result<pid_t> pid = Spawn(options);
  if (!pid.ok()) return Failed(places, pid.error());

  ProcessTree tree(*pid);
  tree.RunToEnd();
  JobOutcome outcome = ScriptOutcome(tree.status(), places);
  if (tree.stop_requested()) {
    outcome.state = store::JobState::kKilled;
    outcome.message = "the job was killed";
    return outcome;
  }
  if (outcome.state == store::JobState::kSucceeded) {
    const Status committed = CommitSuccess(catalog, places, job);
    if (!committed.ok()) return Failed(places, committed.error());
  }
  return outcome;
}

Status Supervise(const JobPlaces& places, int lease_descriptor, const Installation& installation,
                 int ready) {
  PAISQL_ASSIGN(const JobFile file, ReadJobFile(places.directory));
  PAISQL_ASSIGN(const store::Home home, store::Home::Open(file.home));
  // Declared before the catalog: the lease keeps the input files until all is written down.
  PAISQL_ASSIGN(const std::unique_ptr<store::Lease> lease,
                store::Lease::Adopt(home, file.lease, lease_descriptor));
  PAISQL_ASSIGN(const std::unique_ptr<store::Catalog> catalog, store::Catalog::Open(home));
  PAISQL_ASSIGN(std::optional<store::Job> job, catalog->FindJob(file.id));
  if (!job.has_value())
    return Error{ErrorCode::kJobNotFound, "job " + file.id + " is not in the catalog", {}, ""};

  const ProcessIdentity self = IdentityOf(getpid());
  job->supervisor_pid = self.pid;
  job->supervisor_start = self.start;
  job->boot_id = self.boot_id;
  job->state = store::JobState::kRunning;
  job->started_ms = NowMs();
  PAISQL_TRY(catalog->UpdateJob(*job));
  if (ready >= 0) {
    (void)!write(ready, "1", 1);
    close(ready);
  }

  const JobOutcome outcome = RunScript(*catalog, places, file, *job, installation);
  // Of a success the row tells already. Otherwise each of the two is enough to know the end by.
  Tell(WriteResult(places, outcome));
  if (outcome.state == store::JobState::kSucceeded) return Status::Ok();
  job->state = outcome.state;
  job->message = outcome.message;
  job->ended_ms = NowMs();
  return catalog->UpdateJob(*job);
}

}  // namespace

int RunSupervisor(const std::string& job_directory, int lease_descriptor,
                  const Installation& installation) {
  // Before anything else, so that a request to stop is never lost and never ends the supervisor
  // itself.
  const sigset_t signals = SupervisedSignals();
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  signal(SIGPIPE, SIG_IGN);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  int ready = -1;
  if (const char* text = std::getenv(kReadyVariable)) {
    ready = std::atoi(text);
    unsetenv(kReadyVariable);
  }
  const Status status = Supervise({job_directory}, lease_descriptor, installation, ready);
  if (status.ok()) return 0;
  Tell(status);
  return 1;
}

}  // namespace paisql::training
