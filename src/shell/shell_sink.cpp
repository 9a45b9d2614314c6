#include "shell/shell_sink.h"

#include <unistd.h>

#include <cstdio>

#include "shell/renderer.h"
#include "shell/terminal.h"

namespace paisql::shell {

ShellSink::ShellSink(Format format, bool header)
    : format_(format), header_(header), output_(STDOUT_FILENO) {}

Status ShellSink::Rows(engine::ResultStream& rows) {
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
  if (format_ == Format::kTable || format_ == Format::kVertical) {
    output_.buffer() += answer.text;
    return output_.Flush();
  }
  session::AnswerStream rows(answer);
  return Rows(rows);
}

void ShellSink::Message(std::string_view line) { PrintLine(line); }

void ShellSink::JobOutput(std::string_view bytes) {
  std::fwrite(bytes.data(), 1, bytes.size(), stderr);
  std::fflush(stderr);
}

}  // namespace paisql::shell
