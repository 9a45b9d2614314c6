#pragma once

// Where the shell's sessions answer: rows to standard output in the chosen format, everything else
// to standard error.

#include <memory>

#include "messages/messages.h"
#include "session/sink.h"
#include "shell/flags.h"
#include "shell/jobs/job_display.h"
#include "shell/progress/statement_bar.h"
#include "shell/render/output.h"

namespace paisql::shell {

class ShellSink : public session::Sink {
 public:
  ShellSink(Format format, bool header);

  Status Rows(engine::ResultStream& rows) override;
  Status Show(const session::Answer& answer) override;
  void Message(std::string_view line) override;
  void Warning(const SourceRange& range, std::string_view text) override;
  void JobOutput(std::string_view bytes) override;
  void BeginJob(const TimeZone& zone) override;
  void JobProgress(const training::JobProgress& progress) override;
  void EndJob(bool ended) override;
  std::optional<session::InterruptChoice> AskInterrupted(std::string_view id,
                                                         std::stop_token withdrawn) override;

  // Of what is for people.
  void SetLanguage(messages::Language language) { language_ = language; }
  int columns() const override;

  // From now on a bar tells how far the running statement of the session is, where standard error
  // is a terminal. The session outlives the sink, and was made to tell.
  void ShowProgressOf(session::Session& session);
  StatementBar* bar() { return bar_.get(); }  // null: there is none
  bool Confirm(const session::Question& question, std::stop_token stop) override;

  int64_t row_count() const { return row_count_; }  // of the last query
  bool output_closed() const { return output_.closed(); }

 private:
  Format format_;
  bool header_;
  messages::Language language_ = messages::Language::kEnglish;
  Output output_;
  int64_t row_count_ = 0;
  std::unique_ptr<JobDisplay> display_;  // of the job that is followed
  std::unique_ptr<StatementBar> bar_;
};

}  // namespace paisql::shell
