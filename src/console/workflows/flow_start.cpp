#include "console/workflows/flow_start.h"

#include <fmt/format.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "base/process/process.h"
#include "base/text.h"
#include "console/answers.h"
#include "console/console.h"
#include "console/workflows/workflow_state.h"
#include "nodes/read/read_node.h"
#include "variables/schedule.h"

namespace paisql::console {

namespace {

using nlohmann::json;

constexpr int64_t kMostDays = 3660;
constexpr int kBeginMs = 15'000;

Result<int64_t> ReadDay(const std::string& text) {
  const std::optional<int64_t> day = variables::ReadBizdate(text);
  if (day.has_value()) return *day;
  return Error{ErrorCode::kInvalidCommand,
               "'" + text + "' is not a business date",
               {},
               "a day of the calendar such as 20260131 or 2026-01-31"};
}

Status AddDays(const FlowAsk& ask, std::vector<std::string>& words) {
  if (ask.first.empty()) return Status::Ok();
  PAISQL_ASSIGN(const int64_t first, ReadDay(ask.first));
  if (ask.last.empty() || ask.last == ask.first) {
    words.insert(words.end(), {"--bizdate", ask.first});
    return Status::Ok();
  }
  PAISQL_ASSIGN(const int64_t last, ReadDay(ask.last));
  if (last < first || last - first >= kMostDays) {
    return Error{ErrorCode::kInvalidCommand,
                 fmt::format("from {} to {} there are no business dates to run, or more than {}",
                             ask.first, ask.last, kMostDays),
                 {},
                 "the first day stands before the last one"};
  }
  words.insert(words.end(), {"--backfill", ask.first + ".." + ask.last});
  return Status::Ok();
}

void AddValue(const char* flag, const std::string& value, std::vector<std::string>& words) {
  if (!value.empty()) words.insert(words.end(), {flag, value});
}

// Whether the process has said that another run goes on.
bool RunsAlready(const Error& error) { return error.code == ErrorCode::kInvalidMetaOperation; }

rest::Answer AnswerOf(const StartNews& news, const std::string& start, const rest::Call& call) {
  if (news.run == 0 && news.ended) {
    const Error failure = StartFailure(news.said);
    rest::Answer answer = RefusalOf(failure, call);
    if (RunsAlready(failure)) answer.status = 409;
    return answer;
  }
  return JsonAnswer({{"run", news.run}, {"start", start}, {"ended", news.ended}});
}

}  // namespace

Result<std::vector<std::string>> FlowArguments(const FlowAsk& ask, const std::string& home) {
  std::vector<std::string> words = {"flow", "run",      ask.folder, "--home",
                                    home,   "--output", "jsonl",    "--quiet"};
  PAISQL_TRY(AddDays(ask, words));
  AddValue("--project", ask.project, words);
  if (!ask.user.empty()) words.insert(words.end(), {"--user", ask.user, "--remote"});
  if (ask.parallel < 0 || ask.parallel > nodes::kMostParallel) {
    return Error{ErrorCode::kInvalidCommand,
                 fmt::format("{} runs at once cannot be", ask.parallel),
                 {},
                 fmt::format("a number from 1 to {}", nodes::kMostParallel)};
  }
  if (ask.parallel > 0) AddValue("--parallel", std::to_string(ask.parallel), words);
  AddValue("--from", ask.selection.from, words);
  AddValue("--to", ask.selection.to, words);
  AddValue("--select", ask.selection.select, words);
  AddValue("--set-success", Join(ask.succeeded, ","), words);
  AddValue("--freeze", Join(ask.frozen, ","), words);
  if (ask.resume) words.emplace_back("--resume");
  if (ask.beside) words.emplace_back("--beside");
  if (!ask.check) words.emplace_back("--no-check-first");
  for (const auto& [name, value] : ask.defined) {
    words.insert(words.end(), {"--define", name + "=" + value});
  }
  return words;
}

StartNews ReadStart(const std::string& output) {
  StartNews news;
  for (const std::string& line : Split(output, '\n')) {
    const json event = line.starts_with('{') ? json::parse(line, nullptr, false) : json();
    if (!event.is_object()) {
      if (!line.empty()) news.said += line + "\n";
      continue;
    }
    if (news.run == 0 && event.value("event", "") == "start") news.run = event.value("run", 0L);
  }
  return news;
}

Error StartFailure(const std::string& said) {
  constexpr std::string_view kHint = "hint: ";
  Error failure;
  std::optional<ErrorCode> code;
  for (std::string line : Split(said, '\n')) {
    if (line.empty() || line.ends_with(": nothing has run")) continue;
    if (line.starts_with(kHint)) {
      failure.hint = line.substr(kHint.size());
      continue;
    }
    for (const std::string_view family : {"ODPS-", "PAISQL-"}) {
      const size_t at = line.find(family);
      if (code.has_value() || at == std::string::npos) continue;
      const size_t end = line.find_first_of(":, ", at);
      code = FindErrorCode(std::string_view(line).substr(at, end - at));
      // The whole error in one line: its words follow those of the code.
      const size_t words = line.starts_with("FAILED: ") ? line.find(" - ", at) : std::string::npos;
      if (code.has_value() && words != std::string::npos) line = line.substr(words + 3);
    }
    failure.detail += (failure.detail.empty() ? "" : "\n") + line;
  }
  failure.code = code.value_or(ErrorCode::kSemantic);
  if (failure.detail.empty()) failure.detail = "the run has ended before its first node";
  return failure;
}

rest::Answer TellStart(const rest::Call& call, Console& console, const std::string& start) {
  const Result<StartNews> news = console.workflows->starter.Look(start);
  return news.ok() ? AnswerOf(*news, start, call) : RefusalOf(news.error(), call);
}

rest::Answer StartAnswer(const rest::Call& call, Console& console, const FlowAsk& ask) {
  const std::string& home = console.service.options.home_path;
  const auto arguments = FlowArguments(ask, home);
  if (!arguments.ok()) return RefusalOf(arguments.error(), call);
  FlowStarter& starter = console.workflows->starter;
  const Result<std::string> start = starter.Start(*arguments, home);
  if (!start.ok()) return RefusalOf(start.error(), call);
  rest::Answer answer;
  answer.later = std::make_shared<const rest::Later>(rest::Later{
      [&starter, name = *start](std::function<void()> ready) {
        return starter.Await(name, std::move(ready));
      },
      kBeginMs, [call, name = *start, &console] { return TellStart(call, console, name); }});
  return answer;
}

Error NoSuchRun(int64_t run) {
  return {ErrorCode::kJobNotFound, fmt::format("the run {} does not exist", run), {}, ""};
}

Result<bool> StopRun(int64_t run, Console& console) {
  PAISQL_ASSIGN(const FlowBooks::Loan book, console.workflows->books.Borrow());
  PAISQL_ASSIGN(const std::optional<store::FlowRun> found, book->FindRun(run));
  if (!found.has_value()) return NoSuchRun(run);
  if (found->state != "RUNNING") return false;
  return SignalProcess({found->pid, found->process_start, found->boot_id}, SIGTERM);
}

}  // namespace paisql::console
