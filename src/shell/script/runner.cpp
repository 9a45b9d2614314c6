#include "shell/script/runner.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <string_view>

#include "shell/destination/output_request.h"
#include "shell/interrupts.h"
#include "shell/render/error_report.h"
#include "shell/terminal/terminal.h"

namespace paisql::shell {

namespace {

// 1,000,000.
std::string WithThousands(int64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

}  // namespace

Runner::Runner(session::Session& session, ShellSink& sink, bool interactive)
    : session_(session), sink_(sink), interactive_(interactive) {}

void Runner::Interrupt() {
  if (sink_.lent_terminal()) return;
  if (interrupted_ || session_.interrupted()) {
    // The statement was told before and has not ended: whoever asks twice does not want to wait.
    // What it leaves on the disk is what a kill leaves, which the next session clears away.
    constexpr std::string_view kLastWords = "\ninterrupted again: the program ends\n";
    [[maybe_unused]] const ssize_t written =
        write(STDERR_FILENO, kLastWords.data(), kLastWords.size());
    EndInterrupted();
  }
  if (sink_.bar() != nullptr) sink_.bar()->Hide();
  if (session_.Interrupt()) return;
  {
    const std::lock_guard<std::mutex> lock(pause_mutex_);
    interrupted_ = true;
  }
  pause_end_.notify_all();
}

bool Runner::PauseUntil(std::chrono::steady_clock::time_point time) {
  std::unique_lock<std::mutex> lock(pause_mutex_);
  return !pause_end_.wait_until(lock, time, [this] { return interrupted_.load(); });
}

int Runner::Run(const Script& script, bool& quit) {
  last_text_ = script.text;
  return RunAside(script, quit);
}

int Runner::RunAside(const Script& script, bool& quit) {
  const std::vector<syntax::StatementText> statements = syntax::SplitStatements(script.text);
  session_.Expect(statements, false);
  return RunStatements(statements, script.source, quit);
}

int Runner::RunStatements(std::span<const syntax::StatementText> statements,
                          const std::string& source, bool& quit) {
  for (const syntax::StatementText& statement : statements) {
    if (interrupted_) return kExitInterrupted;
    const int status = RunOne(statement, source, quit);
    if (status != kExitDone || quit) return status;
  }
  return interrupted_ ? kExitInterrupted : kExitDone;
}

Result<session::Outcome> Runner::Execute(const syntax::StatementText& statement) {
  PAISQL_ASSIGN(const OutputRequest request, ParseOutputRequest(statement.ending));
  PAISQL_TRY(sink_.BeginStatement(request));
  Result<session::Outcome> outcome = [&] {
    const BarOfStatement bar(sink_.bar());
    return session_.Execute(statement, sink_);
  }();
  const Status ended = sink_.EndStatement(outcome.ok());
  if (outcome.ok() && !ended.ok()) return ended.error();
  return outcome;
}

void Runner::TellResult(bool query, std::chrono::nanoseconds took) const {
  const double seconds = std::chrono::duration<double>(took).count();
  const auto tell = [this](const std::string& line) {
    PrintLine(messages::Translate(session_.Language(), line));
  };
  if (!query) return PrintLine(fmt::format("({:.2f} s)", seconds));
  const int64_t rows = sink_.row_count();
  if (!sink_.more_rows()) {
    return tell(rows == 1 ? fmt::format("1 row in set ({:.2f} s)", seconds)
                          : fmt::format("{} rows in set ({:.2f} s)", rows, seconds));
  }
  const std::string_view noun = rows == 1 ? "row" : "rows";
  tell(fmt::format("{} {} shown of more ({:.2f} s)", WithThousands(rows), noun, seconds));
  if (!sink_.reader_left())
    tell("hint: SET paisql.rows=all; shows all rows, \\g > FILE writes them to a file");
}

int Runner::RunOne(const syntax::StatementText& statement, const std::string& source, bool& quit) {
  const auto start = std::chrono::steady_clock::now();
  sink_.SetLanguage(session_.Language());
  Result<session::Outcome> outcome = Execute(statement);
  // The statement itself knows whether it went on after being asked. Whoever leaves a pager ends
  // that statement alone.
  if (session_.interrupted() && !sink_.reader_left()) interrupted_ = true;
  if (outcome.ok()) {
    quit = outcome->quit;
    if (interactive_ && !quit) {
      TellResult(outcome->query, std::chrono::steady_clock::now() - start - sink_.waited());
    }
    return kExitDone;
  }
  // Whoever closes our output has read enough: there is nobody to tell, and nothing more to do.
  if (sink_.output_closed()) {
    quit = true;
    return kExitDone;
  }
  const Error& error = outcome.error();
  ReportStyle style;
  style.source = source;
  style.show_place = !source.empty() || IsTerminal(STDERR_FILENO);
  style.color = WantsColor(STDERR_FILENO);
  style.language = session_.Language();
  const std::string report = ReportError(error, statement, style);
  std::fwrite(report.data(), 1, report.size(), stderr);
  if (interrupted_) return kExitInterrupted;
  switch (error.code) {
    case ErrorCode::kEnvironment:
    case ErrorCode::kUnknownOutcome:
    case ErrorCode::kDamaged:
      return kExitEnvironment;
    default:
      return kExitFailed;
  }
}

}  // namespace paisql::shell
