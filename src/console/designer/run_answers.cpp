// Runs of pipelines, which are runs of workflows: what the catalog tells of them, and their logs.

#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <set>

#include "base/files/files.h"
#include "base/secrets/redact.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "console/answers.h"
#include "console/designer/handlers.h"
#include "console/designer/run_choice.h"
#include "console/workflows/flow_json.h"
#include "console/workflows/known_flows.h"
#include "nodes/run/settle_runs.h"
#include "store/flows.h"

namespace paisql::console::canvas {

namespace {

using nlohmann::json;
using BookPtr = FlowBooks::Loan;

constexpr int kUsualRuns = 20;
constexpr int kMostRuns = 200;
// The newest state of a node is looked for in so many of the newest runs.
constexpr int kMostLookedAt = 50;
constexpr size_t kLogPiece = size_t{1} << 18;
constexpr size_t kRunPart = 2;   // designer, runs, {}
constexpr size_t kNodePart = 4;  // designer, runs, {}, nodes, {}

json RunFacts(const store::FlowRun& run) {
  const RunChoice choice = ChoiceOfCommand(run.command);
  return {{"run", run.id},
          {"state", run.state},
          {"kind", choice.kind},
          {"node", choice.node},
          {"bizdate", run.bizdate},
          {"message", Redact(run.message)},
          {"started_ms", run.started_ms},
          {"ended_ms", run.ended_ms}};
}

// Reads a piece of a file from an offset on.
Result<std::string> ReadPiece(const std::string& path, uint64_t after, size_t most) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!file.open()) return std::string();  // the node has not begun
  std::string text(most, '\0');
  const ssize_t got = pread(file.get(), text.data(), text.size(), static_cast<off_t>(after));
  if (got < 0) return FileError("read", path, errno);
  text.resize(static_cast<size_t>(got));
  return text;
}

// The node's log tells which jobs its statements have started.
json InstancesOf(const std::string& path) {
  const Result<std::string> text = ReadPiece(path, 0, kLogPiece);
  return text.ok() ? json(InstancesInLog(*text)) : json::array();
}

json NodeFacts(const store::FlowNode& node, const std::string& log, bool selected) {
  const int64_t ended = node.ended_ms;
  return {{"node", node.name},
          {"run", node.run_id},
          {"state", node.state},
          {"selected", selected},
          {"message", Redact(node.message)},
          {"attempts", node.attempts},
          {"started_ms", node.started_ms},
          {"ended_ms", ended},
          {"duration_ms", ended > node.started_ms ? ended - node.started_ms : 0},
          {"instances", node.attempts > 0 ? InstancesOf(log) : json::array()}};
}

// The nodes of a run but those in `told`, whose logs are left unread. The catalog does not keep
// which of them the run took: the choice of its command and the edges that the pipeline has now
// tell it.
Result<json> NodesJson(store::FlowBook& book, const store::FlowRun& run,
                       const designer::Pipeline& pipeline, bool with_messages,
                       const std::set<std::string>& told = {}) {
  PAISQL_ASSIGN(const std::vector<store::FlowNode> nodes, book.ListNodes(run.id));
  const RunChoice choice = ChoiceOfCommand(run.command);
  const std::set<std::string> chosen = ChosenNodes(pipeline, choice);
  json list = json::array();
  for (const store::FlowNode& node : nodes) {
    if (told.contains(node.name)) continue;
    const bool selected = choice.kind == "all" || chosen.contains(node.name);
    list.push_back(NodeFacts(node, nodes::LogPath(book, run.id, node.name), selected));
    if (!with_messages) list.back()["message"] = "";
  }
  return list;
}

// Only whole lines are given, so that no character and no secret is cut in two.
std::string WholeLines(std::string text, bool ended) {
  if (ended && text.size() < kLogPiece) return text;
  const size_t end = text.rfind('\n');
  if (end == std::string::npos) return text.size() == kLogPiece ? text : "";
  text.resize(end + 1);
  return text;
}

bool HasEnded(const std::string& state) { return state == "SUCCESS" || state == "FAILURE"; }

}  // namespace

Result<FoundRun> FindRun(const rest::Call& call, Console& console) {
  PipelineRoom room = RoomOf(call, console);
  PAISQL_TRY(MaySeeFlows(call, console, room.project));
  PAISQL_ASSIGN(BookPtr book, console.workflows->books.Borrow());
  // A run whose process was killed is told as ended.
  PAISQL_TRY(nodes::SettleRuns(*book));
  const int64_t id = ParseNumber<int64_t>(call.path[kRunPart]).value_or(0);
  PAISQL_ASSIGN(const std::optional<store::FlowRun> run, book->FindRun(id));
  const std::string begin = room.store.FolderOf(room.project, "") + "/";
  if (!run.has_value() || !run->folder.starts_with(begin)) return NoSuchRun(id);
  return FoundRun{std::move(book), *run, run->folder.substr(begin.size()), std::move(room)};
}

