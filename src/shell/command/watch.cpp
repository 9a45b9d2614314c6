#include "base/whole_number.h"
#include "shell/command/handlers.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <optional>

#include "base/text.h"
#include "session/touched_tables.h"
#include "syntax/parser.h"
#include "terminal/terminal.h"
#include "types/time/zone.h"

namespace paisql::shell {

namespace {

constexpr double kDefaultSeconds = 2;
constexpr double kLeastSeconds = 0.1;
constexpr double kMostSeconds = 1e6;
constexpr const char* kWatchUse = "\\watch [seconds [times]], such as \\watch 2 or \\watch 0.5 10";

struct Pace {
  double seconds = kDefaultSeconds;
  int64_t times = -1;  // -1: until somebody ends it
};

std::optional<Pace> ReadPace(std::string_view arguments) {
  Pace pace;
  int words = 0;
  for (const std::string& word : Split(arguments, ' ')) {
    if (word.empty()) continue;
    ++words;
    if (words == 1) pace.seconds = ParseNumber<double>(word).value_or(0);
    if (words == 2) pace.times = ParseNumber<int64_t>(word, 0, INT64_MAX).value_or(0);
    if (words > 2) return std::nullopt;
  }
  const bool sensible =
      pace.times != 0 && pace.seconds >= kLeastSeconds && pace.seconds <= kMostSeconds;
  return sensible ? std::optional(pace) : std::nullopt;
}

// In the session's zone, as all times at the prompt.
std::string TimeLine(double seconds, const session::Session& session) {
  const Result<TimeZone> zone = TimeZone::Load(session.Setting("odps.sql.timezone"));
  const std::string now = (zone.ok() ? *zone : TimeZone()).Format(std::time(nullptr));
  return fmt::format("{} (every {:g} s, Ctrl-C ends it)", now, seconds);
}

// Looks at the first statement alone: those after it may read its answer.
bool ReadsLastResult(const std::string& text) {
  const std::vector<syntax::StatementText> statements = syntax::SplitStatements(text);
  if (statements.empty()) return false;
  const Result<syntax::StatementPtr> parsed = syntax::ParseStatement(statements.front().text);
  if (!parsed.ok()) return false;
  const std::vector<std::string> reads = session::FindTouchedTables(**parsed).reads;
  return std::ranges::find(reads, "_") != reads.end();
}

int Repeat(const std::string& statement, const Pace& pace, CommandContext& context) {
  // The first statement runs at once, the next so long after it began, as far as it ended by then.
  for (int64_t run = 0; run != pace.times; ++run) {
    const auto next = std::chrono::steady_clock::now() +
                      std::chrono::milliseconds(static_cast<int64_t>(pace.seconds * 1000));
    terminal::PrintLine(
        messages::Translate(context.session.Language(), TimeLine(pace.seconds, context.session)));
    const int status = context.runner.RunAside({"", statement}, context.quit);
    if (status != script::kExitDone || context.quit) return status;
    if (run + 1 == pace.times) break;
    if (!context.runner.PauseUntil(next)) {
      terminal::PrintLine("");  // after the terminal's ^C
      return script::kExitInterrupted;
    }
  }
  return script::kExitDone;
}

}  // namespace

int Watch(const std::string& arguments, CommandContext& context) {
  std::string_view text = Trim(arguments);
  while (text.ends_with(';')) text = Trim(text.substr(0, text.size() - 1));
  const std::optional<Pace> pace = ReadPace(text);
  if (!pace.has_value())
    return RefuseUse(fmt::format("\\watch does not take '{}'", text), kWatchUse, context);
  const std::string statement = context.runner.last_text();
  if (ReadsLastResult(statement)) {
    return RefuseUse("_ is the last result: its rows never change",
                     "\\watch repeats a statement that reads tables", context);
  }
  if (statement.empty())
    return RefuseUse("there is no statement to repeat yet", kWatchUse, context);
  context.sink.AllowPager(false);
  const int status = Repeat(statement, *pace, context);
  context.sink.AllowPager(true);
  return status;
}

}  // namespace paisql::shell
