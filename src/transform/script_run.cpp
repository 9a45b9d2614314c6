#include "transform/script_run.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "base/events/event_sources.h"
#include "base/result.h"
#include "base/secrets/redact.h"
#include "base/text.h"

namespace paisql::transform {

namespace {

namespace fs = std::filesystem;

constexpr size_t kLinesBytes = 64 * 1024;
constexpr size_t kErrorsBytes = 4 * 1024;
constexpr size_t kErrorLines = 5;

// The program as a shell finds it, or among the resources; "" when there is none.
std::string FindProgram(const std::string& name, const std::string& path,
                        const std::string& folder) {
  const auto runnable = [](const fs::path& file) {
    std::error_code failure;
    return fs::is_regular_file(file, failure) && access(file.c_str(), X_OK) == 0;
  };
  const fs::path here = fs::path(folder) / name;  // an absolute name stays what it is
  if (name.find('/') != std::string::npos) return runnable(here) ? here.string() : "";
  for (const std::string& part : Split(path, ':')) {
    const fs::path file = fs::path(part) / name;
    if (!part.empty() && runnable(file)) return file.string();
  }
  return runnable(here) ? here.string() : "";
}

// The last lines in one.
std::string LastLines(std::string_view text) {
  if (!IsValidUtf8(text)) return "";
  std::vector<std::string> lines = Split(Trim(text), '\n');
  if (lines.size() > kErrorLines) lines.erase(lines.begin(), lines.end() - kErrorLines);
  return Join(lines, " | ");
}

}  // namespace

ScriptRun::ScriptRun(const plan::Transform& transform, std::unique_ptr<engine::ResultStream> input,
                     engine::RowAppender& output, ScriptOptions options)
    : transform_(transform),
      input_(std::move(input)),
      output_(output),
      options_(std::move(options)),
      reader_(transform.output_format, transform.output.size(), transform.key_and_rest),
      text_(input_->columns()) {}

Status ScriptRun::Execute(const std::string& folder) {
  Status status = Start(folder);
  if (status.ok()) status = Pump();
  if (status.ok()) return status;
  return WithRange(std::move(status).error(), transform_.command_range);
}

Status ScriptRun::CheckInterrupted() const {
  if (!options_.stop.stop_requested()) return Status::Ok();
  return Error{ErrorCode::kInstanceCancelled, "interrupted", {}, ""};
}

std::string ScriptRun::Name() const { return Redact(Join(transform_.command, " ")); }

Status ScriptRun::Start(const std::string& folder) {
  SpawnOptions options;
  options.command = transform_.command;
  options.command[0] =
      FindProgram(transform_.command[0], options_.surroundings.search_path, folder);
  if (options.command[0].empty()) {
    return Error{ErrorCode::kScript,
                 "command not found: " + transform_.command[0],
                 {},
                 "USING starts a program of PATH, or a resource that RESOURCES names; pipes and "
                 "redirections need USING \"sh -c '…'\""};
  }
  options.environment = options_.surroundings.environment;
  options.folder = folder;
  options.dies_with_caller = true;
  Status started = process_.Start(std::move(options));
  // An error of the environment names its own cure.
  if (started.ok() || started.error().about.kind == ErrorSubject::Kind::kSystemLimit) {
    return started;
  }
  return Error{ErrorCode::kScript,
               "the script cannot be started: " + started.error().detail,
               {},
               "a script needs #! and its interpreter in its first line, or USING 'sh script'"};
}

Status ScriptRun::Pump() {
  PAISQL_ASSIGN(const Bell stopped, Bell::Make());
  const EventLoop::Watch woken = loop_.Add(stopped.descriptor(), EventLoop::Interest::kRead, {});
  const std::stop_callback waker(options_.stop, [&stopped] { stopped.Ring(); });
  while (true) {
    PAISQL_TRY(CheckInterrupted());
    if (process_.input_open() && unwritten_.empty()) PAISQL_TRY(FillInput());
    PAISQL_TRY(process_.Wait(!unwritten_.empty()));
    process_.Write(unwritten_);
    if (!process_.input_open()) {
      // The script reads no further, so the query below it need not go on.
      input_.reset();
      unwritten_ = {};
    }
    ShowErrors();
    PAISQL_TRY(TakeRows());
    if (process_.output_open()) continue;
    const std::optional<int> status = process_.TakeStatus();
    if (!status.has_value()) continue;
    PAISQL_TRY(CheckInterrupted());
    ShowErrors();
    PAISQL_TRY(JudgeEnd(*status));
    reader_.End();
    return TakeRows();
  }
}

Status ScriptRun::FillInput() {
  lines_.clear();
  while (lines_.size() < kLinesBytes) {
    if (row_ < batch_.row_count()) {
      AppendRow();
      continue;
    }
    batch_ = {};  // its memory goes before that of the next one comes
    row_ = 0;
    PAISQL_ASSIGN(batch_, input_->Next());
    if (!batch_) break;
    text_.Read(batch_);
  }
  unwritten_ = lines_;
  if (lines_.empty()) process_.CloseInput();
  return Status::Ok();
}

void ScriptRun::AppendRow() {
  const plan::LineFormat& format = transform_.input_format;
  for (size_t column = 0; column < input_->columns().size(); ++column) {
    if (column > 0) lines_ += format.field_end;
    if (text_.IsNull(column, row_)) {
      lines_ += format.null_text;
      continue;
    }
    cell_.clear();
    text_.AppendText(column, row_, engine::TextForm::kPlain, cell_);
    AppendField(cell_, format, lines_);
  }
  lines_ += format.line_end;
  ++row_;
}

Status ScriptRun::TakeRows() {
  bytes_.clear();
  process_.ReadOutput(bytes_);
  reader_.Add(bytes_);
  while (true) {
    PAISQL_ASSIGN(const bool more, reader_.Next(cells_));
    if (!more) return Status::Ok();
    for (const auto& cell : cells_) {
      if (cell.has_value()) {
        output_.AppendText(*cell);
      } else {
        output_.AppendNull();
      }
    }
    PAISQL_TRY(output_.EndRow());
  }
}

void ScriptRun::ShowErrors() {
  bytes_.clear();
  process_.ReadErrors(bytes_);
  if (bytes_.empty()) return;
  if (options_.show) options_.show(bytes_);
  last_errors_ += bytes_;
  if (last_errors_.size() > kErrorsBytes) {
    last_errors_.erase(0, last_errors_.find('\n', last_errors_.size() - kErrorsBytes));
  }
}

Status ScriptRun::JudgeEnd(int status) const {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return Status::Ok();
  std::string detail = "the script '" + Name() + "' ";
  if (WIFSIGNALED(status)) {
    detail += "was killed by " + SignalName(WTERMSIG(status));
  } else {
    detail += "ended with exit status " + std::to_string(WEXITSTATUS(status));
  }
  const std::string errors = LastLines(last_errors_);
  if (!errors.empty()) detail += ": " + errors;
  return Error{ErrorCode::kScript, detail, {}, ""};
}

}  // namespace paisql::transform
