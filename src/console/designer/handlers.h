#pragma once

// The answers to the page of pipelines, a function each, and what they share. Private to this
// folder.

#include <functional>
#include <string>

#include "base/result.h"
#include "console/console.h"
#include "console/workflows/workflow_state.h"
#include "designer/files/pipeline_store.h"
#include "rest/call.h"

namespace paisql::console::canvas {

rest::Answer ListComponents(const rest::Call& call, Console& console);

rest::Answer ListPipelines(const rest::Call& call, Console& console);
rest::Answer CreatePipeline(const rest::Call& call, Console& console);
rest::Answer GetPipeline(const rest::Call& call, Console& console);
rest::Answer GetPipelineVersion(const rest::Call& call, Console& console);
rest::Answer PutPipeline(const rest::Call& call, Console& console);
rest::Answer RenamePipeline(const rest::Call& call, Console& console);
rest::Answer CopyPipeline(const rest::Call& call, Console& console);
rest::Answer DeletePipeline(const rest::Call& call, Console& console);

rest::Answer CheckDesign(const rest::Call& call, Console& console);
rest::Answer GetStatement(const rest::Call& call, Console& console);

rest::Answer StartPipeline(const rest::Call& call, Console& console);
rest::Answer ListPipelineRuns(const rest::Call& call, Console& console);
// Answers with the newest run of each node.
rest::Answer GetNodeStates(const rest::Call& call, Console& console);
rest::Answer GetPipelineRun(const rest::Call& call, Console& console);
rest::Answer CancelPipelineRun(const rest::Call& call, Console& console);
rest::Answer GetNodeLog(const rest::Call& call, Console& console);
rest::Answer GetNodeOutputs(const rest::Call& call, Console& console);

rest::Answer ImportDesign(const rest::Call& call, Console& console);
rest::Answer ExportDesign(const rest::Call& call, Console& console);

inline constexpr int kCreatedStatus = 201;
inline constexpr int kConflictStatus = 409;

// The pipelines of the request's project.
struct PipelineRoom {
  std::string project;
  designer::PipelineStore store;
};

// Whether the user is in the project has been asked before the request came here: its users see its
// pipelines, and change them where they may run statements.
PipelineRoom RoomOf(const rest::Call& call, const Console& console);

// A run of a pipeline of the request's project, which designer/runs/{} names.
struct FoundRun {
  FlowBooks::Loan book;
  store::FlowRun run;
  std::string pipeline;  // its id
  PipelineRoom room;
};
Result<FoundRun> FindRun(const rest::Call& call, Console& console);

// Answers with what the other person has saved, so that the page can show both.
rest::Answer LostRace(const designer::Pipeline& other);

// Gives what `make` answers, or a refusal with its error.
rest::Answer Answered(const rest::Call& call, const std::function<Result<rest::Answer>()>& make);

}  // namespace paisql::console::canvas
