#pragma once

// A run of statements for people: errors with their places, what each statement took, and how a
// run that has stopped is resumed. All of it on standard error.

#include <functional>
#include <string>

#include "script/reporter.h"
#include "script/shell_sink.h"

namespace paisql::script {

struct TextStyle {
  bool interactive = false;  // at a prompt: timings and rows of each statement
  bool announce = false;     // "[4/17] job.sql:31 INSERT … 2.3 s, 1.2 M rows"
  bool echo = false;         // a statement's whole text before it runs
  // The command that goes on with the statement; "" when there is none.
  std::function<std::string(const Step&)> resume = {};
  bool resume_hides = false;  // secrets of that command, which is said
};

// "[4/17] job.sql:31 INSERT OVERWRITE TABLE …"
std::string Announcement(const Step& step, size_t total, int columns);

class TextReporter : public Reporter {
 public:
  // The sink has to stay.
  TextReporter(ShellSink& sink, TextStyle style);

  session::Sink& sink() override { return sink_; }
  bool output_closed() const override { return sink_.output_closed(); }
  Status BeginAnswer(const syntax::StatementText& statement, const std::stop_token& stop) override;
  Status EndAnswer(bool succeeded, const std::stop_token& stop) override;
  bool target_failed() const override { return sink_.target_failed(); }
  bool reader_left() const override { return sink_.reader_left(); }
  void Interrupted() override;
  void BeQuiet(bool quiet) override { quiet_ = quiet; }
  void Begins(const Step& step, size_t total) override;
  void Done(const Step& step, size_t total, const session::Outcome& outcome,
            double seconds) override;
  void Declined(const Step& step, size_t total, const std::string& line) override;
  void Failed(const Step& step, size_t total, const Error& error, double seconds,
              bool ran) override;
  void Doubt(const Step& step, const SourceRange& range, const std::string& text) override;
  void CannotRun(const Error& why) override;
  void NotOpened(const Error& why) override;
  void Ended(const RunEnd& end) override;

 private:
  void TellResult(const session::Outcome& outcome, double seconds) const;
  // The announcement with what it came to, in its own line above or in a new one.
  void Complete(const Step& step, size_t total, const std::string& result);

  ShellSink& sink_;
  TextStyle style_;
  bool quiet_ = false;
  bool open_ = false;  // the announcement stands on the terminal, and nothing after it
};

}  // namespace paisql::script
