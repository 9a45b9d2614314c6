// POST /designer/import and GET /designer/pipelines/{}/export.

#include <nlohmann/json.hpp>

#include <utility>

#include "base/text.h"
#include "console/answers.h"
#include "console/designer/handlers.h"
#include "console/designer/pipeline_json.h"
#include "console/workflows/known_flows.h"
#include "designer/formats/import_pipeline.h"

namespace paisql::console::canvas {

namespace {

using nlohmann::json;

}  // namespace

rest::Answer ImportDesign(const rest::Call& call, Console& console) {
  return Answered(call, [&]() -> Result<rest::Answer> {
    const PipelineRoom room = RoomOf(call, console);
    PAISQL_TRY(MayRunFlows(call, console, room.project));
    PAISQL_ASSIGN(const json body, BodyOf(call));
    PAISQL_ASSIGN(const std::string text, TextOf(body, "text"));
    PAISQL_ASSIGN(designer::ImportedPipeline imported, designer::ImportPipeline(text));
    imported.pipeline.project = room.project;
    if (const auto name = body.find("name");
        name != body.end() && name->is_string() && !Trim(name->get<std::string>()).empty()) {
      imported.pipeline.name = name->get<std::string>();
    }
    PAISQL_ASSIGN(const designer::Pipeline made, room.store.Create(std::move(imported.pipeline)));
    return JsonAnswer({{"pipeline", PipelineJson(made)},
                       {"format", imported.format},
                       {"notes", NotesJson(imported.notes)}},
                      kCreatedStatus);
  });
}

rest::Answer ExportDesign(const rest::Call& call, Console& console) {
  return Answered(call, [&]() -> Result<rest::Answer> {
    const PipelineRoom room = RoomOf(call, console);
    constexpr size_t kId = 2;
    PAISQL_ASSIGN(const designer::Pipeline pipeline, room.store.Read(room.project, call.path[kId]));
    const designer::ExportedPipeline exported = designer::ExportPaiFlow(pipeline);
    return JsonAnswer({{"file_name", pipeline.id + ".yaml"},
                       {"text", exported.text},
                       {"notes", NotesJson(exported.notes)}});
  });
}

}  // namespace paisql::console::canvas
