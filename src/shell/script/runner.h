#pragma once

// Runs a script's statements in order through a session and stops at the first failure. The exit
// statuses of the program are made here.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "session/session.h"
#include "shell/script/inputs.h"
#include "shell/shell_sink.h"

namespace paisql::shell {

inline constexpr int kExitDone = 0;
inline constexpr int kExitFailed = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitEnvironment = 3;
inline constexpr int kExitInterrupted = 130;

class Runner {
 public:
  // At a prompt a failed statement is shown with its place, and timings are printed.
  Runner(session::Session& session, ShellSink& sink, bool interactive);

  // The exit status that the script asks for. `quit` is set when it said so.
  int Run(const Script& script, bool& quit);
  // The same for statements that were split already, and that the session may have been told to
  // expect; `source` as in Script.
  int RunStatements(std::span<const syntax::StatementText> statements, const std::string& source,
                    bool& quit);

  // Run for a text that nobody has typed: it is not the last text afterwards.
  int RunAside(const Script& script, bool& quit);
  // What Run was last given, "" before.
  const std::string& last_text() const { return last_text_; }
  // Waits; false once it is interrupted.
  bool PauseUntil(std::chrono::steady_clock::time_point time);

  // Ctrl-C: ends the running statement and everything behind it. Safe from any thread.
  void Interrupt();
  void ForgetInterrupt() { interrupted_ = false; }
  bool interrupted() const { return interrupted_.load(); }

 private:
  Result<session::Outcome> Execute(const syntax::StatementText& statement);
  void TellResult(bool query, std::chrono::nanoseconds took) const;
  int RunOne(const syntax::StatementText& statement, const std::string& source, bool& quit);

  session::Session& session_;
  ShellSink& sink_;
  bool interactive_;
  std::atomic<bool> interrupted_{false};
  std::string last_text_;
  std::mutex pause_mutex_;
  std::condition_variable pause_end_;
};

}  // namespace paisql::shell
