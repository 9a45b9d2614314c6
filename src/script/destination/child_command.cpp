#include "script/destination/child_command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "base/files/umask.h"

extern char** environ;  // NOLINT: POSIX's own name

namespace paisql::script {

namespace {

constexpr int kSignalled = 128;

// The attributes for posix_spawn; freed with it.
class SpawnPlan {
 public:
  explicit SpawnPlan(int input) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
    posix_spawnattr_init(&attributes_);
    sigset_t signals;
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  int Run(std::string command, pid_t* pid) const {
    std::string shell = "sh";
    std::string option = "-c";
    const std::array<char*, 4> arguments = {shell.data(), option.data(), command.data(), nullptr};
    return posix_spawn(pid, "/bin/sh", &actions_, &attributes_, arguments.data(), environ);
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace

Result<std::unique_ptr<ChildCommand>> ChildCommand::Start(const std::string& command,
                                                          std::function<void()> on_end) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return FileError("start", command, errno);
  const Descriptor reading(ends[0]);
  Descriptor writing(ends[1]);
  pid_t pid = 0;
  // Our own umask keeps files private; what the command makes is the user's.
  const std::string text = fmt::format("umask {:04o}\n{}", UserUmask(), command);
  const int failure = SpawnPlan(reading.get()).Run(text, &pid);
  if (failure != 0) return FileError("start", command, failure);
  std::unique_ptr<ChildCommand> child(new ChildCommand(pid, std::move(writing), std::move(on_end)));
  return child;
}

ChildCommand::ChildCommand(pid_t pid, Descriptor input, std::function<void()> on_end)
    : pid_(pid), input_(std::move(input)) {
  thread_ = std::thread([this, on_end = std::move(on_end)] {
    // Signals are for the thread that runs statements.
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    siginfo_t info = {};
    while (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT) != 0 &&
           errno == EINTR) {
    }
    if (info.si_code == CLD_EXITED && CouldNotStart(info.si_status)) return;
    ended_ = true;
    if (!closing_.load()) on_end();
  });
}

ChildCommand::~ChildCommand() { Close(); }

int ChildCommand::Close(const std::stop_token& stop) {
  if (!thread_.joinable()) return status_;
  closing_ = true;
  input_.Close();
  {
    // It is not reaped before, so the number is nobody else's.
    const std::stop_callback end(stop, [this] { kill(pid_, SIGTERM); });
    thread_.join();
  }
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  status_ = WIFSIGNALED(status) ? kSignalled + WTERMSIG(status) : WEXITSTATUS(status);
  return status_;
}

bool CouldNotStart(int status) { return status == 126 || status == 127; }

}  // namespace paisql::script
