#include "script/shell_sink.h"

#include <unistd.h>

#include <utility>

#include "base/display/columns.h"
#include "base/files/files.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "script/destination/targets.h"
#include "terminal/interrupts.h"
#include "terminal/line_answer.h"
#include "terminal/single_key.h"
#include "terminal/terminal.h"

namespace paisql::script {

ShellSink::ShellSink(const SinkOptions& options)
    : options_(options),
      terminal_(terminal::IsTerminal(STDOUT_FILENO)),
      charset_(terminal::CharsetOfLocale()),
      output_(STDOUT_FILENO) {
  if (terminal_ && charset_ == terminal::Charset::kOther) output_.WriteAsciiOnly();
}

void ShellSink::Attach(session::Session& session) {
  session_ = &session;
  if (!terminal::HasCursor(STDERR_FILENO)) return;
  bar_ = std::make_unique<StatementBar>(STDERR_FILENO, [&session] { return session.Progress(); });
}

messages::Language ShellSink::language() const {
  return session_ == nullptr ? options_.language : session_->Language();
}

render::Format ShellSink::format() const {
  if (const std::optional<render::Format> set =
          render::FindFormat(session_->Setting("paisql.format")))
    return *set;
  if (options_.format.has_value()) return *options_.format;
  return options_.prompt && terminal_ ? render::Format::kAuto : render::Format::kTable;
}

render::Expanded ShellSink::CurrentExpanded() const {
  if (request_.expanded.has_value()) return *request_.expanded;
  return ParseExpanded(session_->Setting("paisql.expanded")).value_or(render::Expanded::kAuto);
}

bool ShellSink::ShowsTypes() const {
  const std::string set = session_->Setting("paisql.types");
  return set.empty() ? options_.prompt && to_terminal() : EqualsIgnoreCase(set, "on");
}

int64_t ShellSink::RowLimit() const {
  return ParseNumber<int64_t>(session_->Setting("paisql.rows")).value_or(0);  // 0: "all"
}

ShellSink::View ShellSink::CurrentView() const {
  View view;
  view.format = request_.format.value_or(format());
  view.style.header = request_.header.value_or(options_.header);
  view.style.expanded = CurrentExpanded();
  if (view.style.expanded == render::Expanded::kOn && render::MayExpand(view.format)) {
    view.format = render::Format::kVertical;
  }
  view.style.types = ShowsTypes();
  if (!to_terminal()) return view;
  const terminal::Screen screen = terminal::ScreenOf(STDOUT_FILENO);
  view.style.color = screen.color;
  view.style.box_characters = charset_ == terminal::Charset::kUtf8;
  view.style.columns = screen.columns;
  view.style.rows = screen.rows;
  view.on_screen = options_.prompt;
  view.style.scrolls_sideways = options_.prompt && may_page_ &&
                                terminal::HasCursor(STDOUT_FILENO) &&
                                ScrollsSideways(PagerCommand(session_->Setting("paisql.pager")));
  if (options_.prompt) view.limit = RowLimit();
  return view;
}

std::unique_ptr<PagedOutput> ShellSink::MakePaged(const terminal::Screen& screen, bool wraps) {
  const std::string pager = PagerCommand(session_->Setting("paisql.pager"));
  if (!may_page_ || pager.empty() || pager == broken_pager_ || !terminal::HasCursor(STDOUT_FILENO))
    return nullptr;
  PagedOutput::Hooks hooks;
  hooks.shown = terminal::LeaveInterrupts;
  hooks.on_left = [this] { session_->Interrupt(); };
  hooks.failed = [this, pager](const std::string& why) {
    broken_pager_ = pager;
    terminal::PrintMessage("the pager '" + pager + "' does not start: " + why);
    terminal::PrintMessage("hint: SET paisql.pager=off; or choose another pager with \\pager");
  };
  auto paged = std::make_unique<PagedOutput>(STDOUT_FILENO, screen, pager, wraps, std::move(hooks));
  if (charset_ == terminal::Charset::kOther) paged->WriteAsciiOnly();
  return paged;
}

Result<render::Output*> ShellSink::Open(const View& view, bool wraps) {
  answered_ = true;
  if (target_ == nullptr && request_.target == TargetKind::kCommand) {
    unopened_ = true;
    // The command may draw on the terminal from its start, as a pager does.
    if (options_.prompt && bar_ != nullptr) bar_->Hide();
    PAISQL_ASSIGN(target_, OpenCommandTarget(request_.where, [this] { session_->Interrupt(); }));
    unopened_ = false;
    terminal::LeaveInterrupts(options_.prompt);
  }
  if (target_ != nullptr) return target_.get();
  if (view.on_screen) {
    paged_ = MakePaged({view.style.columns, view.style.rows, view.style.color}, wraps);
    if (paged_ != nullptr) return paged_.get();
  }
  return &output_;
}

Status ShellSink::Close(render::Output& output, bool succeeded) {
  if (paged_ == nullptr || &output != paged_.get()) return Status::Ok();
  Status done = paged_->Finish(succeeded, {});
  waited_ += paged_->waited();
  reader_left_ = reader_left_ || paged_->left();
  paged_.reset();
  return done;
}

Status ShellSink::BeginStatement(const OutputRequest& request, const std::stop_token& stop) {
  request_ = {};
  answered_ = unopened_ = false;
  more_rows_ = false;
  all_rows_ = false;
  reader_left_ = false;
  waited_ = {};
  if (request.target == TargetKind::kFile) {
    PAISQL_ASSIGN(target_, OpenFileTarget(session_->ResolvePath(request.where), stop));
  } else if (request.target == TargetKind::kAppend) {
    PAISQL_ASSIGN(target_, OpenAppendTarget(session_->ResolvePath(request.where), stop));
  }
  // Last: what the next command shows is not as a statement asked that never ran.
  request_ = request;
  return Status::Ok();
}

Status ShellSink::EndStatement(bool succeeded, const std::stop_token& stop) {
  request_ = {};
  if (target_ == nullptr) return Status::Ok();
  // Before it is closed: a command that an interruption ends then has not left by itself.
  reader_left_ = reader_left_ || target_->left();
  // A statement that answers nothing leaves the file as it is.
  Status done = answered_ ? target_->Finish(succeeded, stop) : Status::Ok();
  target_.reset();
  terminal::LeaveInterrupts(false);
  return done;
}

Status ShellSink::Rows(engine::ResultStream& result) {
  spoken_ = true;
  const View view = CurrentView();
  RowsBelowBar rows(result, bar_.get(), to_terminal());
  return Show(rows, view, std::exchange(all_rows_, false) ? 0 : view.limit);
}

Status ShellSink::Show(engine::ResultStream& rows, const View& view, int64_t limit) {
  const bool wraps =
      view.format == render::Format::kAuto || view.format == render::Format::kVertical;
  PAISQL_ASSIGN(render::Output* const output, Open(view, wraps));
  const std::unique_ptr<render::Renderer> renderer = render::MakeRenderer(view.format, view.style);
  render::Rendered done;
  Status status = render::Render(rows, *renderer, *output, limit, done);
  // The rows before a failure are shown: they are right, and the exit status tells that they are
  // not all.
  if (!status.ok()) (void)output->Flush();
  if (!status.ok() && output->left()) {
    // The rows whose writing failed are rows that nobody wanted any more.
    status = Status::Ok();
    reader_left_ = true;
    done.more = true;
  }
  const Status closed = Close(*output, status.ok());
  row_count_ = done.rows;
  more_rows_ = done.more;
  return status.ok() ? closed : status;
}

Status ShellSink::Show(const session::Answer& answer) {
  spoken_ = true;
  if (bar_ != nullptr) bar_->Clear();
  const View view = CurrentView();
  if (!render::ShowsLayouts(view.format)) {
    session::AnswerStream rows(answer);
    return Show(rows, view, 0);
  }
  PAISQL_ASSIGN(render::Output* const output, Open(view, true));
  output->buffer() += answer.text;
  Status written = output->Flush();
  const Status closed = Close(*output, written.ok());
  return written.ok() ? closed : written;
}

void ShellSink::Done() {
  if (shows_done_) Message("OK");
}

void ShellSink::Message(std::string_view line) {
  spoken_ = true;
  if (display_ != nullptr) return display_->Output(std::string(line) + "\n");
  if (bar_ != nullptr) bar_->Clear();
  terminal::PrintMessage(messages::Translate(language(), line));
}

void ShellSink::Warning(const SourceRange& range, std::string_view text) {
  Sink::Warning(range, messages::Translate(language(), text));
}

void ShellSink::JobOutput(std::string_view bytes) {
  spoken_ = true;
  if (display_ != nullptr) return display_->Output(bytes);
  if (bar_ != nullptr) bar_->Clear();
  WriteAll(STDERR_FILENO, bytes);
  if (bar_ != nullptr) bar_->Wrote(bytes);
}

void ShellSink::BeginJob(const TimeZone& zone) {
  spoken_ = true;
  if (bar_ != nullptr) bar_->Hide();
  display_ = MakeJobDisplay(STDERR_FILENO, zone);
}

void ShellSink::JobProgress(const jobs::JobProgress& progress) {
  if (display_ != nullptr) display_->Progress(progress);
}

void ShellSink::EndJob(bool ended) {
  if (display_ == nullptr) return;
  display_->End(ended);
  display_.reset();
}

std::optional<session::InterruptChoice> ShellSink::AskInterrupted(std::string_view /*id*/,
                                                                  std::stop_token withdrawn) {
  using session::InterruptChoice;
  struct Answer {
    char key;
    InterruptChoice choice;
  };
  static constexpr Answer kAnswers[] = {
      {'k', InterruptChoice::kKill},
      {'b', InterruptChoice::kBackground},
      {'c', InterruptChoice::kContinue},
      {'\n', InterruptChoice::kContinue},
      {'\r', InterruptChoice::kContinue},
      {'\033', InterruptChoice::kContinue},
      {terminal::kNoKey, InterruptChoice::kBackground},  // nobody is there any more
  };
  std::optional<char> key;
  {
    // Before the question is seen, so that an answer never comes too early.
    terminal::SingleKey terminal(STDIN_FILENO);
    constexpr std::string_view kQuestion = "[k]ill job  [b]ackground  [c]ontinue";
    display_->Ask(messages::Translate(language(), kQuestion) + " ");
    key = terminal.Read("kbc\n\r\033", withdrawn);
  }
  display_->Withdraw();
  for (const Answer& answer : kAnswers) {
    if (key == answer.key) return answer.choice;
  }
  return std::nullopt;
}

int ShellSink::columns() const {
  return to_terminal() ? terminal::ScreenOf(STDOUT_FILENO).columns : 0;
}

bool ShellSink::Confirm(const session::Question& question, std::stop_token stop) {
  // Before the question is seen, so that an answer never comes too early.
  terminal::LineAnswer terminal(STDIN_FILENO);
  std::string text = FoldedLines(messages::Translate(language(), question.text) + " [y/N]",
                                 terminal::MessageColumns());
  text.back() = ' ';
  WriteAll(STDERR_FILENO, text);
  const std::string answer = terminal.Read(stop);
  if (stop.stop_requested()) terminal::PrintLine("");  // after the terminal's ^C
  return terminal::MeansYes(answer);
}

}  // namespace paisql::script
