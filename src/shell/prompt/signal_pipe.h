#pragma once

// Signals that reach a prompt while it waits for a key: the terminal has another size, has gone,
// or is ours again after a stop. As long as one lives, these signals wait in a pipe.

#include <array>
#include <csignal>

namespace paisql::shell {

class SignalPipe {
 public:
  SignalPipe();
  ~SignalPipe();
  SignalPipe(const SignalPipe&) = delete;
  SignalPipe& operator=(const SignalPipe&) = delete;

  // Can be read when a signal waits; -1 when the system gave no pipe.
  int descriptor() const;
  // The next one, 0 when there is none.
  int Take();

 private:
  static constexpr std::array kSignals = {SIGWINCH, SIGCONT, SIGHUP, SIGTERM};
  std::array<struct sigaction, kSignals.size()> before_ = {};
};

}  // namespace paisql::shell
