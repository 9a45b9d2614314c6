#pragma once

// Ctrl-C as something to wait for. A signal handler may do next to nothing, so it writes one byte
// into a pipe; whoever waits reads the pipe. Where nobody ever would, while the session is opened
// or closed, Ctrl-C ends the program at once: what it leaves on the disk is what a kill leaves,
// which the next session clears away.

#include <functional>
#include <thread>

namespace paisql::terminal {

// Installs the handlers: SIGINT writes into the pipe; SIGPIPE does nothing, so that a write to a
// closed pipe is an error instead of a death. Handlers, unlike ignored signals, are not inherited
// by the programs that we start. False when the system gives no descriptors.
bool InstallInterrupts();

// From here what a scheduler and a closed terminal send (SIGTERM, SIGHUP) is like Ctrl-C. One that
// the program was started to ignore, as nohup does, stays ignored.
void InterruptOnTermination();

// 128 and the number of the signal that came last; 130 for Ctrl-C, and when none came.
int InterruptStatus();

// Ends the program with that status. Also for a signal handler.
[[noreturn]] void EndInterrupted();

// EndInterrupted gives the terminal back as it is now. For whoever changes its mode later.
void RememberTerminal(int descriptor);

// Somebody else has the terminal from now on, or gives it back: a Ctrl-C that is pressed meanwhile
// is theirs. It counts when it is pressed, not when somebody comes to look at it. Safe from any
// thread.
void LeaveInterrupts(bool to_others);

// As long as one lives, Ctrl-C waits in the pipe until somebody takes it.
class InterruptKeeper {
 public:
  InterruptKeeper();
  ~InterruptKeeper();
  InterruptKeeper(const InterruptKeeper&) = delete;
  InterruptKeeper& operator=(const InterruptKeeper&) = delete;
};

// As long as it lives, somebody else has the terminal, such as an editor.
class TerminalLoan {
 public:
  TerminalLoan() { LeaveInterrupts(true); }
  ~TerminalLoan() { LeaveInterrupts(false); }
  TerminalLoan(const TerminalLoan&) = delete;
  TerminalLoan& operator=(const TerminalLoan&) = delete;
};

// Forgets interrupts that nobody has taken; true when there was one.
bool TakeInterrupt();

// Waits until the descriptor can be read (true) or Ctrl-C is pressed (false, and the interrupt is
// taken).
bool WaitForInput(int descriptor);

// The same for whoever waits for something else, too; of several things the first of these.
enum class Arrival { kInterrupt, kOther, kInput };
Arrival WaitForInputOr(int descriptor, int other);

// Calls a function for every Ctrl-C as long as it lives, from a thread of its own. There may be one
// at a time, after InstallInterrupts; std::system_error when the system starts no thread.
class InterruptWatcher {
 public:
  explicit InterruptWatcher(std::function<void()> on_interrupt);
  ~InterruptWatcher();
  InterruptWatcher(const InterruptWatcher&) = delete;
  InterruptWatcher& operator=(const InterruptWatcher&) = delete;

 private:
  InterruptKeeper keeper_;
  std::thread thread_;
};

}  // namespace paisql::terminal
