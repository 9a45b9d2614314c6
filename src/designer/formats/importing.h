#pragma once

// Both imports share these functions: ids of nodes, ports by the names of files, places on a
// canvas. Private to this folder.

#include <map>
#include <string>
#include <string_view>

#include "designer/catalog/node_type.h"
#include "designer/formats/import_pipeline.h"
#include "nodes/document/value.h"

namespace paisql::designer {

Result<ImportedPipeline> ImportPaiFlow(const nodes::Value& document);
Result<ImportedPipeline> ImportStudio(const nodes::Value& document);

// The port that the name of an artifact means: "inputArtifact", "output1Table", "outputTable"; ""
// where the type has no such port.
std::string PortOfArtifact(const NodeType& type, bool input, std::string_view artifact);
// The name that a manifest gives to the artifact of a port.
std::string ArtifactOfPort(const NodeType& type, const TypePort& port);

// An id for a name, which no other node has.
std::string NewId(std::string_view name, const Pipeline& pipeline);

// Gives a parameter of a file to a node: under the name of its row, without secrets, without names
// that the platform makes for each run. Notes tell what is left out.
void GiveParameter(const NodeType* type, const std::string& name, const std::string& value,
                   PipelineNode& node, ImportedPipeline& imported);

// Places nodes in layers, each below the nodes that it waits for.
void PlaceNodes(Pipeline& pipeline);

}  // namespace paisql::designer
