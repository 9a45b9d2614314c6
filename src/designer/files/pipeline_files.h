#pragma once

// A pipeline as the files of a workflow's folder: flow.yaml, which `paisql flow` reads, with what a
// canvas adds to it under the key `designer` of each node, and a file of code a node. Pure; keys of
// flow.yaml that no canvas knows stay.

#include <functional>
#include <map>
#include <string>

#include "base/result.h"
#include "designer/catalog/node_type.h"
#include "designer/pipeline/pipeline.h"
#include "nodes/document/value.h"

namespace paisql::designer {

struct PipelineFiles {
  std::string flow;                         // the text of flow.yaml
  std::map<std::string, std::string> code;  // by names of files
};

// `before` is the document that flow.yaml has held so far, null for a new pipeline. Its keys that
// no canvas knows stay, also the parameters that somebody has given to a node by hand.
Result<PipelineFiles> WritePipeline(const Pipeline& pipeline, const nodes::Value& before);

// `code` gives the text of a file of the folder, an error where it cannot be read. An error is
// kParse with its place, for a flow.yaml that is not a workflow. Id, project, version and time are
// the caller's.
Result<Pipeline> ReadPipeline(const std::string& flow,
                              const std::function<Result<std::string>(const std::string&)>& code);

// The files of code that a canvas has made of such a document.
std::vector<std::string> OwnFiles(const nodes::Value& document);

}  // namespace paisql::designer
