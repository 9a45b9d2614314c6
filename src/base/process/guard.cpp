#include "base/process/guard.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/files/files.h"
#include "base/system/refusals.h"
#include "base/text.h"

namespace paisql {

namespace {

constexpr int kEnd = SIGUSR1;
constexpr int kNotStarted = 127;
// How this program is called where it works for others than the session that has started it.
constexpr std::string_view kOutlives[] = {"--supervise", "--serve-home", "--front-home"};

std::string OwnProgram(const std::string& process) {
  std::string path(4096, '\0');
  const ssize_t size = readlink(("/proc/" + process + "/exe").c_str(), path.data(), path.size());
  path.resize(size < 0 ? 0 : static_cast<size_t>(size));
  return path;
}

// Whether it is a supervisor of a job or of services.
bool Outlives(pid_t pid, const std::string& program) {
  const std::string process = std::to_string(pid);
  if (program.empty() || OwnProgram(process) != program) return false;
  const Result<std::string> line = ReadFile("/proc/" + process + "/cmdline");
  if (!line.ok()) return false;
  const std::vector<std::string> words = Split(*line, '\0');
  return words.size() > 1 && std::ranges::find(kOutlives, words[1]) != std::end(kOutlives);
}

pid_t ParentOf(const std::string& process) {
  const Result<std::string> stat = ReadFile("/proc/" + process + "/stat");
  // "7 (name) S 1 …": the name may hold brackets and blanks.
  const size_t name = stat.ok() ? stat->rfind(") ") : std::string::npos;
  if (name == std::string::npos || stat->size() < name + 5) return 0;
  pid_t parent = 0;
  std::from_chars(stat->data() + name + 4, stat->data() + stat->size(), parent);
  return parent;
}

// All below this process but for what outlives it, and what is below that.
std::vector<pid_t> Guarded(const std::string& program) {
  std::multimap<pid_t, pid_t> children;
  const Result<std::vector<std::string>> names = ListFolder("/proc");
  for (const std::string& name : names.ok() ? *names : std::vector<std::string>()) {
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    children.emplace(ParentOf(name), static_cast<pid_t>(std::stol(name)));
  }
  std::vector<pid_t> found = {getpid()};
  for (size_t i = 0; i < found.size(); ++i) {
    const auto [begin, end] = children.equal_range(found[i]);
    for (auto child = begin; child != end; ++child) {
      if (!Outlives(child->second, program)) found.push_back(child->second);
    }
  }
  found.erase(found.begin());
  return found;
}

// A process that is born in the meantime gets the signal in the next round.
void KillGuarded() {
  const std::string program = OwnProgram("self");
  while (true) {
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    const std::vector<pid_t> pids = Guarded(program);
    if (pids.empty()) return;
    for (const pid_t pid : pids) kill(pid, SIGKILL);
    (void)usleep(1000);
  }
}

// Standard output up to a size, and the end of what comes after that.
class BoundedOutput {
 public:
  // All that the pipe holds now; false at its end.
  bool TakeFrom(int pipe) {
    std::array<char, 65536> bytes{};
    while (true) {
      const ssize_t count = read(pipe, bytes.data(), bytes.size());
      if (count == 0) return false;
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return errno == EAGAIN;
      Take({bytes.data(), static_cast<size_t>(count)});
    }
  }

  void Finish() {
    if (left_out_ == 0 && end_.empty()) return;
    if (left_out_ > 0) {
      Write("\n… " + std::to_string(left_out_) + " bytes are left out here: a log has " +
            std::to_string(kGuardedOutput) + " bytes and the end\n");
    }
    Write(end_);
  }

 private:
  void Take(std::string_view bytes) {
    const size_t room = kGuardedOutput - std::min(kGuardedOutput, written_);
    Write(bytes.substr(0, room));
    end_ += bytes.substr(std::min(room, bytes.size()));
    // So that little is moved for each byte.
    if (end_.size() <= 2 * kKeptEnd) return;
    left_out_ += end_.size() - kKeptEnd;
    end_.erase(0, end_.size() - kKeptEnd);
  }

