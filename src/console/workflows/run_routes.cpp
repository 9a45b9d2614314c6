#include "console/workflows/run_routes.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/files/files.h"
#include "base/whole_number.h"
#include "console/answers.h"
#include "console/console.h"
#include "console/workflows/flow_json.h"
#include "console/workflows/flow_request.h"
#include "nodes/run/settle_runs.h"
#include "store/files/sha256.h"

namespace paisql::console {

namespace {

using nlohmann::json;
using rest::Answer;
using rest::Call;

constexpr int64_t kRunsOfPage = 60;
constexpr int64_t kMostRuns = 500;
constexpr size_t kLogPiece = size_t{256} << 10;
constexpr int64_t kLongestLine = 200;  // that tells of a job

std::string DigestOf(const std::string& text) {
  store::Sha256 digest;
  digest.Add(reinterpret_cast<const unsigned char*>(text.data()), text.size());
  return digest.Finish().substr(0, 16);
}

struct Piece {
  std::string text;
  int64_t size = 0;  // of the file
};

// No file: nothing was printed.
Piece ReadPiece(const std::string& path, int64_t from, size_t most) {
  Piece piece;
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) return piece;
  piece.size = lseek(file.get(), 0, SEEK_END);
  if (from >= piece.size) return piece;
  piece.text.resize(most);
  const ssize_t count = pread(file.get(), piece.text.data(), most, from);
  piece.text.resize(count > 0 ? static_cast<size_t>(count) : 0);
  return piece;
}

// How many bytes at the end are the begin of a character that is not whole.
size_t BrokenEnd(const std::string& text) {
  size_t tail = 0;
  while (tail < 4 && tail < text.size()) {
    const auto byte = static_cast<unsigned char>(text[text.size() - 1 - tail]);
    ++tail;
    if ((byte & 0xC0U) == 0x80U) continue;
    const size_t whole = byte >= 0xF0U ? 4 : byte >= 0xE0U ? 3 : byte >= 0xC0U ? 2 : 1;
    return whole > tail ? tail : 0;
  }
  return 0;
}

// The jobs that the log tells of between two bytes. The first line may have begun before `from`.
std::vector<std::string> JobsBetween(const std::string& path, int64_t from, int64_t to) {
  const int64_t begin = std::max<int64_t>(0, from - kLongestLine);
  std::string text = ReadPiece(path, begin, static_cast<size_t>(to - begin)).text;
  if (begin > 0) text.erase(0, std::min(text.find('\n'), text.size()));
  return InstancesInLog(text);
}

// What the run says of its end, or else the node at which it failed.
std::string MessageOf(const store::FlowRun& run, store::FlowBook& book) {
  if (run.state != "FAILURE" || !run.message.empty()) return run.message;
  const Result<std::vector<store::FlowNode>> nodes = book.ListNodes(run.id);
  if (!nodes.ok()) return "";
  const auto failed = std::ranges::find(*nodes, "FAILURE", &store::FlowNode::state);
  return failed == nodes->end() ? "" : failed->name + ": " + failed->message;
}

Result<json> RunsOf(const Call& call, Console& console) {
  PAISQL_ASSIGN(const FlowBooks::Loan book, SettledBook(console));
  PAISQL_ASSIGN(const KnownFlow known,
                FindKnownFlow(call.path[1], *book, console.service.options.home_path));
  std::vector<nodes::Problem> problems;
  PAISQL_TRY(MaySeeFlows(call, console, GuardOf(known, ReadFlowFor(call, known, problems))));
  const int64_t before = ParseNumber<int64_t>(call.Get("before")).value_or(0);
  const auto most =
      std::clamp<int64_t>(WholeNumberOr(call.Get("limit"), kRunsOfPage), 1, kMostRuns);
  PAISQL_ASSIGN(const std::vector<store::FlowRun> runs,
                book->ListRuns(known.folder, most + 1, before > 0 ? before : INT64_MAX));
  json list = json::array();
  int64_t last = 0;
  for (size_t i = 0; i < runs.size() && static_cast<int64_t>(i) < most; ++i) {
    const store::FlowRun& run = runs[i];
    last = run.id;
    if (!MaySeeFlows(call, console, run.project).ok()) continue;
    list.push_back(RunJson(run));
    if (MayReadFlows(call, console, run.project, &run).ok()) {
      list.back()["message"] = MessageOf(run, *book);
    } else {
      list.back()["command"] = "";
    }
  }
  const bool more = static_cast<int64_t>(runs.size()) > most;
  const int64_t next = more ? last : 0;
  return json{{"runs", std::move(list)}, {"next", next}};
}

Result<json> RunOf(const Call& call, Console& console) {
  PAISQL_ASSIGN(const OpenedRun opened, OpenRun(call, console, call.path[1]));
  PAISQL_ASSIGN(std::vector<store::FlowNode> nodes, opened.book->ListNodes(opened.run.id));
  json run = RunJson(opened.run);
  if (!opened.readable) {
    run["command"] = "";
    for (store::FlowNode& node : nodes) node.message.clear();
  }
  json answer = {
      {"run", std::move(run)}, {"nodes", NodesJson(nodes)}, {"may_read", opened.readable}};
  const std::string cursor = DigestOf(answer.dump(-1, ' ', false, json::error_handler_t::replace));
  if (call.Get("after") == cursor) return json{{"unchanged", true}, {"cursor", cursor}};
  answer["cursor"] = cursor;
  return answer;
}

Result<json> LogOf(const Call& call, Console& console) {
  PAISQL_ASSIGN(const OpenedRun opened, OpenRun(call, console, call.path[1]));
  PAISQL_TRY(MayReadFlows(call, console, opened.run.project, &opened.run));
  const std::string name = call.Get("node");
  PAISQL_ASSIGN(const std::vector<store::FlowNode> nodes, opened.book->ListNodes(opened.run.id));
  const auto node = std::ranges::find(nodes, name, &store::FlowNode::name);
  if (node == nodes.end()) {
    return Error{ErrorCode::kJobNotFound,
                 "run " + std::to_string(opened.run.id) + " has no node " + name,
                 {},
                 ""};
  }
  const std::string path = nodes::LogPath(*opened.book, opened.run.id, name);
  const int64_t after = std::max<int64_t>(0, ParseNumber<int64_t>(call.Get("after")).value_or(0));
  Piece piece = ReadPiece(path, after, kLogPiece);
  const bool ended = node->ended_ms != 0 || opened.run.state != "RUNNING";
  const bool last = after + static_cast<int64_t>(piece.text.size()) >= piece.size;
  if (!ended || !last) piece.text.resize(piece.text.size() - BrokenEnd(piece.text));
  const int64_t next = after + static_cast<int64_t>(piece.text.size());
  return json{{"text", std::move(piece.text)},
              {"next", next},
              {"size", piece.size},
              {"ended", ended && next >= piece.size},
              {"state", node->state},
              {"instances", JobsBetween(path, after, next)}};
}

Result<json> StoppedOf(const Call& call, Console& console) {
  PAISQL_ASSIGN(const OpenedRun opened, OpenRun(call, console, call.path[1]));
  PAISQL_TRY(MayReadFlows(call, console, opened.run.project, &opened.run));
  PAISQL_ASSIGN(const bool told, StopRun(opened.run.id, console));
  return json{{"told", told}};
}

Result<FlowAsk> AskOf(const Call& call, Console& console) {
  PAISQL_ASSIGN(const OpenedFlow opened, OpenFlow(call, console, call.path[1]));
  if (!opened.flow.ok()) return UnreadableFlow(opened.flow.error());
  // Whoever runs it reads what it prints, so the project of its code has to allow it, too.
  PAISQL_TRY(MayRunFlows(call, console, opened.guard));
  PAISQL_TRY(MayRunFlows(call, console, opened.project));
  PAISQL_ASSIGN(const json body, BodyOf(call));
  PAISQL_ASSIGN(FlowAsk ask, ReadFlowAsk(body));
  ask.folder = opened.known.folder;
  ask.user = call.user;
  if (opened.flow->project.empty()) ask.project = opened.project;
  return ask;
}

Answer AnswerOfTold(const Result<json>& told, const Call& call) {
  return told.ok() ? JsonAnswer(*told) : RefusalOf(told.error(), call);
}

}  // namespace

Answer ListFlowRuns(const Call& call, Console& console) {
  return AnswerOfTold(RunsOf(call, console), call);
}

Answer StartFlowRun(const Call& call, Console& console) {
  const Result<FlowAsk> ask = AskOf(call, console);
  return ask.ok() ? StartAnswer(call, console, *ask) : RefusalOf(ask.error(), call);
}

Answer TellFlowStart(const Call& call, Console& console) {
  return TellStart(call, console, call.path[1]);
}

Answer TellFlowRun(const Call& call, Console& console) {
  return AnswerOfTold(RunOf(call, console), call);
}

Answer TellNodeLog(const Call& call, Console& console) {
  return AnswerOfTold(LogOf(call, console), call);
}

Answer StopFlowRun(const Call& call, Console& console) {
  return AnswerOfTold(StoppedOf(call, console), call);
}

}  // namespace paisql::console
