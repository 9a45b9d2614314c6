#include "script/event_reporter.h"

#include <cerrno>
#include <cstring>
#include <set>
#include <utility>

#include "base/files/files.h"
#include "base/secrets/redact.h"
#include "render/error_report.h"
#include "render/event.h"
#include "script/destination/output_request.h"
#include "terminal/terminal.h"
#include "types/value_text.h"

namespace paisql::script {

namespace {

using render::Event;

std::string FilesJson(const Program& program) {
  std::string json = "[";
  std::set<std::string_view> told;
  const auto tell = [&](const std::string& name) {
    if (name.empty() || !told.insert(name).second) return;
    if (json.size() > 1) json += ", ";
    AppendJsonString(name, json);
  };
  // In the order in which they come; a statement with mistakes is not a step.
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
                  .Number("version", render::kEventsVersion)
                  .Count("statements", program.steps.size() + program.problems.size())
                  .Raw("files", FilesJson(program))
                  .Line());
}

void EventReporter::Begins(const Step& step, size_t total) {
  step_ = &step;
  rows_ = 0;
  Event event("statement");
  event.Text("state", "begin").Of(step.number);
  if (total > 0) event.Count("total", total);
  event.At(render::PlaceInFile({}, step.statement, step.source->name));
  event.Text("text", MaskSecrets(step.statement.text));
  (void)Write(event.Line());
}

void EventReporter::Done(const Step& step, size_t, const session::Outcome& outcome,
                         double seconds) {
  WriteOutput("", true);
  Event event("statement");
  event.Text("state", "done").Of(step.number).Seconds(seconds);
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
    (void)Write(Event("statement").Text("state", "failed").Of(step.number).Seconds(seconds).Line());
  }
}

void EventReporter::WriteError(const Step& step, const Error& error) {
  const render::FilePlace place =
      render::PlaceInFile(error.range, step.statement, step.source->name);
  const bool placed = error.range.known() || !step.statement.text.empty();
  (void)Write(render::ErrorEvent(step.number, error, placed ? &place : nullptr).Line());
}

void EventReporter::Doubt(const Step& step, const SourceRange& range, const std::string& text) {
  WriteWarning(step, range, text);
}

void EventReporter::WriteWarning(const Step& step, const SourceRange& range,
                                 std::string_view text) {
  (void)Write(Event("warning")
                  .Of(step.number)
                  .Text("message", Redact(text))
                  .At(render::PlaceInFile(range, step.statement, step.source->name))
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
  const auto write = [this](const Event& event) { return Write(event.Line()); };
  return render::WriteRows(rows, number(), write, rows_);
}

Status EventReporter::Show(const session::Answer& answer) {
  session::AnswerStream rows(answer);
  return Rows(rows);
}

void EventReporter::Message(std::string_view line) {
  (void)Write(Event("message").Of(number()).Text("text", Redact(line)).Line());
}

void EventReporter::Warning(const SourceRange& range, std::string_view text) {
  if (step_ != nullptr) WriteWarning(*step_, range, text);
}

void EventReporter::JobOutput(std::string_view bytes) { WriteOutput(bytes, false); }

void EventReporter::WriteOutput(std::string_view bytes, bool last) {
  const std::lock_guard<std::mutex> lock(output_mutex_);
  begun_ += bytes;
  const size_t whole = last ? begun_.size() : render::WholeCharacters(begun_);
  if (whole == 0) return;
  (void)Write(Event("output").Of(number()).Text("text", begun_.substr(0, whole)).Line());
  begun_.erase(0, whole);
}

void EventReporter::JobProgress(const jobs::JobProgress& progress) {
  (void)Write(render::ProgressEvent(number(), progress).Line());
}

Status EventReporter::Write(const std::string& line, bool last) {
  const Error failure{ErrorCode::kEnvironment, "the events cannot be written", {}, ""};
  const std::lock_guard<std::mutex> lock(mutex_);
  if (failed_) return failure;
  // Ctrl-C ends a run on a thread of its own, and nothing comes after the end.
  if (std::exchange(ended_, ended_ || last)) return Status::Ok();
  if (WriteAll(descriptor_, line)) return Status::Ok();
  const int reason = errno;
  failed_ = true;
  terminal::PrintLine(
      "paisql: cannot write the output: " +
      (reason == EPIPE ? "its reader has closed it" : std::string(std::strerror(reason))));
  return failure;
}

}  // namespace paisql::script
