// `paisql flow status`, `paisql flow log` and `paisql flow new`.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/display/amounts.h"
#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/system/clock.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "flow/flow_verbs.h"
#include "flow/report/flow_report.h"
#include "nodes/read/read_flow.h"
#include "nodes/run/day/day_run.h"
#include "nodes/run/settle_runs.h"
#include "script/runner.h"
#include "terminal/terminal.h"
#include "types/time/zone.h"

namespace paisql::flow {

namespace {

std::string TimeText(const TimeZone& zone, int64_t time_ms) {
  constexpr int64_t kMicros = 1000;
  constexpr size_t kToSeconds = 19;
  return time_ms == 0 ? "" : zone.FormatMicros(time_ms * kMicros).substr(0, kToSeconds);
}

std::string Took(int64_t started_ms, int64_t ended_ms) {
  if (started_ms == 0) return "";
  const int64_t end = ended_ms == 0 ? NowMs() : ended_ms;
  return SecondsText(static_cast<double>(std::max<int64_t>(end - started_ms, 0)) / 1000.0);
}

bool IsRun(const std::string& word) { return word == "last" || WholeNumberOr(word, 0) > 0; }

Result<store::FlowRun> FindRun(const std::string& word, store::FlowBook& book) {
  PAISQL_ASSIGN(const std::vector<store::FlowRun> runs, book.ListRuns("", INT64_MAX));
  const int64_t id = WholeNumberOr(word, 0);
  for (const store::FlowRun& run : runs) {
    if (word == "last" || run.id == id) return run;
  }
  return Error{ErrorCode::kJobNotFound,
               runs.empty() ? "no workflow has run in this home" : "there is no run " + word,
               {},
               "paisql flow status lists them"};
}

std::string RunsText(const std::vector<store::FlowRun>& runs, const TimeZone& zone) {
  std::vector<std::vector<std::string>> rows = {
      {"run", "workflow", "business date", "state", "started", "took", "message"}};
  for (const store::FlowRun& run : runs) {
    rows.push_back({std::to_string(run.id), run.flow, run.bizdate, run.state,
                    TimeText(zone, run.started_ms), Took(run.started_ms, run.ended_ms),
                    run.message});
  }
  return Columns(rows);
}

std::string NodesText(const std::vector<store::FlowNode>& nodes, const TimeZone& zone) {
  std::vector<std::vector<std::string>> rows = {
      {"node", "kind", "state", "attempts", "started", "took", "message"}};
  for (const store::FlowNode& node : nodes) {
    rows.push_back(
        {node.name, node.kind, node.state, std::to_string(node.attempts),
         TimeText(zone, node.started_ms),
         node.ended_ms == 0 && node.state != "RUNNING" ? "" : Took(node.started_ms, node.ended_ms),
         node.message});
  }
  return Columns(rows);
}

}  // namespace

int FlowStatus(const FlowCall& call) {
  constexpr int64_t kShown = 20;
  const Result<std::unique_ptr<store::FlowBook>> book = OpenBook(call);
  if (!book.ok()) return FailFlow(book.error(), script::kExitEnvironment);
  const auto settled = nodes::SettleRuns(**book);
  if (!settled.ok()) return FailFlow(settled.error(), script::kExitEnvironment);
  const TimeZone zone = SessionZone(call);
  const std::string word = call.flags.words.empty() ? "" : call.flags.words.front();
  if (IsRun(word)) {
    const Result<store::FlowRun> run = FindRun(word, **book);
    if (!run.ok()) return FailFlow(run.error(), script::kExitFailed);
    const auto nodes = (*book)->ListNodes(run->id);
    if (!nodes.ok()) return FailFlow(nodes.error(), script::kExitEnvironment);
    return PrintFlowText(RunsText({*run}, zone) + "\n" + NodesText(*nodes, zone));
  }
  std::string folder;
  if (!word.empty()) {
    std::vector<nodes::Problem> problems;
    const Result<nodes::Flow> flow = ReadFlowOf(call, problems);
    if (!flow.ok()) return FailFlow(flow.error(), script::kExitUsage);
    folder = flow->folder;
  }
  const auto runs = (*book)->ListRuns(folder, kShown);
  if (!runs.ok()) return FailFlow(runs.error(), script::kExitEnvironment);
  return PrintFlowText(RunsText(*runs, zone));
}

int FlowLog(const FlowCall& call) {
  const Result<std::unique_ptr<store::FlowBook>> book = OpenBook(call);
  if (!book.ok()) return FailFlow(book.error(), script::kExitEnvironment);
  const Result<store::FlowRun> run = FindRun(call.flags.words[0], **book);
  if (!run.ok()) return FailFlow(run.error(), script::kExitFailed);
  const std::string& name = call.flags.words[1];
  const auto nodes = (*book)->ListNodes(run->id);
  if (!nodes.ok()) return FailFlow(nodes.error(), script::kExitEnvironment);
  std::vector<std::string> names;
  for (const store::FlowNode& node : *nodes) names.push_back(node.name);
  if (std::ranges::find(names, name) == names.end()) {
    return FailFlow({ErrorCode::kJobNotFound,
                     fmt::format("run {} has no node {}", run->id, name),
                     {},
                     DidYouMean(name, names)},
                    script::kExitFailed);
  }
  const std::string path = nodes::LogPath(**book, run->id, name);
  std::error_code failure;
  if (!std::filesystem::exists(path, failure)) {
    terminal::PrintLine(fmt::format("node {} has printed nothing in run {}", name, run->id));
    return script::kExitDone;
  }
  const Result<std::string> text = ReadFile(path);
  if (!text.ok()) return FailFlow(text.error(), script::kExitEnvironment);
  return PrintFlowText(*text);
}

int FlowNew(const FlowCall& call) {
  constexpr std::string_view kFlow =
      "# Nodes wait for each other by the tables that they read and write; `depends: [name]` says "
      "it otherwise.\n"
      "parameters:\n"
      "  bizdate: $bizdate\n"
      "\n"
      "nodes:\n"
      "  first: first.sql\n"
      "  second: second.sql\n";
  constexpr std::string_view kFirst =
      "CREATE TABLE IF NOT EXISTS numbers (n BIGINT) PARTITIONED BY (ds STRING);\n"
      "INSERT OVERWRITE TABLE numbers PARTITION (ds='${bizdate}') SELECT 1;\n";
  constexpr std::string_view kSecond =
      "SELECT COUNT(*) AS numbers FROM numbers WHERE ds = '${bizdate}';\n";
  const std::string& folder = call.flags.words.front();
  const std::string file = folder + "/" + nodes::kFlowFile;
  std::error_code failure;
  if (std::filesystem::exists(file, failure)) {
    return FailFlow({ErrorCode::kIo, file + " is there already", {}, "choose another folder"},
                    script::kExitUsage);
  }
  Status status = MakeFolders(folder);
  const std::pair<std::string, std::string_view> files[] = {
      {file, kFlow}, {folder + "/first.sql", kFirst}, {folder + "/second.sql", kSecond}};
  for (const auto& [path, text] : files) {
    if (status.ok() && !std::filesystem::exists(path, failure)) {
      status = WriteNewFile(path, text, NewFileKind::kOfUser);
    }
  }
  if (!status.ok()) return FailFlow(status.error(), script::kExitEnvironment);
  terminal::PrintLine(
      fmt::format("{} has a workflow of two nodes; {} run {} --bizdate 20260101 runs it", folder,
                  ProgramText(call), folder));
  return script::kExitDone;
}

}  // namespace paisql::flow
