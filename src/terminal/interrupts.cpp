#include "terminal/interrupts.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <termios.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <utility>

namespace paisql::terminal {

namespace {

// A signal handler has no argument of ours, so what it uses has to stand somewhere fixed.
std::atomic<int> interrupt_write_end{-1};
std::atomic<int> interrupt_read_end{-1};
// Ends the watcher, of which there is one at a time. It is made at the start: a program that may
// open no more files later could not end its thread.
std::atomic<int> watcher_stop{-1};
// The number of readers that will take an interrupt from the pipe.
std::atomic<int> keepers{0};
std::atomic<bool> left_to_others{false};
std::atomic<int> last_signal{SIGINT};
std::atomic<int> terminal{-1};  // what RememberTerminal was given
termios terminal_mode;          // its mode then; is not written to again
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may not wait for a lock");

void OnInterrupt(int signal_number) {
  if (signal_number == SIGINT && left_to_others.load()) return;
  last_signal = signal_number;
  if (keepers.load() == 0) EndInterrupted();
  const int saved = errno;
  const char byte = 'c';
  // A full pipe already says what there is to say.
  [[maybe_unused]] const ssize_t written = write(interrupt_write_end.load(), &byte, 1);
  errno = saved;
}

void OnBrokenPipe(int) {}

void Install(int signal_number, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  action.sa_flags = 0;
  sigaction(signal_number, &action, nullptr);
}

}  // namespace

bool InstallInterrupts() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return false;
  watcher_stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (watcher_stop < 0) return false;
  interrupt_read_end = ends[0];
  interrupt_write_end = ends[1];
  Install(SIGINT, OnInterrupt);
  Install(SIGPIPE, OnBrokenPipe);
  return true;
}

void InterruptOnTermination() {
  for (const int signal_number : {SIGTERM, SIGHUP}) {
    struct sigaction before = {};
    sigaction(signal_number, nullptr, &before);
    if (before.sa_handler != SIG_IGN) Install(signal_number, OnInterrupt);
  }
}

int InterruptStatus() { return 128 + last_signal.load(); }

void EndInterrupted() {
  const int descriptor = terminal.load();
  // A program in the background leaves the terminal to whom it belongs.
  if (descriptor >= 0 && tcgetpgrp(descriptor) == getpgrp()) {
    tcsetattr(descriptor, TCSANOW, &terminal_mode);
  }
  _exit(InterruptStatus());
}

void RememberTerminal(int descriptor) {
  if (terminal.load() < 0 && tcgetattr(descriptor, &terminal_mode) == 0) terminal = descriptor;
}

void LeaveInterrupts(bool to_others) { left_to_others = to_others; }

InterruptKeeper::InterruptKeeper() { ++keepers; }

InterruptKeeper::~InterruptKeeper() { --keepers; }

bool TakeInterrupt() {
  char bytes[64];
  bool any = false;
  while (read(interrupt_read_end.load(), bytes, sizeof bytes) > 0) any = true;
  return any;
}

bool WaitForInput(int descriptor) {
  pollfd waited[2] = {{descriptor, POLLIN, 0}, {interrupt_read_end.load(), POLLIN, 0}};
  while (true) {
    const int ready = poll(waited, 2, -1);
    if (ready < 0 && errno != EINTR) return true;
    if (ready > 0 && waited[1].revents != 0 && TakeInterrupt()) return false;
    if (ready > 0 && waited[0].revents != 0) return true;
  }
}

Arrival WaitForInputOr(int descriptor, int other) {
  pollfd waited[3] = {
      {descriptor, POLLIN, 0}, {interrupt_read_end.load(), POLLIN, 0}, {other, POLLIN, 0}};
  while (true) {
    const int ready = poll(waited, 3, -1);
    if (ready < 0 && errno != EINTR) return Arrival::kInput;
    if (ready <= 0) continue;
    if (waited[1].revents != 0 && TakeInterrupt()) return Arrival::kInterrupt;
    if (waited[2].revents != 0) return Arrival::kOther;
    if (waited[0].revents != 0) return Arrival::kInput;
  }
}

InterruptWatcher::InterruptWatcher(std::function<void()> on_interrupt) {
  thread_ = std::thread([on_interrupt = std::move(on_interrupt)] {
    // Every signal is left to the main thread: a handler that ran here would interrupt nobody's
    // system call.
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    pollfd waited[2] = {{watcher_stop.load(), POLLIN, 0}, {interrupt_read_end.load(), POLLIN, 0}};
    while (true) {
      const int ready = poll(waited, 2, -1);
      if (ready < 0 && errno != EINTR) return;
      if (ready > 0 && waited[0].revents != 0) return;
      if (ready > 0 && waited[1].revents != 0 && TakeInterrupt()) on_interrupt();
    }
  });
}

InterruptWatcher::~InterruptWatcher() {
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(watcher_stop.load(), &one, sizeof one);
  thread_.join();
  uint64_t taken = 0;
  [[maybe_unused]] const ssize_t got = read(watcher_stop.load(), &taken, sizeof taken);
}

}  // namespace paisql::terminal
