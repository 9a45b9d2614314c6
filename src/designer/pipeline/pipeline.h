#pragma once

// A pipeline as a canvas shows it: nodes of types, edges between their ports, and where they stand.
// Plain values.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace paisql::designer {

struct PipelineNode {
  std::string id;         // letters, digits and '_'; each once
  std::string name;       // for people
  std::string component;  // of NodeTypes::Find; of a node with any other one the run is refused
  double x = 0;
  double y = 0;
  std::map<std::string, std::string> parameters;  // without empty values
  bool enabled = true;                            // else it is passed over when the pipeline runs
  std::string note;

  // The value of the parameter without blanks around it; "" where it has no value.
  std::string Value(std::string_view parameter) const;
};

struct PortPlace {
  std::string node;
  std::string port;

  auto operator<=>(const PortPlace&) const = default;
};

struct PipelineEdge {
  PortPlace from;  // an output
  PortPlace to;    // an input

  auto operator<=>(const PipelineEdge&) const = default;
};

struct Pipeline {
  std::string id;    // its folder's name
  std::string name;  // for people
  std::string description;
  std::string project;
  std::string version;     // of its files: another text whenever one of them differs
  int64_t updated_ms = 0;  // UTC
  std::vector<std::pair<std::string, std::string>> parameters;  // ${name} in the fields of nodes
  std::vector<PipelineNode> nodes;
  std::vector<PipelineEdge> edges;

  const PipelineNode* Find(std::string_view wanted) const;
  // The edges that end at a port, in their order.
  std::vector<const PipelineEdge*> Into(const PortPlace& port) const;
  bool HasEdgeFrom(const PortPlace& port) const;
};

// A node of the workflow that no canvas has made, a shell for instance. It stays as it is: the
// parameter "entry" has its entry in flow.yaml as JSON.
inline constexpr std::string_view kForeignNode = "flow_node";
inline constexpr const char* kEntry = "entry";

inline constexpr size_t kMostNodes = 2000;
inline constexpr size_t kMostEdges = 10000;
inline constexpr size_t kMostNameBytes = 255;
inline constexpr size_t kMostValueBytes = 1UL << 20;

// kInvalidCommand for what cannot be a pipeline: an id that has other characters or stands twice,
// too many nodes, texts that are too long or not UTF-8, a wrong name of a parameter.
Status CheckShape(const Pipeline& pipeline);

// Positions of `nodes`, each after the nodes that its edges come from, otherwise in their order.
// The answer is nullopt where nodes wait for each other in a circle; `circle` then holds their ids.
std::optional<std::vector<size_t>> OrderOf(const Pipeline& pipeline,
                                           std::vector<std::string>* circle = nullptr);

}  // namespace paisql::designer