rest::Answer ListPipelineRuns(const rest::Call& call, Console& console) {
  return Answered(call, [&]() -> Result<rest::Answer> {
    const PipelineRoom room = RoomOf(call, console);
    PAISQL_TRY(designer::CheckPipelineId(call.path[2]));
    PAISQL_TRY(MaySeeFlows(call, console, room.project));
    PAISQL_ASSIGN(const BookPtr book, console.workflows->books.Borrow());
    PAISQL_TRY(nodes::SettleRuns(*book));
    const int limit = std::clamp(WholeNumberOr(call.Get("limit"), kUsualRuns), 1, kMostRuns);
    PAISQL_ASSIGN(const std::vector<store::FlowRun> runs,
                  book->ListRuns(room.store.FolderOf(room.project, call.path[2]), limit));
    json list = json::array();
    for (const store::FlowRun& run : runs) {
      list.push_back(RunFacts(run));
      if (!MayReadFlows(call, console, room.project, &run).ok()) list.back()["message"] = "";
    }
    return JsonAnswer({{"runs", std::move(list)}});
  });
}

rest::Answer GetPipelineRun(const rest::Call& call, Console& console) {
  return Answered(call, [&]() -> Result<rest::Answer> {
    PAISQL_ASSIGN(const FoundRun found, FindRun(call, console));
    const Result<designer::Pipeline> pipeline =
        found.room.store.Read(found.room.project, found.pipeline);
    // Messages may show rows, so only users who may read the logs get them.
    const bool reads = MayReadFlows(call, console, found.room.project, &found.run).ok();
    PAISQL_ASSIGN(json list, NodesJson(*found.book, found.run,
                                       pipeline.ok() ? *pipeline : designer::Pipeline{}, reads));
    json answer = RunFacts(found.run);
    answer["may_read"] = reads;
    if (!reads) answer["message"] = "";
    answer["pipeline"] = found.pipeline;
    answer["chosen"] = answer["node"];
    answer["nodes"] = std::move(list);
    return JsonAnswer(answer);
  });
}

// Nodes that the pipeline does not have any more are told too, so that no new one takes their ids
// and with them their states.
rest::Answer GetNodeStates(const rest::Call& call, Console& console) {
  return Answered(call, [&]() -> Result<rest::Answer> {
    const PipelineRoom room = RoomOf(call, console);
    PAISQL_TRY(designer::CheckPipelineId(call.path[2]));
    PAISQL_TRY(MaySeeFlows(call, console, room.project));
    PAISQL_ASSIGN(const designer::Pipeline pipeline, room.store.Read(room.project, call.path[2]));
    PAISQL_ASSIGN(const BookPtr book, console.workflows->books.Borrow());
    PAISQL_TRY(nodes::SettleRuns(*book));
    PAISQL_ASSIGN(const std::vector<store::FlowRun> runs,
                  book->ListRuns(room.store.FolderOf(room.project, pipeline.id), kMostLookedAt));
    json list = json::array();
    std::set<std::string> told;
    for (const store::FlowRun& run : runs) {
      const bool reads = MayReadFlows(call, console, room.project, &run).ok();
      PAISQL_ASSIGN(const json nodes, NodesJson(*book, run, pipeline, reads, told));
      for (const json& node : nodes) {
        if (node["selected"] == true && told.insert(node["node"]).second) list.push_back(node);
      }
    }
    return JsonAnswer({{"nodes", std::move(list)}});
  });
}

rest::Answer GetNodeLog(const rest::Call& call, Console& console) {
  return Answered(call, [&]() -> Result<rest::Answer> {
    PAISQL_ASSIGN(const FoundRun found, FindRun(call, console));
    PAISQL_TRY(MayReadFlows(call, console, found.room.project, &found.run));
    PAISQL_ASSIGN(const std::vector<store::FlowNode> nodes, found.book->ListNodes(found.run.id));
    const auto node = std::ranges::find(nodes, call.path[kNodePart], &store::FlowNode::name);
    if (node == nodes.end()) {
      return Error{CodeOf("ODPS-0410100"), "the run has no node " + call.path[kNodePart], {}, ""};
    }
    const uint64_t after = ParseNumber<uint64_t>(call.Get("after", "0")).value_or(0);
    const bool ended = HasEnded(node->state) || HasEnded(found.run.state);
    PAISQL_ASSIGN(std::string text, ReadPiece(nodes::LogPath(*found.book, found.run.id, node->name),
                                              after, kLogPiece));
    const bool last = text.size() < kLogPiece;
    text = WholeLines(std::move(text), ended);
    const uint64_t next = after + text.size();
    return JsonAnswer({{"text", Redact(text)}, {"next", next}, {"ended", ended && last}});
  });
}

}  // namespace paisql::console::canvas
