#include "script/text_reporter.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string_view>

#include "base/display/amounts.h"
#include "base/files/files.h"
#include "base/secrets/redact.h"
#include "base/text.h"
#include "messages/messages.h"
#include "render/error_report.h"
#include "script/destination/output_request.h"
#include "script/runner.h"
#include "terminal/terminal.h"

namespace paisql::script {

namespace {

constexpr int kAnnouncedWords = 48;  // columns of a statement in its announcement
constexpr int kRoomForResult = 26;   // ", 1.2 M rows" and the time, so that the line is not wrapped
// One line up, its begin, and nothing in it.
constexpr std::string_view kLineAbove = "\033[1A\r\033[K";

std::string PlaceOf(const Step& step) {
  const std::string& name = step.source->name;
  return name.empty() ? "line " + std::to_string(step.statement.line)
                      : name + ":" + std::to_string(step.statement.line);
}

// The columns for an announcement without its result. It must not wrap on a terminal.
int ColumnsForWords() {
  constexpr int kManyColumns = 10000;
  return terminal::HasCursor(STDERR_FILENO)
             ? terminal::ScreenOf(STDERR_FILENO).columns - kRoomForResult
             : kManyColumns;
}

// The result of a statement without rows to show: the rows that it has written, if it writes any.
std::string WrittenText(const session::Outcome& outcome, double seconds) {
  if (!outcome.rows_written) return fmt::format("({:.2f} s)", seconds);
  // Whole texts, so that the table of messages can have them.
  const bool one = *outcome.rows_written == 1;
  const std::string rows = GroupedText(*outcome.rows_written);
  if (outcome.rows_replaced.value_or(0) == 0) {
    return one ? fmt::format("1 row written ({:.2f} s)", seconds)
               : fmt::format("{} rows written ({:.2f} s)", rows, seconds);
  }
  const std::string replaced = GroupedText(*outcome.rows_replaced);
  return one ? fmt::format("1 row written, {} replaced ({:.2f} s)", replaced, seconds)
             : fmt::format("{} rows written, {} replaced ({:.2f} s)", rows, replaced, seconds);
}

// The result of a query of which some rows are shown.
std::string ShownText(int64_t rows, const session::Outcome& outcome, bool left, double seconds) {
  // A reader who leaves a pager has ended the query, so its rows may not have been counted.
  if (!left && outcome.all_rows.value_or(0) > rows) {
    return fmt::format("{} of {} rows shown ({:.2f} s)", GroupedText(rows),
                       GroupedText(*outcome.all_rows), seconds);
  }
  if (!left && outcome.least_rows > rows) {
    return fmt::format("{} rows shown of more than {} ({:.2f} s)", GroupedText(rows),
                       GroupedText(outcome.least_rows), seconds);
  }
  return rows == 1 ? fmt::format("1 row shown of more ({:.2f} s)", seconds)
                   : fmt::format("{} rows shown of more ({:.2f} s)", GroupedText(rows), seconds);
}

}  // namespace

std::string Announcement(const Step& step, size_t total, int columns) {
  const std::string head = fmt::format("[{}/{}] {} ", step.number, total, PlaceOf(step));
  const int left = std::clamp(columns - DisplayWidth(head), 10, kAnnouncedWords);
  return head + FirstWords(step.statement.text, left);
}

TextReporter::TextReporter(ShellSink& sink, TextStyle style)
    : sink_(sink), style_(std::move(style)) {}

Status TextReporter::BeginAnswer(const syntax::StatementText& statement,
                                 const std::stop_token& stop) {
  PAISQL_ASSIGN(const OutputRequest request, ParseOutputRequest(statement.ending));
  PAISQL_TRY(sink_.BeginStatement(request, stop));
  if (sink_.bar() != nullptr) sink_.bar()->Begin();
  return Status::Ok();
}

Status TextReporter::EndAnswer(bool succeeded, const std::stop_token& stop) {
  if (sink_.bar() != nullptr) sink_.bar()->End();
  return sink_.EndStatement(succeeded, stop);
}

void TextReporter::Interrupted() {
  if (sink_.bar() != nullptr) sink_.bar()->Hide();
}

void TextReporter::TellResult(const session::Outcome& outcome, double seconds) const {
  const auto tell = [this](const std::string& line) {
    terminal::PrintMessage(messages::Translate(sink_.language(), line));
  };
  if (!outcome.query) return tell(WrittenText(outcome, seconds));
  const int64_t rows = sink_.row_count();
  if (!sink_.more_rows()) {
    return tell(rows == 1 ? fmt::format("1 row in set ({:.2f} s)", seconds)
                          : fmt::format("{} rows in set ({:.2f} s)", rows, seconds));
  }
  tell(ShownText(rows, outcome, sink_.reader_left(), seconds));
  if (!sink_.reader_left())
    tell("hint: SET paisql.rows=all; shows all rows, \\g > FILE writes them to a file");
}

void TextReporter::Begins(const Step& step, size_t total) {
  if (style_.echo) terminal::PrintLine(MaskSecrets(step.statement.text) + ";");
  sink_.ShowDone(!style_.announce && !quiet_);
  sink_.TakeSpoken();
  open_ = style_.announce && terminal::HasCursor(STDERR_FILENO);
  if (open_) {
    terminal::PrintLine(Announcement(step, total, ColumnsForWords()));
  }
}

void TextReporter::Complete(const Step& step, size_t total, const std::string& result) {
  if (!style_.announce) return;
  const std::string line = Announcement(step, total, ColumnsForWords()) + " " + result + "\n";
  const bool in_place = open_ && !sink_.TakeSpoken();
  open_ = false;
  WriteAll(STDERR_FILENO, in_place ? std::string(kLineAbove) + line : line);
}

void TextReporter::Done(const Step& step, size_t total, const session::Outcome& outcome,
                        double seconds) {
  if (style_.interactive && !quiet_ && !outcome.quit) {
    TellResult(outcome, seconds - std::chrono::duration<double>(sink_.waited()).count());
  }
  std::string result = SecondsText(seconds);
  if (outcome.query) result += ", " + RowsText(sink_.row_count());
  if (outcome.rows_written) result += ", " + RowsText(*outcome.rows_written);
  if (outcome.rows_replaced.value_or(0) > 0) {
    result += ", " + CountText(*outcome.rows_replaced) + " replaced";
  }
  Complete(step, total, result);
}

void TextReporter::Declined(const Step& step, size_t total, const std::string& line) {
  terminal::PrintMessage(messages::Translate(sink_.language(), line));
  Complete(step, total, "not confirmed");
}

void TextReporter::Failed(const Step& step, size_t total, const Error& error, double seconds,
                          bool ran) {
  if (ran) Complete(step, total, "failed after " + SecondsText(seconds));
  render::ReportStyle style;
  style.source = step.source->name;
  style.show_place = !style.source.empty() || terminal::IsTerminal(STDERR_FILENO);
  style.color = terminal::WantsColor(STDERR_FILENO);
  style.columns = terminal::MessageColumns();
  style.language = sink_.language();
  WriteAll(STDERR_FILENO, render::ReportError(error, step.statement, style));
}

void TextReporter::Doubt(const Step& step, const SourceRange& range, const std::string& text) {
  const std::string& name = step.source->name;
  terminal::PrintLine(
      render::PlaceInFile(range, step.statement, name.empty() ? "-e" : name).ToString() +
      ": warning: " + render::OneLine(text));
}

void TextReporter::CannotRun(const Error& why) { terminal::PrintLine("paisql: " + why.detail); }

void TextReporter::NotOpened(const Error& why) {
  terminal::PrintMessage("FAILED: " + why.ToString());
  if (!why.hint.empty()) terminal::PrintMessage("hint: " + why.hint);
}

void TextReporter::Ended(const RunEnd& end) {
  if (!end.failed.empty() && end.stopped_at == nullptr && end.total > 1) {
    std::string list;
    for (const Step* step : end.failed) {
      list += fmt::format("{}[{}] {}", list.empty() ? "" : ", ", step->number, PlaceOf(*step));
    }
    terminal::PrintLine(fmt::format("{} of {} failed: {}", end.failed.size(),
                                    Counted(end.total, "statement"), list));
  }
  if (style_.interactive && end.not_run > 0) {
    const std::string line =
        end.not_run == 1 ? "1 statement after it was not run: SET paisql.keep_going=true; runs it"
                         : fmt::format(
                               "{} statements after it were not run: SET paisql.keep_going=true; "
                               "runs them",
                               end.not_run);
    terminal::PrintMessage(messages::Translate(sink_.language(), line));
  }
  // A run that stopped at the first statement begins again as before.
  if (end.stopped_at == nullptr || end.stopped_at->number == 1 || !style_.resume) return;
  const std::string command = style_.resume(*end.stopped_at);
  if (command.empty()) return;
  if (style_.resume_hides)
    terminal::PrintLine("hint: *** stands for a secret: write it again to resume");
  terminal::PrintLine("resume: " + command);
}

}  // namespace paisql::script
