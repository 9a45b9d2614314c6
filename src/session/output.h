#pragma once

// The part of a Sink that every statement needs, and most need no more: it takes rows, answers,
// lines and warnings.

#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/engine.h"
#include "session/answer.h"
#include "variables/substitution.h"

namespace paisql::session {

struct DataFlow;

class Output {
 public:
  virtual ~Output() = default;

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
