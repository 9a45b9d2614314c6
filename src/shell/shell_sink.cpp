#include "shell/shell_sink.h"

#include <unistd.h>

#include "base/system/write_all.h"
#include "shell/render/renderer.h"
#include "shell/terminal/single_key.h"
#include "shell/terminal/terminal.h"

namespace paisql::shell {

ShellSink::ShellSink(Format format, bool header)
    : format_(format), header_(header), output_(STDOUT_FILENO) {}

Status ShellSink::Rows(engine::ResultStream& rows) {
  spoken_ = true;
  const std::unique_ptr<Renderer> renderer = MakeRenderer(format_, header_);
  Result<int64_t> count = Render(rows, *renderer, output_);
  if (!count.ok()) {
    // The rows before the failure are shown: they are right, and the exit status tells that they
    // are not all.
    (void)output_.Flush();
    return std::move(count).error();
  }
  row_count_ = *count;
  return Status::Ok();
}

Status ShellSink::Show(const session::Answer& answer) {
  spoken_ = true;
  if (format_ == Format::kTable || format_ == Format::kVertical) {
    output_.buffer() += answer.text;
    return output_.Flush();
  }
  session::AnswerStream rows(answer);
  return Rows(rows);
}

void ShellSink::Done() {
  if (shows_done_) Message("OK");
}

void ShellSink::Message(std::string_view line) {
  spoken_ = true;
  if (display_ != nullptr) return display_->Output(std::string(line) + "\n");
  PrintLine(line);
}

void ShellSink::JobOutput(std::string_view bytes) {
  spoken_ = true;
  if (display_ != nullptr) return display_->Output(bytes);
  WriteAll(STDERR_FILENO, bytes);
}

void ShellSink::BeginJob(const TimeZone& zone) {
  spoken_ = true;
  display_ = MakeJobDisplay(STDERR_FILENO, zone);
}

void ShellSink::JobProgress(const training::JobProgress& progress) {
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
      {'k', InterruptChoice::kKill},          {'b', InterruptChoice::kBackground},
      {'c', InterruptChoice::kContinue},      {'\n', InterruptChoice::kContinue},
      {'\r', InterruptChoice::kContinue},     {'\033', InterruptChoice::kContinue},
      {kNoKey, InterruptChoice::kBackground},  // nobody is there any more
  };
  std::optional<char> key;
  {
    // Before the question is seen, so that an answer never comes too early.
    SingleKey terminal(STDIN_FILENO);
    display_->Ask("[k]ill job  [b]ackground  [c]ontinue ");
    key = terminal.Read("kbc\n\r\033", withdrawn);
  }
  display_->Withdraw();
  for (const Answer& answer : kAnswers) {
    if (key == answer.key) return answer.choice;
  }
  return std::nullopt;
}

}  // namespace paisql::shell
