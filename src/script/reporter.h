#pragma once

// Reports how a run of statements goes: to people by lines on standard error, or to a program by
// events on standard output. The runner calls it between statements; while one runs, its answers
// go to sink().
//
// Failed and Ended may be called from another thread than the one that runs the statement, and
// then the program ends right after them.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "script/program.h"
#include "session/session.h"

namespace paisql::script {

// The result of a run.
struct RunEnd {
  int status = 0;
  size_t total = 0;  // statements that were to run; 0 when nobody knows
  size_t done = 0;
  size_t failures = 0;               // statements that failed, or were found to be wrong before
  std::vector<const Step*> failed;   // those that ran, when several may be
  size_t not_run = 0;                // statements that were known, and nobody has begun
  const Step* stopped_at = nullptr;  // the one from which the run can be resumed
  bool resumable = true;             // by --from, if it has stopped
  double seconds = 0;
};

class Reporter {
 public:
  virtual ~Reporter() = default;

  virtual session::Sink& sink() = 0;
  // Whoever reads the output has enough of it.
  virtual bool output_closed() const = 0;
  // Nobody is told any more, which is an error: nothing runs after it. It has been said.
  virtual bool output_failed() const { return false; }
  // Whether the end of a statement may ask for that.
  virtual Status Accepts(const OutputRequest& /*request*/) const { return Status::Ok(); }

  // Where the answer of the statement goes, as its end asks for (\g > file), from here to
  // EndAnswer. An error before the statement runs. `stop` here and there: nobody is waited for any
  // longer, such as the reader of a FIFO or the end of a command.
  virtual Status BeginAnswer(const syntax::StatementText& statement,
                             const std::stop_token& stop) = 0;
  // `succeeded`: the statement. What it wrote gets its place, or is dropped.
  virtual Status EndAnswer(bool succeeded, const std::stop_token& stop) = 0;
  // Between the two: what the statement's end asks for could not be written.
  virtual bool target_failed() const { return false; }
  // Whoever read the last statement's answer had seen enough of it.
  virtual bool reader_left() const { return false; }
  // Ctrl-C was pressed. Called from another thread.
  virtual void Interrupted() {}

  // From here on nothing is told of statements that succeed.
  virtual void BeQuiet(bool /*quiet*/) {}
  virtual void Started(const Program& /*program*/) {}
  // The statement begins, as one of `total`; 0 when nobody knows.
  virtual void Begins(const Step& /*step*/, size_t /*total*/) {}
  virtual void Done(const Step& step, size_t total, const session::Outcome& outcome,
                    double seconds) = 0;
  // A question was answered with no: the statement has done nothing, which is not an error.
  virtual void Declined(const Step& /*step*/, size_t /*total*/, const std::string& /*line*/) {}
  // `ran` is false of what was found before anything ran.
  virtual void Failed(const Step& step, size_t total, const Error& error, double seconds,
                      bool ran) = 0;
  // Reports what a check cannot know before anything runs.
  virtual void Doubt(const Step& step, const SourceRange& range, const std::string& text) = 0;
  // The run ends, or never begins, without fault of a statement.
  virtual void CannotRun(const Error& why) = 0;
  // The same when there is no session.
  virtual void NotOpened(const Error& why) = 0;
  virtual void Ended(const RunEnd& /*end*/) {}
};

// Where no statement is.
inline Step Nowhere() {
  Step nowhere;
  nowhere.source = std::make_shared<const Source>();
  return nowhere;
}

inline Error Interrupted(std::string detail) {
  return {ErrorCode::kInstanceCancelled, std::move(detail), {}, ""};
}

}  // namespace paisql::script