  // Bytes that cannot be written, as on a full disk, are lost, and the process goes on.
  void Write(std::string_view bytes) {
    written_ += bytes.size();
    while (!bytes.empty()) {
      const ssize_t count = write(STDOUT_FILENO, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return;
      bytes.remove_prefix(static_cast<size_t>(count));
    }
  }

  static constexpr size_t kKeptEnd = 65536;
  size_t written_ = 0;
  size_t left_out_ = 0;
  std::string end_;
};

int EndAs(int status) {
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  const int number = WTERMSIG(status);
  // The signal is the child's: no core of the guard.
  const rlimit none{};
  (void)setrlimit(RLIMIT_CORE, &none);
  (void)signal(number, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  sigprocmask(SIG_UNBLOCK, &one, nullptr);
  (void)raise(number);
  return 128 + number;
}

// The signals that a guard reads, and never takes by the handlers that it inherits.
sigset_t GuardSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGCHLD, kEnd}) sigaddset(&signals, number);
  return signals;
}

// Serves as the guard of the child until that ends or an end is told; -> its status.
// `printed`: what the child prints, or not open.
int Watch(pid_t child, const Descriptor& signals, Descriptor printed, BoundedOutput& log) {
  int status = 0;
  while (true) {
    const pid_t ended = waitpid(-1, &status, WNOHANG);
    if (ended == child || (ended < 0 && errno == ECHILD)) break;
    if (ended > 0) continue;
    std::array<pollfd, 2> waits = {pollfd{signals.get(), POLLIN, 0},
                                   pollfd{printed.open() ? printed.get() : -1, POLLIN, 0}};
    if (poll(waits.data(), waits.size(), -1) < 0) continue;
    if (waits[1].revents != 0 && !log.TakeFrom(printed.get())) printed.Close();
    if (waits[0].revents == 0) continue;
    signalfd_siginfo told{};
    if (read(signals.get(), &told, sizeof told) != sizeof told) continue;
    const int number = static_cast<int>(told.ssi_signo);
    if (number == kEnd) {
      status = SIGKILL;
      break;
    }
    if (number != SIGCHLD) (void)kill(-child, number);
  }
  KillGuarded();
  if (printed.open()) (void)log.TakeFrom(printed.get());
  return status;
}

// The guard's own part, in a process that has `caller` above it.
int Guard(const SpawnOptions& given, pid_t caller) {
  const sigset_t taken = GuardSignals();  // blocked since before the fork
  // The caller's end comes as a signal, too; where it has ended before, nobody asks for anything.
  prctl(PR_SET_PDEATHSIG, kEnd);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  if (getppid() != caller) return kNotStarted;
  std::array<int, 2> ends{};
  const Descriptor signals(signalfd(-1, &taken, SFD_CLOEXEC));
  if (!signals.open() || pipe2(ends.data(), O_CLOEXEC) != 0) return kNotStarted;
  Descriptor printed(ends[0]);
  Descriptor prints(ends[1]);
  SpawnOptions options;
  options.command = given.command;
  options.environment = given.environment;
  options.folder = given.folder;
  options.streams = {STDIN_FILENO, prints.get(), prints.get()};
  options.dies_with_caller = true;
  const Result<pid_t> started = Spawn(options);
  prints.Close();
  if (!started.ok()) {
    const std::string why = started.error().detail + "\n";
    (void)!write(STDOUT_FILENO, why.data(), why.size());
    return kNotStarted;
  }
  (void)fcntl(printed.get(), F_SETFL, O_NONBLOCK);
  BoundedOutput log;
  const int status = Watch(*started, signals, std::move(printed), log);
  log.Finish();
  return EndAs(status);
}

// The guard's part of a process that has forked `child` to go on in its place.
int GuardSuccessor(pid_t child) {
  // The pipes of the child end with the child.
  (void)syscall(SYS_close_range, 0, ~0U, 0);
  const sigset_t taken = GuardSignals();
  const Descriptor signals(signalfd(-1, &taken, SFD_CLOEXEC));
  BoundedOutput log;
  return EndAs(Watch(child, signals, {}, log));
}

}  // namespace

int GuardEndSignal() { return kEnd; }

// A fork alone: becoming the program anew takes four times as long as most small scripts.
Result<pid_t> SpawnGuarded(const SpawnOptions& options) {
  constexpr mode_t kOwn = 0600;
  const Descriptor log(
      open(options.output.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, kOwn));
  if (!log.open()) return FileError("open", options.output, errno);
  const Descriptor nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!nothing.open()) return FileError("open", "/dev/null", errno);
  const pid_t caller = getpid();
  // A signal that came between the fork and the guard's own mask would run the caller's handler in
  // the guard, and through its pipe tell the caller of an interruption that it never had.
  const sigset_t taken = GuardSignals();
  sigset_t before;
  (void)pthread_sigmask(SIG_BLOCK, &taken, &before);
  const pid_t pid = fork();
  const int failure = errno;
  if (pid != 0) (void)pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid < 0) return SystemRefused(std::system_error(failure, std::generic_category()));
  if (pid > 0) return pid;
  (void)setpgid(0, 0);
  (void)dup2(nothing.get(), STDIN_FILENO);
  (void)dup2(log.get(), STDOUT_FILENO);
  (void)dup2(log.get(), STDERR_FILENO);
  (void)syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, 0);
  _exit(Guard(options, caller));
}

Status ContinueGuarded() {
  const pid_t caller = getppid();
  const sigset_t taken = GuardSignals();
  sigset_t before;
  (void)pthread_sigmask(SIG_BLOCK, &taken, &before);
  // Before there is anybody to be left behind.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t guard = getpid();
  const pid_t child = fork();
  if (child < 0) {
    const int failure = errno;
    (void)pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return SystemRefused(std::system_error(failure, std::generic_category()));
  }
  if (child > 0) {
    prctl(PR_SET_PDEATHSIG, kEnd);
    if (getppid() != caller) (void)raise(kEnd);
    _exit(GuardSuccessor(child));
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != guard) _exit(kNotStarted);
  (void)setpgid(0, 0);
  (void)pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return Status::Ok();
}

}  // namespace paisql
