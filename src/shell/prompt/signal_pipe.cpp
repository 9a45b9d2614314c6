#include "shell/prompt/signal_pipe.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

namespace paisql::shell {

namespace {

// A signal handler has no argument of ours. The pipe is made once and stays.
std::atomic<int> write_end{-1};
std::atomic<int> read_end{-1};

void OnSignal(int number) {
  const int saved = errno;
  const char byte = static_cast<char>(number);
  // A full pipe already says what there is to say.
  [[maybe_unused]] const ssize_t written = write(write_end.load(), &byte, 1);
  errno = saved;
}

}  // namespace

SignalPipe::SignalPipe() {
  int ends[2];
  if (read_end.load() < 0 && pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0) {
    read_end = ends[0];
    write_end = ends[1];
  }
  struct sigaction action = {};
  action.sa_handler = OnSignal;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], &action, &before_[i]);
    // Whoever started us with a signal ignored (nohup) wants it ignored.
    if (before_[i].sa_handler == SIG_IGN) sigaction(kSignals[i], &before_[i], nullptr);
  }
}

SignalPipe::~SignalPipe() {
  for (size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
}

int SignalPipe::descriptor() const { return read_end.load(); }

int SignalPipe::Take() {
  char byte = 0;
  return read(read_end.load(), &byte, 1) == 1 ? byte : 0;
}

}  // namespace paisql::shell
