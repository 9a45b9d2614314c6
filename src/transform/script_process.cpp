#include "transform/script_process.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>

namespace paisql::transform {

namespace {

constexpr size_t kReadBytes = 64 * 1024;

// A write to a script that reads no more is an error here and not a signal that ends the program,
// whatever the program does about the signal otherwise.
class NoBrokenPipeSignal {
 public:
  NoBrokenPipeSignal() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  ~NoBrokenPipeSignal() {
    const timespec now{};
    if (!was_pending_) sigtimedwait(&signal_, nullptr, &now);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoBrokenPipeSignal(const NoBrokenPipeSignal&) = delete;
  NoBrokenPipeSignal& operator=(const NoBrokenPipeSignal&) = delete;

 private:
  sigset_t signal_;
  sigset_t before_;
  bool was_pending_ = false;
};

bool WouldBlock(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

}  // namespace

Status ScriptProcess::Start(SpawnOptions options) {
  std::array<Descriptor, 3> theirs;
  for (size_t i = 0; i < theirs.size(); ++i) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return FileError("start", options.command[0], errno);
    const size_t ours = i == 0 ? 1 : 0;
    streams_[i] = Descriptor(ends[ours]);
    theirs[i] = Descriptor(ends[1 - ours]);
    options.streams[i] = theirs[i].get();
    fcntl(ends[ours], F_SETFL, fcntl(ends[ours], F_GETFL) | O_NONBLOCK);
  }
  PAISQL_ASSIGN(script_, ChildProcess::Start(options));
  for (const size_t stream : {1, 2}) {
    reads_[stream] = loop_.Add(streams_[stream].get(), EventLoop::Interest::kRead, {});
  }
  return Status::Ok();
}

Status ScriptProcess::Wait(bool to_write) {
  EventLoop::Watch input;
  if (to_write) input = loop_.Add(streams_[0].get(), EventLoop::Interest::kWrite, {});
  return loop_.Turn(kNever);
}

void ScriptProcess::Write(std::string_view& bytes) {
  if (!input_open() || bytes.empty()) return;
  const NoBrokenPipeSignal guard;
  const ssize_t count = write(streams_[0].get(), bytes.data(), bytes.size());
  if (count >= 0) {
    bytes.remove_prefix(static_cast<size_t>(count));
  } else if (!WouldBlock(errno)) {
    CloseInput();
  }
}

void ScriptProcess::Read(size_t stream, std::string& bytes) {
  if (!streams_[stream].open()) return;
  const size_t before = bytes.size();
  bytes.resize(before + kReadBytes);
  const ssize_t count = read(streams_[stream].get(), bytes.data() + before, kReadBytes);
  const int error = errno;
  bytes.resize(before + static_cast<size_t>(count > 0 ? count : 0));
  if (count == 0 || (count < 0 && !WouldBlock(error))) CloseAtEnd(stream);
}

void ScriptProcess::CloseAtEnd(size_t stream) {
  reads_[stream].End();
  streams_[stream].Close();
  // That the script has ended is news only when its output is at its end.
  if (!output_open()) {
    end_ = loop_.Add(script_.exit_descriptor(), EventLoop::Interest::kRead, {});
  }
}

}  // namespace paisql::transform
