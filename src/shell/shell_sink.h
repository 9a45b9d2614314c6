#pragma once

// Where the shell's sessions answer: rows to standard output in the chosen format, everything else
// to standard error.

#include <memory>
#include <utility>

#include "session/sink.h"
#include "shell/flags.h"
#include "shell/jobs/job_display.h"
#include "shell/render/output.h"

namespace paisql::shell {

class ShellSink : public session::Sink {
 public:
  ShellSink(Format format, bool header);

  Status Rows(engine::ResultStream& rows) override;
  Status Show(const session::Answer& answer) override;
  void Message(std::string_view line) override;
  void JobOutput(std::string_view bytes) override;
  void BeginJob(const TimeZone& zone) override;
  void JobProgress(const training::JobProgress& progress) override;
  void EndJob(bool ended) override;
  std::optional<session::InterruptChoice> AskInterrupted(std::string_view id,
                                                         std::stop_token withdrawn) override;

  // Whether "OK" is said of a statement without an answer.
  void Done() override;
  void ShowDone(bool show) { shows_done_ = show; }
  // Whether a line was written since the last call. A bar that is drawn and taken away is none.
  bool TakeSpoken() { return std::exchange(spoken_, false); }

  int64_t row_count() const { return row_count_; }  // of the last query
  bool output_closed() const { return output_.closed(); }

 private:
  Format format_;
  bool header_;
  Output output_;
  int64_t row_count_ = 0;
  bool shows_done_ = true;
  bool spoken_ = false;
  std::unique_ptr<JobDisplay> display_;  // of the job that is followed
};

}  // namespace paisql::shell
