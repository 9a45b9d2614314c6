#pragma once

// Runs statements in order through a session, and stops at the first failure unless it is told to
// go on. The exit statuses of the program are made here.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "script/inputs.h"
#include "script/program.h"
#include "script/reporter.h"
#include "session/session.h"

namespace paisql::script {

inline constexpr int kExitDone = 0;
inline constexpr int kExitFailed = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitEnvironment = 3;
inline constexpr int kExitInterrupted = 130;

// The exit status that an error asks for.
int ExitStatusOf(const Error& error);

class Runner {
 public:
  struct Options {
    bool ends_program = true;  // Ctrl-C ends the program, not only what runs
    bool whole = false;        // the program has no statement after it
    // Statements come in pieces and are one run: their numbers go on, and EndStream is its end.
    bool stream = false;
    bool keep_going = false;
    size_t from = 1;  // the number of the first statement; of those before it only what sets state
  };
  // Both have to stay.
  Runner(session::Session& session, Reporter& reporter, Options options);

  // The exit status that the script asks for. `quit` is set when it said so.
  int Run(const Script& script, bool& quit);
  // Run for a text that nobody has typed: it is not the last text afterwards.
  int RunAside(const Script& script, bool& quit);
  // The text that Run or Remember got last, "" before.
  const std::string& last_text() const { return last_text_; }
  void Remember(std::string text) { last_text_ = std::move(text); }
  // So many statements and commands wait after the scripts to come; they are counted with those
  // that a failure leaves out.
  void SetBehind(size_t count) { behind_ = count; }
  // Says that those after have not run.
  void TellNotRun();
  // Waits; false once it is interrupted.
  bool PauseUntil(std::chrono::steady_clock::time_point time);
  // The same for statements that were split already.
  int RunStatements(std::vector<syntax::StatementText> statements, bool& quit);
  // The same of a file's statement that nobody has typed now: nothing is said of it but its answer
  // and what fails.
  int RunQuietly(syntax::StatementText statement, const std::string& file, bool& quit);
  // The same for a whole program, of which nothing is left after it.
  int RunProgram(Program& program, bool& quit);
  // Ends a stream between two of its pieces: it cannot be read on, or Ctrl-C was pressed.
  void CannotGoOn(const Error& why);
  void TellInterrupted();
  // Ends a stream; gives the program's exit status.
  int EndStream(int status);

  // Ctrl-C: ends the running statement and everything after it. Safe from any thread.
  void Interrupt();
  void ForgetInterrupt();
  // Ctrl-C that no statement takes stops it, until ForgetInterrupt: for a command's question.
  std::stop_token stop() const { return stop_.get_token(); }
  // Whether a failed statement stops those after it is asked when one has failed.
  bool KeepsGoing() const;
  bool interrupted() const { return interrupted_.load(); }

 private:
  // Builds the program with `add`, and runs it.
  int BuildAndRun(const std::function<void(ProgramBuilder&)>& add, bool& quit);
  void SetBuilding(bool building);
  int RunSteps(Program& program, bool& quit);
  int Stop(const Step& step, size_t not_run, int status);
  // That can be told of when its program has gone.
  const Step* Kept(const Step& step);
  // Tells how it went; gives the exit status.
  int TellEnd(int status);
  int RunOne(Step& step, bool& quit);
  Result<session::Outcome> Execute(const Step& step);
  // `named`: the statement with the ending as it is meant. `at_ending`: what failed is that.
  Result<session::Outcome> ExecuteInto(const Step& step, const syntax::StatementText& named,
                                       bool& at_ending);
  // Runs what sets state of the session and says nothing.
  int Repeat(Step& step);
  // Ends the program when the statement does not end although it has nothing to clear away.
  void EndReading();
  // The same, at once, while a program is built.
  void EndBuilding();
  [[noreturn]] void EndHere(const Step& step, const Error& error, bool ran);

  session::Session& session_;
  Reporter& reporter_;
  Options options_;
  std::atomic<bool> interrupted_{false};
  std::atomic<bool> asked_{false};  // and no running statement was told so far

  std::string last_text_;
  size_t behind_ = 0;
  // Guards what EndReading and EndBuilding read of what is going on.
  std::mutex mutex_;
  std::condition_variable ended_;
  bool building_ = false;
  const Step* running_ = nullptr;
  size_t total_ = 0;  // that is known of the program's statements; 0 of a stream's
  // The result of the run so far; for a stream, of all its pieces. It changes only between two
  // statements.
  RunEnd end_;
  size_t last_number_ = 0;  // of the program's, or of the piece's, statements
  std::deque<Step> kept_;   // of a stream, those that failed
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex pause_mutex_;
  std::condition_variable pause_end_;
  std::stop_source stop_;  // replaced only while nobody waits for Ctrl-C
};

}  // namespace paisql::script
