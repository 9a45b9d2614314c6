#pragma once

// Where a session's answers go. The shell prints them; a server or a workflow can do something else
// with them. A Sink is called from the thread that runs the statement.

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/engine.h"
#include "jobs/service/job_service.h"
#include "jobs/spec/job_progress.h"
#include "session/data_flow.h"
#include "types/time/zone.h"
#include "variables/substitution.h"

namespace paisql::session {

// The answer of SHOW, LIST, DESC and EXPLAIN: the same facts as rows for tools and laid out for
// people.
struct Answer {
  std::vector<std::string> columns;
  std::vector<std::vector<std::optional<std::string>>> rows;
  std::string text;  // whole lines, each ended by a newline
};

// A statement's question before it takes something away.
struct Question {
  std::string text;  // "DROP TABLE t loses 3 partitions with 1.2 M rows. Go on?"
};

// The user's choice for a job that is followed when Ctrl-C was pressed.
enum class InterruptChoice { kKill, kBackground, kContinue };

class Sink {
 public:
  virtual ~Sink() = default;

  // A query's rows; the sink reads the stream to its end. An error stops the statement.
  virtual Status Rows(engine::ResultStream& rows) = 0;
  // Before Rows: the query itself says how many rows it wants, so none of them is left out.
  virtual void WantsAllRows() {}
  virtual Status Show(const Answer& answer) = 0;
  // How many columns of a terminal Show's text for people has; 0: it is as wide as it wants to be.
  virtual int columns() const { return 0; }
  // A line for people (no data): a warning, "ID = …".
  virtual void Message(std::string_view line) = 0;
  // A statement without an answer has done what it says.
  virtual void Done() { Message("OK"); }
  // "WARNING:[1,48]  implicit conversion …", as a message unless the sink keeps it apart.
  // The range counts in the user's text.
  virtual void Warning(const SourceRange& range, std::string_view text);
  // The same of a range of the text that runs, in which variables have been put.
  void Warn(const SourceRange& range, std::string_view text) {
    if (made_ == nullptr) return Warning(range, text);
    Warning(made_->places.ToUser(range), made_->secrets.Mask(text));
  }
  // Sets the substitution by which Warn finds places and hides secrets. Null, as at the begin,
  // means that the two texts are one. It outlives its use.
  void UseSubstitution(const variables::Substituted* made) { made_ = made; }
  // Reports what a check cannot know: only running the statements tells.
  virtual void Unknown(const SourceRange& range, std::string_view text) { Warning(range, text); }
  // The same of a range of the text that runs.
  void TellUnknown(const SourceRange& range, std::string_view text) {
    if (made_ == nullptr) return Unknown(range, text);
    Unknown(made_->places.ToUser(range), made_->secrets.Mask(text));
  }
  // Whether Flow is to be told, of statements that are only checked, what each would read and
  // write: once for each plan, so that a statement that writes several tables tells it of each.
  virtual bool WantsFlow() const { return false; }
  virtual void Flow(const DataFlow& /*flow*/) {}
  // Takes the output of a job's processes and of the scripts of TRANSFORM, as it comes.
  virtual void JobOutput(std::string_view bytes) = 0;

  // A job is followed from BeginJob to EndJob; `ended` is false when the job goes on without being
  // followed. In between come its output, at each change how its processes are, and questions.
  // Times of day are shown in `zone`, the session's, as in the answers of SHOW and DESC.
  virtual void BeginJob(const TimeZone& /*zone*/) {}
  virtual void JobProgress(const jobs::JobProgress&) {}
  virtual void EndJob(bool /*ended*/) {}
  // Ctrl-C at a prompt: what is to become of the job? The question is withdrawn, and needs no
  // answer any more, when the job ends or Ctrl-C is pressed again.
  virtual std::optional<InterruptChoice> AskInterrupted(std::string_view /*id*/,
                                                        std::stop_token /*withdrawn*/) {
    return InterruptChoice::kBackground;
  }
  // Whether the statement is to go on. Asked only in an interactive session; whoever cannot ask
  // says no. Ctrl-C, which ends `stop`, means no.
  virtual bool Confirm(const Question& /*question*/, std::stop_token /*stop*/) { return false; }

 private:
  const variables::Substituted* made_ = nullptr;
};

// An answer's rows as a stream of STRING columns, so that one renderer prints both.
class AnswerStream : public engine::ResultStream {
 public:
  // The answer has to stay.
  explicit AnswerStream(const Answer& answer);
  const std::vector<engine::ResultColumn>& columns() const override { return columns_; }
  Result<engine::Batch> Next() override;

 private:
  const Answer& answer_;
  std::vector<engine::ResultColumn> columns_;
  bool delivered_ = false;
};

}  // namespace paisql::session
