#include "serving/processor/processor_process.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "base/system/clock.h"

namespace paisql::serving {

namespace {

// How the process has ended, for people.
std::string EndOf(int status) {
  if (WIFSIGNALED(status)) return SignalName(WTERMSIG(status));
  return "exit status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

Result<std::unique_ptr<ProcessorProcess>> ProcessorProcess::Start(const SpawnOptions& command,
                                                                  EventLoop& loop,
                                                                  const Events& events) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return FileError("start", command.command[0], errno);
  }
  Descriptor ours(ends[0]);
  const Descriptor theirs(ends[1]);
  SpawnOptions options = command;
  options.streams = {-1, STDERR_FILENO, STDERR_FILENO};
  options.inherited = {theirs.get()};
  options.dies_with_caller = true;
  PAISQL_ASSIGN(const pid_t pid, Spawn(options));
  std::unique_ptr<ProcessorProcess> made(new ProcessorProcess(pid, std::move(ours), loop, events));
  return made;
}

ProcessorProcess::ProcessorProcess(pid_t pid, Descriptor socket, EventLoop& loop, Events events)
    : pid_(pid),
      socket_(std::move(socket)),
      exit_(WatchProcess(IdentityOf(pid))),
      loop_(loop),
      events_(std::move(events)) {
  readable_ = loop_.Add(socket_.get(), EventLoop::Interest::kRead, [this] { Read(); });
  gone_ = loop_.Add(exit_.get(), EventLoop::Interest::kRead, [this] { Kill(); });
}

ProcessorProcess::~ProcessorProcess() {
  Kill();
  if (ended_) return;
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void ProcessorProcess::Kill() const {
  if (ended_) return;
  // What it has started may hold the socket, whose end is the sign of the process's end.
  kill(-pid_, SIGKILL);
}

void ProcessorProcess::Send(uint32_t code, uint64_t number, std::string_view payload) {
  unsent_ += WriteFrame(code, number, payload);
  Write();
}

void ProcessorProcess::Write() {
  while (sent_ < unsent_.size()) {
    const ssize_t count = send(socket_.get(), unsent_.data() + sent_, unsent_.size() - sent_,
                               MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) {
      writable_ = loop_.Add(socket_.get(), EventLoop::Interest::kWrite, [this] { Write(); });
      return;
    }
    if (count < 0) break;  // it has ended, which reading tells
    sent_ += static_cast<size_t>(count);
  }
  unsent_.clear();
  sent_ = 0;
  writable_ = {};
}

void ProcessorProcess::Read() {
  std::array<char, 1 << 16> buffer;
  const ssize_t count = recv(socket_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count <= 0) return End();
  frames_.Add({buffer.data(), static_cast<size_t>(count)});
  while (std::optional<Frame> frame = frames_.Next()) events_.frame(*std::move(frame));
  if (frames_.damaged()) End();
}

void ProcessorProcess::End() {
  readable_ = {};
  gone_ = {};
  writable_ = {};
  // One that has closed its socket has given up, and may hang in its end.
  constexpr int64_t kTimeToEndMs = 200;
  if (!exit_.open() || !AwaitReadable(exit_.get(), SteadyMs() + kTimeToEndMs)) Kill();
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  kill(-pid_, SIGKILL);  // what it has left running
  ended_ = true;
  events_.end(EndOf(status));
}

}  // namespace paisql::serving
