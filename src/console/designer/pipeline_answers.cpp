// /designer/pipelines: lists, and one pipeline with its version.

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/text.h"
#include "base/whole_number.h"
#include "console/answers.h"
#include "console/designer/handlers.h"
#include "console/designer/pipeline_json.h"
#include "console/workflows/known_flows.h"
#include "store/flows.h"
#include "store/place.h"

namespace paisql::console::canvas {

namespace {

using nlohmann::json;

constexpr size_t kUsualPage = 50;
constexpr size_t kLargestPage = 500;

const std::string& IdOf(const rest::Call& call) {
  constexpr size_t kId = 2;  // designer, pipelines, {}
  return call.path[kId];
}

rest::Answer AnswerOfWrite(const designer::Written& written) {
  return written.lost_race ? LostRace(written.pipeline)
                           : JsonAnswer(PipelineJson(written.pipeline));
}

json LastRunJson(const std::vector<store::FlowRun>& runs) {
  if (runs.empty()) return nullptr;
  const store::FlowRun& run = runs.front();
  return {{"run", run.id},
          {"state", run.state},
          {"started_ms", run.started_ms},
          {"ended_ms", run.ended_ms}};
}

bool Matches(const designer::PipelineEntry& entry, const std::string& search) {
  const std::string wanted = ToLower(search);
  return ToLower(entry.name).find(wanted) != std::string::npos ||
         entry.id.find(wanted) != std::string::npos;
}

Result<rest::Answer> ListOf(const rest::Call& call, Console& console) {
  const PipelineRoom room = RoomOf(call, console);
  PAISQL_ASSIGN(std::vector<designer::PipelineEntry> entries, room.store.List(room.project));
  const std::string search = call.Get("search");
  std::erase_if(entries, [&](const auto& entry) { return !Matches(entry, search); });
  const size_t after = ParseNumber<uint64_t>(call.Get("after", "0")).value_or(0);
  const size_t limit = std::clamp<uint64_t>(
      ParseNumber<uint64_t>(call.Get("limit", "0")).value_or(0), 0, kLargestPage);
  const size_t end = std::min(entries.size(), after + (limit == 0 ? kUsualPage : limit));
  PAISQL_ASSIGN(const FlowBooks::Loan book, console.workflows->books.Borrow());
  json list = json::array();
  for (size_t i = after; i < end; ++i) {
    const designer::PipelineEntry& entry = entries[i];
    PAISQL_ASSIGN(const std::vector<store::FlowRun> runs,
                  book->ListRuns(room.store.FolderOf(room.project, entry.id), 1));
    list.push_back({{"id", entry.id},
                    {"name", entry.name},
                    {"description", entry.description},
                    {"version", entry.version},
                    {"updated_ms", entry.updated_ms},
                    {"nodes", entry.nodes},
                    {"problem", entry.problem},
                    {"last_run", LastRunJson(runs)}});
  }
  return JsonAnswer({{"pipelines", std::move(list)},
                     {"next", end < entries.size() ? std::to_string(end) : ""},
                     {"total", entries.size()}});
}

// A node that was written by hand in flow.yaml may name any file of this machine and hold any kind
// of code. A user of a server may keep such a node as it is, and may neither add nor change one.
Status CheckForeignNodes(const rest::Call& call, const designer::Pipeline& wanted,
                         const designer::Pipeline* before) {
  if (call.user.empty() && call.allowed == nullptr) return Status::Ok();
  for (const designer::PipelineNode& node : wanted.nodes) {
    if (node.component != designer::kForeignNode) continue;
    const designer::PipelineNode* const known = before == nullptr ? nullptr : before->Find(node.id);
    const bool same = known != nullptr && known->component == node.component &&
                      known->parameters == node.parameters;
    if (same) continue;
    return Error{CodeOf("ODPS-0130013"),
                 "node " + node.id + " is not one of a canvas; only the owner may make it",
                 {},
                 ""};
  }
  return Status::Ok();
}

Result<designer::Pipeline> BodyPipeline(const rest::Call& call) {
  PAISQL_ASSIGN(const json body, BodyOf(call));
  return PipelineOf(body);
}

}  // namespace

PipelineRoom RoomOf(const rest::Call& call, const Console& console) {
  // Runs of the pipeline are found again by this name.
  std::error_code failure;
  const std::filesystem::path home = console.service.context->options().home_path;
  const std::filesystem::path real = std::filesystem::weakly_canonical(home, failure);
  return PipelineRoom{ToLower(store::ProjectOfPlace(ProjectOf(call))),
                      designer::PipelineStore(failure ? home.string() : real.string())};
}

rest::Answer LostRace(const designer::Pipeline& other) {
  return JsonAnswer(
      {{"error",
        {{"code", "ODPS-0110041"},
         {"name", "Conflict"},
         {"message", "somebody else has changed the pipeline " + other.name + " meanwhile"},
         {"cure", "take over the other version, or write yours over it"}}},
       {"pipeline", PipelineJson(other)}},
      kConflictStatus);
}

rest::Answer Answered(const rest::Call& call, const std::function<Result<rest::Answer>()>& make) {
  Result<rest::Answer> answer = make();
  return answer.ok() ? *std::move(answer) : RefusalOf(answer.error(), call);
}

rest::Answer ListPipelines(const rest::Call& call, Console& console) {
  return Answered(call, [&] { return ListOf(call, console); });
}

rest::Answer CreatePipeline(const rest::Call& call, Console& console) {
  return Answered(call, [&]() -> Result<rest::Answer> {
    const PipelineRoom room = RoomOf(call, console);
    PAISQL_TRY(MayRunFlows(call, console, room.project));
    PAISQL_ASSIGN(designer::Pipeline pipeline, BodyPipeline(call));
    pipeline.project = room.project;
    PAISQL_TRY(CheckForeignNodes(call, pipeline, nullptr));
    PAISQL_ASSIGN(const designer::Pipeline made, room.store.Create(std::move(pipeline)));
    return JsonAnswer(PipelineJson(made), kCreatedStatus);
  });
}

rest::Answer GetPipeline(const rest::Call& call, Console& console) {
  return Answered(call, [&]() -> Result<rest::Answer> {
    const PipelineRoom room = RoomOf(call, console);
    PAISQL_ASSIGN(const designer::Pipeline read, room.store.Read(room.project, IdOf(call)));
    return JsonAnswer(PipelineJson(read));
  });
}

rest::Answer GetPipelineVersion(const rest::Call& call, Console& console) {
  return Answered(call, [&]() -> Result<rest::Answer> {
    const PipelineRoom room = RoomOf(call, console);
    PAISQL_ASSIGN(const designer::PipelineEntry entry, room.store.Look(room.project, IdOf(call)));
    return JsonAnswer({{"version", entry.version}, {"updated_ms", entry.updated_ms}});
  });
}

rest::Answer PutPipeline(const rest::Call& call, Console& console) {
  return Answered(call, [&]() -> Result<rest::Answer> {
    const PipelineRoom room = RoomOf(call, console);
    PAISQL_TRY(MayRunFlows(call, console, room.project));
    PAISQL_ASSIGN(designer::Pipeline pipeline, BodyPipeline(call));
    pipeline.id = IdOf(call);
    pipeline.project = room.project;
    // The write is refused where the files have changed meanwhile.
    PAISQL_ASSIGN(const designer::Pipeline before, room.store.Read(room.project, pipeline.id));
    if (before.version != pipeline.version) return LostRace(before);
    PAISQL_TRY(CheckForeignNodes(call, pipeline, &before));
    PAISQL_ASSIGN(const designer::Written written, room.store.Write(pipeline));
    return AnswerOfWrite(written);
  });
}

rest::Answer RenamePipeline(const rest::Call& call, Console& console) {
  return Answered(call, [&]() -> Result<rest::Answer> {
    const PipelineRoom room = RoomOf(call, console);
    PAISQL_TRY(MayRunFlows(call, console, room.project));
    PAISQL_ASSIGN(const json body, BodyOf(call));
    PAISQL_ASSIGN(designer::Pipeline pipeline, room.store.Read(room.project, IdOf(call)));
    PAISQL_ASSIGN(pipeline.name, TextOf(body, "name"));
    PAISQL_ASSIGN(pipeline.version, TextOf(body, "version"));
    PAISQL_ASSIGN(const designer::Written written, room.store.Write(pipeline));
    return AnswerOfWrite(written);
  });
}

rest::Answer CopyPipeline(const rest::Call& call, Console& console) {
  return Answered(call, [&]() -> Result<rest::Answer> {
    const PipelineRoom room = RoomOf(call, console);
    PAISQL_TRY(MayRunFlows(call, console, room.project));
    PAISQL_ASSIGN(const json body, BodyOf(call));
    PAISQL_ASSIGN(designer::Pipeline pipeline, room.store.Read(room.project, IdOf(call)));
    PAISQL_ASSIGN(pipeline.name, TextOf(body, "name"));
    PAISQL_TRY(CheckForeignNodes(call, pipeline, nullptr));
    PAISQL_ASSIGN(const designer::Pipeline made, room.store.Create(std::move(pipeline)));
    return JsonAnswer(PipelineJson(made), kCreatedStatus);
  });
}

rest::Answer DeletePipeline(const rest::Call& call, Console& console) {
  return Answered(call, [&]() -> Result<rest::Answer> {
    const PipelineRoom room = RoomOf(call, console);
    PAISQL_TRY(MayRunFlows(call, console, room.project));
    PAISQL_ASSIGN(const designer::Written gone,
                  room.store.Remove(room.project, IdOf(call), call.Get("version")));
    return gone.lost_race ? LostRace(gone.pipeline) : JsonAnswer(json::object());
  });
}

}  // namespace paisql::console::canvas
