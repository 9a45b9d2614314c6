#include "shell/script/event_reporter.h"
#include "shell/destination/output_request.h"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <set>
#include <utility>

#include "base/files/files.h"
#include "base/secrets/redact.h"
#include "engine/text/result_text.h"
#include "shell/render/error_report.h"
#include "shell/terminal/terminal.h"
#include "types/value_text.h"

namespace paisql::shell {

namespace {

// One event: {"event": "rows", …}.
class Event {
 public:
  explicit Event(std::string_view name) { Text("event", name); }

  Event& Text(std::string_view key, std::string_view value) {
    Key(key);
    AppendJsonString(value, json_);
    return *this;
  }
  Event& Number(std::string_view key, int64_t value) { return Raw(key, fmt::format("{}", value)); }
  Event& Count(std::string_view key, size_t value) { return Raw(key, fmt::format("{}", value)); }
  // JSON has no numbers that are none.
  Event& Decimal(std::string_view key, double value) {
    return Raw(key, std::isfinite(value) ? fmt::format("{}", value) : "null");
  }
  Event& Seconds(double value) { return Raw("seconds", fmt::format("{:.3f}", value)); }
  Event& Raw(std::string_view key, std::string_view json) {
    Key(key);
    json_ += json;
    return *this;
  }
  // The statement that the event is about; one of no program has number 0.
  Event& Of(const Step* step) {
    return step == nullptr || step->number == 0 ? *this : Count("number", step->number);
  }
  // Where in the user's file.
  Event& At(const FilePlace& place) {
    if (!place.source.empty()) Text("file", place.source);
    return Number("line", place.line).Number("column", place.column);
  }
  std::string Line() const { return json_ + "}\n"; }

 private:
  void Key(std::string_view key) {
    json_ += json_.empty() ? "{\"" : ", \"";
    json_ += key;
    json_ += "\": ";
  }

