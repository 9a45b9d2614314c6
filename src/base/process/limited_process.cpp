#include "base/process/limited_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include "base/events/event_loop.h"
#include "base/events/event_sources.h"
#include "base/system/clock.h"

namespace paisql {

namespace {

constexpr size_t kMostBytes = 1UL << 16;

// A program with all that it starts: they share a process group, and end together.
class Child {
 public:
  explicit Child(pid_t pid) : pid_(pid), watch_(WatchProcess(IdentityOf(pid))) {}
  ~Child() { Kill(); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  int watch() const { return watch_.get(); }

  // The status of one that ends by itself, which it does at once; -1 for a signal.
  int Wait() {
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    kill(-pid_, SIGKILL);  // what it left running
    pid_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  void Kill() {
    if (pid_ <= 0) return;
    kill(-pid_, SIGKILL);
    Wait();
  }

 private:
  pid_t pid_;
  Descriptor watch_;
};

// Takes what has been said so far.
void Drain(int descriptor, std::string* said) {
  std::array<char, 4096> buffer{};
  while (true) {
    const ssize_t count = read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    said->append(buffer.data(), std::min(static_cast<size_t>(count), kMostBytes - said->size()));
  }
}

}  // namespace

Result<LimitedAnswer> RunLimited(SpawnOptions options, int64_t limit_ms,
                                 const std::stop_token& stop) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
    return FileError("start", options.command[0], errno);
  }
  const Descriptor said(ends[0]);
  Descriptor says(ends[1]);
  PAISQL_ASSIGN(const Bell bell, Bell::Make());
  // The program's end blocks, as programs expect it.
  fcntl(says.get(), F_SETFL, 0);
  options.streams = {-1, says.get(), says.get()};
  options.dies_with_caller = true;
  const int64_t start = SteadyMs();
  PAISQL_ASSIGN(const pid_t pid, Spawn(options));
  says.Close();
  Child child(pid);
  const std::stop_callback wake(stop, [&bell] { bell.Ring(); });
  LimitedAnswer answer;
  EventLoop loop;
  const auto hear =
      loop.Add(said.get(), EventLoop::Interest::kRead, [&] { Drain(said.get(), &answer.said); });
  bool ended = !(child.watch() >= 0);
  const auto end = loop.Add(child.watch(), EventLoop::Interest::kRead, [&ended] { ended = true; });
  const auto stopped = loop.Add(bell.descriptor(), EventLoop::Interest::kRead, {});
  const int64_t deadline = start + limit_ms;
  while (!ended && !stop.stop_requested() && SteadyMs() < deadline) {
    PAISQL_TRY(loop.Turn(deadline));
  }
  answer.took_ms = SteadyMs() - start;
  answer.in_time = ended;
  if (ended) {
    answer.status = child.Wait();
  } else {
    child.Kill();
  }
  Drain(said.get(), &answer.said);
  return answer;
}

}  // namespace paisql
