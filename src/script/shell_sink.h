#pragma once

// Where the shell's sessions answer: rows in the chosen format to standard output, to a pager of
// its terminal, or to where the statement's end says (\g > file); everything else to standard
// error.

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "messages/messages.h"
#include "render/output.h"
#include "render/renderer.h"
#include "script/destination/output_request.h"
#include "script/destination/paged_output.h"
#include "script/progress/job_display.h"
#include "script/progress/statement_bar.h"
#include "session/session.h"
#include "session/sink.h"

namespace paisql::script {

struct SinkOptions {
  // Until SET paisql.format; none: auto at a prompt on a terminal, else table.
  std::optional<render::Format> format;
  bool header = true;
  bool prompt = false;  // somebody sits there: long results are cut and paged
  messages::Language language = messages::Language::kEnglish;  // while there is no session
};

class ShellSink : public session::Sink {
 public:
  explicit ShellSink(const SinkOptions& options);

  // Before the first statement. The session, which says how rows are to be shown, stays as long as
  // statements run. Where standard error is a terminal, a bar tells from now on how far they are,
  // if the session was made to tell.
  void Attach(session::Session& session);

  Status Rows(engine::ResultStream& result) override;
  void WantsAllRows() override { all_rows_ = true; }
  Status Show(const session::Answer& answer) override;
  void Message(std::string_view line) override;
  void Warning(const SourceRange& range, std::string_view text) override;
  void JobOutput(std::string_view bytes) override;
  void BeginJob(const TimeZone& zone) override;
  void JobProgress(const jobs::JobProgress& progress) override;
  void EndJob(bool ended) override;
  std::optional<session::InterruptChoice> AskInterrupted(std::string_view id,
                                                         std::stop_token withdrawn) override;

  // The language of texts for people.
  messages::Language language() const;
  int columns() const override;
  StatementBar* bar() { return bar_.get(); }  // null: there is none
  bool Confirm(const session::Question& question, std::stop_token stop) override;

  // For one statement, from here to EndStatement. A file that cannot be written is an error before
  // the statement runs. `stop` as Reporter::BeginAnswer has it.
  Status BeginStatement(const OutputRequest& request, const std::stop_token& stop);
  // `succeeded`: the statement. What it wrote gets its place, or is dropped.
  Status EndStatement(bool succeeded, const std::stop_token& stop);

  // Until then: its target could not be opened, or not be written to.
  bool target_failed() const { return unopened_ || (target_ != nullptr && target_->failed()); }

  // Nobody can leave a pager as often as \watch would open one.
  void AllowPager(bool allow) { may_page_ = allow; }
  // The format that holds now, without what a single statement asks for.
  render::Format format() const;
  int64_t row_count() const { return row_count_; }  // shown of the last query
  // There are rows after them, or may be: the prompt shows no more, or nobody waited for them.
  bool more_rows() const { return more_rows_; }
  // Whether "OK" is said of a statement without an answer.
  void Done() override;
  void ShowDone(bool show) { shows_done_ = show; }
  // Whether a line was written since the last call. A bar that is drawn and taken away does not
  // count.
  bool TakeSpoken() { return std::exchange(spoken_, false); }
  bool output_closed() const { return output_.closed(); }
  // The pager or command that read the last statement's rows had seen enough.
  bool reader_left() const { return reader_left_; }
  // How long the last statement waited for somebody who read in a pager.
  std::chrono::nanoseconds waited() const { return waited_; }

 private:
  // How and where the next answer is shown.
  struct View {
    render::Format format = render::Format::kTable;
    render::RenderStyle style;
    int64_t limit = 0;  // of rows
    bool on_screen = false;
  };

  View CurrentView() const;
  Status Show(engine::ResultStream& rows, const View& view, int64_t limit);
  render::Expanded CurrentExpanded() const;
  int64_t RowLimit() const;
  bool ShowsTypes() const;
  bool to_terminal() const { return terminal_ && request_.target == TargetKind::kNone; }
  // `wraps` as PagedOutput has it.
  Result<render::Output*> Open(const View& view, bool wraps);
  std::unique_ptr<PagedOutput> MakePaged(const terminal::Screen& screen, bool wraps);
  Status Close(render::Output& output, bool succeeded);

  session::Session* session_ = nullptr;  // null: nothing runs yet
  SinkOptions options_;
  bool terminal_;  // standard output is one
  terminal::Charset charset_;
  render::Output output_;  // standard output
  OutputRequest request_;
  std::unique_ptr<render::Output> target_;  // of the request
  bool unopened_ = false;                   // the request's command does not start
  bool answered_ = false;                   // something went to it
  std::unique_ptr<PagedOutput> paged_;
  std::string broken_pager_;  // that could not be started
  bool may_page_ = true;
  int64_t row_count_ = 0;
  bool more_rows_ = false;
  bool all_rows_ = false;  // of the next query: it says itself how many it wants
  bool reader_left_ = false;
  std::chrono::nanoseconds waited_{0};
  bool shows_done_ = true;
  bool spoken_ = false;
  std::unique_ptr<JobDisplay> display_;  // of the job that is followed
  std::unique_ptr<StatementBar> bar_;
};

}  // namespace paisql::script
