#pragma once

// Pipelines of the platform as pipelines of a canvas: the older Studio's JSON with its XML of jobs,
// and PAIFlow's YAML in both of its generations, alone or within the JSON of a node of DataWorks.
// Pure. Endpoints and access keys are left out; what a node cannot be stays a component of its
// name, which refuses to run.

#include <string>
#include <vector>

#include "base/result.h"
#include "designer/pipeline/pipeline.h"

namespace paisql::designer {

struct ImportNote {
  std::string node;  // "": the pipeline as a whole
  bool warning = true;
  std::string message;
};

struct ImportedPipeline {
  Pipeline pipeline;   // without an id and a project
  std::string format;  // "paiflow", "studio"
  std::vector<ImportNote> notes;
};

// kParse, with the place in its range, for any other text; limits are those of
// nodes::ReadYaml, and an XML with a DOCTYPE is refused.
Result<ImportedPipeline> ImportPipeline(const std::string& text);

// PAIFlow's YAML. An import of it gives the same nodes, edges, parameters and places again. Notes
// name what that form does not hold.
struct ExportedPipeline {
  std::string text;
  std::vector<ImportNote> notes;
};
ExportedPipeline ExportPaiFlow(const Pipeline& pipeline);

}  // namespace paisql::designer