  std::string json_;
};

std::string ColumnsJson(const std::vector<engine::ResultColumn>& columns) {
  std::string json = "[";
  for (const engine::ResultColumn& column : columns) {
    json += json.size() == 1 ? "{\"name\": " : ", {\"name\": ";
    AppendJsonString(column.name, json);
    json += ", \"type\": ";
    AppendJsonString(column.type.ToString(), json);
    json += "}";
  }
  return json + "]";
}

std::string FilesJson(const Program& program) {
  std::string json = "[";
  std::set<std::string_view> told;
  const auto tell = [&](const std::string& name) {
    if (name.empty() || !told.insert(name).second) return;
    if (json.size() > 1) json += ", ";
    AppendJsonString(name, json);
  };
  // In the order in which they come; statements with mistakes are no steps.
  auto problem = program.problems.begin();
  for (const Step& step : program.steps) {
    for (; problem != program.problems.end() && problem->steps_before < step.number; ++problem) {
      tell(problem->source->name);
    }
    tell(step.source->name);
  }
  for (; problem != program.problems.end(); ++problem) tell(problem->source->name);
  return json + "]";
}

// How many bytes of the text end with a whole character.
size_t WholeCharacters(std::string_view text) {
  constexpr size_t kLongest = 4;
  for (size_t back = 1; back < kLongest && back <= text.size(); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if (byte < 0x80) break;
    if (byte < 0xC0) continue;
    const size_t size = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    return size > back ? text.size() - back : text.size();
  }
  return text.size();
}

}  // namespace

Status EventReporter::BeginAnswer(const syntax::StatementText& statement,
                                  const std::stop_token& /*stop*/) {
  PAISQL_ASSIGN(const OutputRequest request, ParseOutputRequest(statement.ending));
  return Accepts(request);
}

Status EventReporter::Accepts(const OutputRequest& request) const {
  const bool plain = !request.format && !request.header && !request.expanded &&
                     request.target == TargetKind::kNone;
  if (plain) return Status::Ok();
  return Error{ErrorCode::kInvalidCommand,
               "with --output jsonl rows are events",
               {},
               "end the statement with ; or with \\g alone"};
}

void EventReporter::Started(const Program& program) {
  (void)Write(Event("start")
                  .Number("version", kEventsVersion)
                  .Count("statements", program.steps.size() + program.problems.size())
                  .Raw("files", FilesJson(program))
                  .Line());
}

void EventReporter::Begins(const Step& step, size_t total) {
  step_ = &step;
  rows_ = 0;
  Event event("statement");
  event.Text("state", "begin").Of(&step);
  if (total > 0) event.Count("total", total);
  event.At(PlaceInFile({}, step.statement, step.source->name));
  event.Text("text", MaskSecrets(step.statement.text));
  (void)Write(event.Line());
}

void EventReporter::Done(const Step& step, size_t, const session::Outcome& outcome,
                         double seconds) {
  WriteOutput("", true);
  Event event("statement");
  event.Text("state", "done").Of(&step).Seconds(seconds);
  if (outcome.query) event.Number("rows", rows_);
  if (outcome.rows_written) event.Number("rows_written", *outcome.rows_written);
  if (outcome.rows_replaced) event.Number("rows_replaced", *outcome.rows_replaced);
  (void)Write(event.Line());
  step_ = nullptr;
}

void EventReporter::Failed(const Step& step, size_t, const Error& error, double seconds, bool ran) {
  if (ran) WriteOutput("", true);
  WriteError(step, error);
  for (const Error& other : error.others) WriteError(step, other);
  if (ran) {
    (void)Write(Event("statement").Text("state", "failed").Of(&step).Seconds(seconds).Line());
  }
}

void EventReporter::WriteError(const Step& step, const Error& error) {
  const std::string general(ErrorCodeText(error.code));
  Event event("error");
  event.Of(&step).Text("code", ErrorCodeName(error.code));
  event.Text("message", error.detail.empty() ? general : general + " - " + Redact(error.detail));
  if (error.range.known() || !step.statement.text.empty()) {
    event.At(PlaceInFile(error.range, step.statement, step.source->name));
  }
  if (!error.hint.empty()) event.Text("hint", Redact(error.hint));
  (void)Write(event.Line());
}

void EventReporter::Doubt(const Step& step, const SourceRange& range, const std::string& text) {
  WriteWarning(step, range, text);
}

void EventReporter::WriteWarning(const Step& step, const SourceRange& range,
                                 std::string_view text) {
  (void)Write(Event("warning")
                  .Of(&step)
                  .Text("message", Redact(text))
                  .At(PlaceInFile(range, step.statement, step.source->name))
                  .Line());
}

void EventReporter::Ended(const RunEnd& end) {
  Event event("end");
  event.Number("status", end.status).Count("done", end.done).Count("failed", end.failures);
  event.Count("not_run", end.not_run).Seconds(end.seconds);
  if (end.stopped_at != nullptr && end.resumable) {
    event.Count("resume_from", end.stopped_at->number);
  }
  (void)Write(event.Line(), true);
}

Status EventReporter::Rows(engine::ResultStream& rows) {
  engine::ResultText text(rows.columns());
  const std::string columns = ColumnsJson(rows.columns());
  bool first = true;
  std::string json = "[";
  size_t held = 0;
  const auto write = [&]() -> Status {
    Event event("rows");
    event.Of(step_);
    if (first) event.Raw("columns", columns);
    first = false;
    event.Raw("rows", json + "]");
    json = "[";
    held = 0;
    return Write(event.Line());
  };
  while (true) {
    PAISQL_ASSIGN(const engine::Batch batch, rows.Next());
    if (!batch) break;
    text.Read(batch);
    for (size_t row = 0; row < batch.row_count(); ++row) {
      json += held == 0 ? "[" : ", [";
      for (size_t column = 0; column < rows.columns().size(); ++column) {
        if (column > 0) json += ", ";
        text.AppendText(column, row, engine::TextForm::kJson, json);
      }
      json += "]";
      ++rows_;
      if (++held == kRowsInEvent) PAISQL_TRY(write());
    }
  }
  return held > 0 || first ? write() : Status::Ok();
}

Status EventReporter::Show(const session::Answer& answer) {
  session::AnswerStream rows(answer);
  return Rows(rows);
}

void EventReporter::Message(std::string_view line) {
  (void)Write(Event("message").Of(step_).Text("text", Redact(line)).Line());
}

void EventReporter::Warning(const SourceRange& range, std::string_view text) {
  if (step_ != nullptr) WriteWarning(*step_, range, text);
}

void EventReporter::JobOutput(std::string_view bytes) { WriteOutput(bytes, false); }

void EventReporter::WriteOutput(std::string_view bytes, bool last) {
  const std::lock_guard<std::mutex> lock(output_mutex_);
  begun_ += bytes;
  const size_t whole = last ? begun_.size() : WholeCharacters(begun_);
  if (whole == 0) return;
  (void)Write(Event("output").Of(step_).Text("text", begun_.substr(0, whole)).Line());
  begun_.erase(0, whole);
}

void EventReporter::JobProgress(const jobs::JobProgress& progress) {
  Event event("progress");
  event.Of(step_).Decimal("seconds", static_cast<double>(progress.elapsed_ms) / 1000);
  if (!progress.waits_for.empty()) event.Text("waits_for", progress.waits_for);
  std::string processes = "[";
  for (const jobs::ProcessProgress& one : progress.processes) {
    std::string json = "{\"role\": ";
    AppendJsonString(one.role, json);
    json += fmt::format(", \"index\": {}, \"state\": ", one.index);
    AppendJsonString(one.state, json);
    if (one.step) json += fmt::format(", \"step\": {}", *one.step);
    if (one.loss && std::isfinite(*one.loss)) json += fmt::format(", \"loss\": {}", *one.loss);
    json += fmt::format(", \"rows_read\": {}, \"rows_written\": {}, \"bytes_read\": {}",
                        one.rows_read, one.rows_written, one.bytes_read);
    json += fmt::format(", \"read_seconds\": {:.3f}, \"step_seconds\": {:.3f}", one.read_seconds,
                        one.step_seconds);
    json += fmt::format(", \"wait_seconds\": {:.3f}}}", one.wait_seconds);
    processes += (processes.size() == 1 ? "" : ", ") + json;
  }
  (void)Write(event.Raw("processes", processes + "]").Line());
}

Status EventReporter::Write(const std::string& line, bool last) {
  const Error failure{ErrorCode::kEnvironment, "the events cannot be written", {}, ""};
  const std::lock_guard<std::mutex> lock(mutex_);
  if (failed_) return failure;
  // Ctrl-C ends a run on a thread of its own, and nothing comes behind the end.
  if (std::exchange(ended_, ended_ || last)) return Status::Ok();
  if (WriteAll(descriptor_, line)) return Status::Ok();
  const int reason = errno;
  failed_ = true;
  PrintLine("paisql: cannot write the output: " +
            (reason == EPIPE ? "its reader has closed it" : std::string(std::strerror(reason))));
  return failure;
}

}  // namespace paisql::shell
