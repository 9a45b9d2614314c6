#include "base/process/limited_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/events/event_loop.h"
#include "base/events/event_sources.h"
#include "base/process/child_process.h"
#include "base/system/clock.h"

namespace paisql {

namespace {

constexpr size_t kMostBytes = 1UL << 16;

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
  PAISQL_ASSIGN(ChildProcess child, ChildProcess::Start(options));
  says.Close();
  const std::stop_callback wake(stop, [&bell] { bell.Ring(); });
  LimitedAnswer answer;
  EventLoop loop;
  const auto hear =
      loop.Add(said.get(), EventLoop::Interest::kRead, [&] { Drain(said.get(), &answer.said); });
  bool ended = false;
  const auto end =
      loop.Add(child.exit_descriptor(), EventLoop::Interest::kRead, [&ended] { ended = true; });
  const auto stopped = loop.Add(bell.descriptor(), EventLoop::Interest::kRead, {});
  const int64_t deadline = start + limit_ms;
  while (!ended && !stop.stop_requested() && SteadyMs() < deadline) {
    PAISQL_TRY(loop.Turn(deadline));
  }
  answer.took_ms = SteadyMs() - start;
  answer.in_time = ended;
  if (!ended) child.Kill();
  const int status = child.Wait();
  if (ended && WIFEXITED(status)) answer.status = WEXITSTATUS(status);
  Drain(said.get(), &answer.said);
  return answer;
}

}  // namespace paisql
