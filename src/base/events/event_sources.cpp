#include "base/events/event_sources.h"

#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>

namespace paisql {

namespace {

sigset_t SetOf(std::initializer_list<int> numbers) {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : numbers) sigaddset(&signals, number);
  return signals;
}

}  // namespace

void BlockSignals(std::initializer_list<int> numbers) {
  const sigset_t signals = SetOf(numbers);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

Result<SignalSource> SignalSource::Open(std::initializer_list<int> numbers) {
  const sigset_t signals = SetOf(numbers);
  Descriptor descriptor(signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!descriptor.open()) return FileError("watch", "signals", errno);
  return SignalSource(std::move(descriptor));
}

std::vector<int> SignalSource::Take() {
  std::vector<int> taken;
  signalfd_siginfo info{};
  while (read(descriptor_.get(), &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
    taken.push_back(static_cast<int>(info.ssi_signo));
  }
  return taken;
}

Result<Bell> Bell::Make() {
  Descriptor descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!descriptor.open()) return FileError("make", "a bell between threads", errno);
  return Bell(std::move(descriptor));
}

void Bell::Ring() const {
  const uint64_t one = 1;
  (void)!write(descriptor_.get(), &one, sizeof one);
}

void Bell::Silence() const {
  uint64_t rung = 0;
  (void)!read(descriptor_.get(), &rung, sizeof rung);
}

}  // namespace paisql
