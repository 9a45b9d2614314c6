#pragma once

// Pipelines as pages send and get them. Pure functions.

#include <nlohmann/json_fwd.hpp>

#include "designer/check/finding.h"
#include "designer/formats/import_pipeline.h"
#include "designer/pipeline/pipeline.h"
#include "messages/messages.h"

namespace paisql::console::canvas {

nlohmann::json PipelineJson(const designer::Pipeline& pipeline);
// kInvalidCommand with the member's name where one is missing or of another type. Id and project
// are the caller's.
Result<designer::Pipeline> PipelineOf(const nlohmann::json& body);

nlohmann::json ColumnsJson(const std::vector<designer::PortColumn>& columns);
// In the language of a page.
nlohmann::json FindingsJson(const std::vector<designer::Finding>& findings,
                            messages::Language language);
nlohmann::json NotesJson(const std::vector<designer::ImportNote>& notes);

}  // namespace paisql::console::canvas
