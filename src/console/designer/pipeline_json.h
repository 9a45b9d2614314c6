#pragma once

// Pipelines as pages send and get them. Pure functions.

#include <nlohmann/json_fwd.hpp>

#include "designer/check/finding.h"
#include "designer/formats/import_pipeline.h"
#include "designer/pipeline/pipeline.h"
#include "messages/messages.h"

namespace paisql::console::canvas {

nlohmann::json PipelineJson(const designer::Pipeline& pipeline);
// An error is kInvalidCommand, with the name of the member that is missing or of another type. The
// caller sets id and project.
Result<designer::Pipeline> PipelineOf(const nlohmann::json& body);

nlohmann::json ColumnsJson(const std::vector<designer::PortColumn>& columns);
// Writes the findings in the language of a page.
nlohmann::json FindingsJson(const std::vector<designer::Finding>& findings,
                            messages::Language language);
nlohmann::json NotesJson(const std::vector<designer::ImportNote>& notes);

}  // namespace paisql::console::canvas
