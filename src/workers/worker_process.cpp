#include "workers/worker_process.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "base/system/clock.h"

namespace paisql::workers {

Result<std::unique_ptr<WorkerProcess>> WorkerProcess::Start(const WorkerCommand& command) {
  const int type = command.messages ? SOCK_SEQPACKET : SOCK_STREAM;
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return FileError("start", command.spawn.command[0], errno);
  }
  Descriptor ours(ends[0]);
  Descriptor theirs(ends[1]);
  SpawnOptions options = command.spawn;
  const int errors = command.errors_to_log ? -1 : STDERR_FILENO;
  options.streams = {-1, errors, errors};
  options.inherited = {theirs.get()};
  options.dies_with_caller = true;
  PAISQL_ASSIGN(ChildProcess process, ChildProcess::Start(options));
  if (!command.messages) theirs.Close();
  std::unique_ptr<WorkerProcess> made(new WorkerProcess(std::move(process), std::move(ours)));
  made->theirs_ = std::move(theirs);
  return made;
}

void WorkerProcess::Listen(EventLoop& loop, WorkerEvents events) {
  loop_ = &loop;
  events_ = std::make_shared<WorkerEvents>(std::move(events));
  readable_ = loop.Add(socket_.get(), EventLoop::Interest::kRead, [this] {
    if (TakeBytes() == Taken::kEnd) End();
  });
  // Children of the process may hold the socket open, so its end may never come.
  gone_ = loop.Add(process_.exit_descriptor(), EventLoop::Interest::kRead, [this] {
    Taken taken = Taken::kSome;
    while (taken == Taken::kSome) taken = TakeBytes();
    if (taken != Taken::kDestroyed) End();
  });
  Write();
}

void WorkerProcess::Send(const Frame& frame) {
  unsent_.push_back(WriteFrame(frame));
  if (unsent_.size() == 1) Write();
}

void WorkerProcess::Write() {
  while (!unsent_.empty()) {
    const std::string& first = unsent_.front();
    const ssize_t count = send(socket_.get(), first.data() + sent_, first.size() - sent_,
                               MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) {
      if (loop_ == nullptr) return;  // Listen goes on
      writable_ = loop_->Add(socket_.get(), EventLoop::Interest::kWrite, [this] { Write(); });
      return;
    }
    if (count < 0) unsent_.clear();  // it has ended, which reading finds out
    sent_ = count < 0 ? 0 : sent_ + static_cast<size_t>(count);
    if (unsent_.empty() || sent_ < first.size()) continue;
    unsent_.pop_front();
    sent_ = 0;
  }
  writable_ = {};
}

WorkerProcess::Taken WorkerProcess::TakeBytes() {
  std::array<char, kMostMessageBytes> buffer;
  ssize_t count = 0;
  do {
    count = recv(socket_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  } while (count < 0 && errno == EINTR);
  if (count < 0 && errno == EAGAIN) return Taken::kNothing;
  if (count <= 0) return Taken::kEnd;
  frames_.Add({buffer.data(), static_cast<size_t>(count)});
  const std::weak_ptr<const bool> lives = lives_;
  const std::shared_ptr<const WorkerEvents> events = events_;
  while (std::optional<Frame> frame = frames_.Next()) {
    events->frame(*std::move(frame));
    if (lives.expired()) return Taken::kDestroyed;
  }
  return frames_.damaged() ? Taken::kEnd : Taken::kSome;
}

void WorkerProcess::End() {
  readable_ = {};
  gone_ = {};
  writable_ = {};
  // One that has closed its socket has given up, and may hang in its end.
  constexpr int64_t kTimeToEndMs = 200;
  if (!AwaitReadable(process_.exit_descriptor(), SteadyMs() + kTimeToEndMs)) Kill();
  const std::string how = EndText(process_.Wait());
  const std::shared_ptr<const WorkerEvents> events = events_;
  events->end(how);
}

std::vector<Frame> WorkerProcess::TakeBack() {
  FrameReader reader;
  std::array<char, kMostMessageBytes> buffer;
  while (true) {
    const ssize_t count = recv(theirs_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    reader.Add({buffer.data(), static_cast<size_t>(count)});
  }
  for (const std::string& unsent : std::exchange(unsent_, {})) reader.Add(unsent);
  writable_ = {};
  std::vector<Frame> frames;
  while (std::optional<Frame> frame = reader.Next()) frames.push_back(*std::move(frame));
  return frames;
}

void WorkerProcess::EndSoon() {
  readable_ = {};
  gone_ = {};
  writable_ = {};
  socket_.Close();
  theirs_.Close();
}

void WorkerProcess::Wait() {
  EndSoon();
  if (process_.running()) process_.Wait();
}

}  // namespace paisql::workers
