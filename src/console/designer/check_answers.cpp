// POST /designer/check and /designer/statement answer for what the page has, saved or not.

#include <nlohmann/json.hpp>

#include "console/answers.h"
#include "console/designer/handlers.h"
#include "console/designer/pipeline_json.h"
#include "designer/check/design_check.h"
#include "designer/code/node_code.h"

namespace paisql::console::canvas {

namespace {

using nlohmann::json;

json PortFacts(const std::map<std::string, designer::PortColumns>& ports) {
  json made = json::object();
  for (const auto& [name, port] : ports) {
    made[name] = {{"known", port.known}, {"columns", ColumnsJson(port.columns)}};
  }
  return made;
}

std::string_view StateText(designer::NodeState state) {
  using enum designer::NodeState;
  switch (state) {
    case kOk:
      return "ok";
    case kWarning:
      return "warning";
    case kError:
      return "error";
    case kUnknown:
      return "unknown";
  }
  return "";
}

// Reads the pipeline of a body as one of the request's project.
Result<designer::Pipeline> Drawn(const json& body, const PipelineRoom& room) {
  PAISQL_ASSIGN(designer::Pipeline pipeline, PipelineOf(body));
  if (const auto id = body.find("id"); id != body.end() && id->is_string()) {
    pipeline.id = id->get<std::string>();
  }
  if (!designer::CheckPipelineId(pipeline.id).ok()) pipeline.id = "pipeline";
  if (pipeline.name.empty()) pipeline.name = pipeline.id;
  pipeline.project = room.project;
  PAISQL_TRY(designer::CheckShape(pipeline));
  return pipeline;
}

}  // namespace

rest::Answer CheckDesign(const rest::Call& call, Console& console) {
  return Answered(call, [&]() -> Result<rest::Answer> {
    const PipelineRoom room = RoomOf(call, console);
    PAISQL_ASSIGN(const json body, BodyOf(call));
    PAISQL_ASSIGN(const designer::Pipeline pipeline, Drawn(body, room));
    PAISQL_ASSIGN(const designer::CheckedPipeline checked,
                  designer::CheckPipeline(pipeline, OptionsOf(call, console),
                                          room.store.FolderOf(room.project, pipeline.id)));
    json nodes = json::object();
    for (const auto& [id, facts] : checked.nodes) {
      nodes[id] = {{"state", StateText(facts.state)},
                   {"ports", PortFacts(facts.outputs)},
                   {"inputs", PortFacts(facts.inputs)}};
    }
    return JsonAnswer({{"errors", FindingsJson(checked.findings, LanguageOf(call))},
                       {"nodes", std::move(nodes)}});
  });
}

rest::Answer GetStatement(const rest::Call& call, Console& console) {
  return Answered(call, [&]() -> Result<rest::Answer> {
    const PipelineRoom room = RoomOf(call, console);
    PAISQL_ASSIGN(const json body, BodyOf(call));
    PAISQL_ASSIGN(const std::string id, TextOf(body, "node"));
    const auto drawn = body.find("pipeline");
    if (drawn == body.end() || !drawn->is_object()) {
      return Error{
          ErrorCode::kInvalidCommand, "'pipeline' of the request is not an object", {}, ""};
    }
    PAISQL_ASSIGN(const designer::Pipeline pipeline, Drawn(*drawn, room));
    const designer::PipelineNode* const node = pipeline.Find(id);
    if (node == nullptr) {
      return Error{ErrorCode::kInvalidCommand, "the pipeline has no node " + id, {}, ""};
    }
    const designer::Wiring wiring(pipeline);
    const designer::NodeType* const type = wiring.TypeOf(*node);
    return JsonAnswer({{"statement", designer::StatementOf(*node, type, wiring)}});
  });
}

}  // namespace paisql::console::canvas
