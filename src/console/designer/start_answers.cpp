// POST /designer/pipelines/{}/runs and the end of a run.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "console/answers.h"
#include "console/designer/handlers.h"
#include "console/designer/pipeline_json.h"
#include "console/designer/run_choice.h"
#include "console/designer/table_rows.h"
#include "console/workflows/flow_start.h"
#include "console/workflows/known_flows.h"
#include "designer/check/design_check.h"
#include "designer/code/wiring.h"

namespace paisql::console::canvas {

namespace {

using nlohmann::json;

constexpr int kBadRequest = 400;

Result<RunChoice> ReadChoice(const json& body, const designer::Pipeline& pipeline) {
  RunChoice choice;
  if (body.contains("kind")) {
    PAISQL_ASSIGN(choice.kind, TextOf(body, "kind"));
  }
  if (choice.kind == "all") return choice;
  if (choice.kind != "from" && choice.kind != "to" && choice.kind != "one") {
    return Error{ErrorCode::kInvalidCommand,
                 "'" + choice.kind + "' is not a kind of run",
                 {},
                 "all, from, to or one"};
  }
  PAISQL_ASSIGN(choice.node, TextOf(body, "node"));
  if (pipeline.Find(choice.node) == nullptr) {
    return Error{ErrorCode::kInvalidCommand, "the pipeline has no node " + choice.node, {}, ""};
  }
  return choice;
}

// What the chosen nodes read from other nodes has to exist already.
class LeftOut {
 public:
  LeftOut(const designer::Pipeline& pipeline, const std::set<std::string>& chosen,
          session::Session& session)
      : pipeline_(pipeline), chosen_(chosen), session_(session), wiring_(pipeline) {}

  std::vector<designer::Finding> Missing() {
    std::vector<designer::Finding> findings;
    for (const designer::PipelineEdge& edge : pipeline_.edges) {
      if (!chosen_.contains(edge.to.node) || chosen_.contains(edge.from.node)) continue;
      const designer::PipelineNode* const from = pipeline_.Find(edge.from.node);
      if (from == nullptr || IsThere(*from, edge.from.port)) continue;
      designer::Finding finding;
      finding.node = edge.to.node;
      finding.port = edge.to.port;
      finding.code = ErrorCodeName(ErrorCode::kTableNotFound);
      finding.message = "node " + from->name + " has not run yet: what it gives is not there";
      finding.cure = "run from that node, or the whole pipeline";
      findings.push_back(std::move(finding));
    }
    return findings;
  }

 private:
  bool IsThere(const designer::PipelineNode& node, const std::string& port) {
    const designer::Given given = wiring_.OutputOf({node.id, port});
    using enum designer::PortType;
    const bool model = given.type == kModel;
    if (!model && given.type != kTable && given.type != kEvaluation) return true;
    return std::ranges::all_of(given.names, [&](const std::string& name) {
      const std::string verb = model ? "DESC MODEL " : "DESC ";
      return ReadRows(session_, verb + designer::TableInSql(name)).ok();
    });
  }

  const designer::Pipeline& pipeline_;
  const std::set<std::string>& chosen_;
  session::Session& session_;
  designer::Wiring wiring_;
};

// Finds what keeps the chosen nodes from running.
Result<std::vector<designer::Finding>> Obstacles(const designer::Pipeline& pipeline,
                                                 const RunChoice& choice, const rest::Call& call,
                                                 Console& console, const std::string& folder) {
  const std::set<std::string> chosen = ChosenNodes(pipeline, choice);
  PAISQL_ASSIGN(designer::CheckedPipeline checked,
                designer::CheckPipeline(pipeline, OptionsOf(call, console), folder));
  std::erase_if(checked.findings, [&](const designer::Finding& finding) {
    const designer::PipelineNode* const node = pipeline.Find(finding.node);
    if (node == nullptr) return !finding.error;
    return !finding.error || !node->enabled || !chosen.contains(finding.node);
  });
  if (choice.kind == "from" || choice.kind == "one") {
    PAISQL_ASSIGN(const std::unique_ptr<session::Session> session, SessionOf(call, console));
    for (designer::Finding& finding : LeftOut(pipeline, chosen, *session).Missing()) {
      checked.findings.push_back(std::move(finding));
    }
  }
  return std::move(checked.findings);
}

rest::Answer CannotRun(const designer::Pipeline& pipeline,
                       const std::vector<designer::Finding>& findings,
                       messages::Language language) {
  const json told = FindingsJson(findings, language);
  const json& first = told.front();
  const designer::PipelineNode* const node = pipeline.Find(findings.front().node);
  const std::string of = node == nullptr ? "" : node->name + ": ";
  return JsonAnswer({{"error",
                      {{"code", first["code"]},
                       {"name", "InvalidPipeline"},
                       {"message", of + first["message"].get<std::string>()},
                       {"cure", first["cure"]}}},
                     {"errors", told}},
                    kBadRequest);
}

}  // namespace

rest::Answer StartPipeline(const rest::Call& call, Console& console) {
  return Answered(call, [&]() -> Result<rest::Answer> {
    constexpr size_t kId = 2;
    const PipelineRoom room = RoomOf(call, console);
    PAISQL_TRY(MayRunFlows(call, console, room.project));
    PAISQL_ASSIGN(const json body, BodyOf(call));
    PAISQL_ASSIGN(const designer::Pipeline pipeline, room.store.Read(room.project, call.path[kId]));
    if (body.contains("version")) {
      PAISQL_ASSIGN(const std::string version, TextOf(body, "version"));
      if (version != pipeline.version) return LostRace(pipeline);
    }
    PAISQL_ASSIGN(const RunChoice choice, ReadChoice(body, pipeline));
    if (pipeline.nodes.empty()) {
      return Error{ErrorCode::kInvalidCommand, "the pipeline has no node that could run", {}, ""};
    }
    FlowAsk ask;
    ask.folder = room.store.FolderOf(room.project, pipeline.id);
    ask.project = room.project;
    ask.user = call.user;
    ask.selection = SelectionOf(choice);
    // Only the chosen nodes are checked: the other nodes may be wrong or unfinished.
    ask.check = false;
    if (body.contains("bizdate")) {
      PAISQL_ASSIGN(ask.first, TextOf(body, "bizdate"));
    }
    PAISQL_ASSIGN(const std::vector<designer::Finding> findings,
                  Obstacles(pipeline, choice, call, console, ask.folder));
    return findings.empty() ? StartAnswer(call, console, ask)
                            : CannotRun(pipeline, findings, LanguageOf(call));
  });
}

rest::Answer CancelPipelineRun(const rest::Call& call, Console& console) {
  return Answered(call, [&]() -> Result<rest::Answer> {
    PAISQL_ASSIGN(const FoundRun found, FindRun(call, console));
    PAISQL_TRY(MayReadFlows(call, console, found.room.project, &found.run));
    PAISQL_ASSIGN(const bool told, StopRun(found.run.id, console));
    return JsonAnswer({{"told", told}});
  });
}

}  // namespace paisql::console::canvas
