#pragma once

// A run of statements for a program: one JSON object a line on standard output, and nothing else
// there (docs/scripts.md, "Event stream"). Each is written whole, so that a reader never waits for
// the rest of one.

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>

#include "script/reporter.h"
#include "session/sink.h"

namespace paisql::script {

class EventReporter : public Reporter, private session::Sink {
 public:
  explicit EventReporter(int descriptor) : descriptor_(descriptor) {}

  session::Sink& sink() override { return *this; }
  // A program that reads events wants all of them: one that goes is an error.
  bool output_closed() const override { return false; }
  bool output_failed() const override { return failed_.load(); }
  Status Accepts(const OutputRequest& request) const override;
  Status BeginAnswer(const syntax::StatementText& statement, const std::stop_token& stop) override;
  Status EndAnswer(bool, const std::stop_token&) override { return Status::Ok(); }
  void Started(const Program& program) override;
  void Begins(const Step& step, size_t total) override;
  void Done(const Step& step, size_t total, const session::Outcome& outcome,
            double seconds) override;
  void Failed(const Step& step, size_t total, const Error& error, double seconds,
              bool ran) override;
  void Doubt(const Step& step, const SourceRange& range, const std::string& text) override;
  void CannotRun(const Error& why) override { Failed(Nowhere(), 0, why, 0, false); }
  void NotOpened(const Error& why) override { CannotRun(why); }
  void Ended(const RunEnd& end) override;

 private:
  Status Rows(engine::ResultStream& rows) override;
  Status Show(const session::Answer& answer) override;
  void Message(std::string_view line) override;
  void Done() override {}  // the event of the statement's end says it
  void Warning(const SourceRange& range, std::string_view text) override;
  void JobOutput(std::string_view bytes) override;
  void JobProgress(const jobs::JobProgress& progress) override;

  // Whole characters of it; the rest waits for what comes after.
  void WriteOutput(std::string_view bytes, bool last);
  void WriteWarning(const Step& step, const SourceRange& range, std::string_view text);
  void WriteError(const Step& step, const Error& error);
  // kEnvironment, said once on standard error; nothing is written after what was cut.
  Status Write(const std::string& line, bool last = false);

  // The number of the running statement; 0 when none runs.
  size_t number() const { return step_ == nullptr ? 0 : step_->number; }

  int descriptor_;
  std::mutex mutex_;  // a job tells of itself from other threads
  std::atomic<bool> failed_{false};
  const Step* step_ = nullptr;  // that runs
  int64_t rows_ = 0;            // of its answer
  std::mutex output_mutex_;     // of the next
  std::string begun_;           // of its output, a character that has not come whole
  bool ended_ = false;          // the last event is out
};

}  // namespace paisql::script
