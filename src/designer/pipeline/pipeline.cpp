#include "designer/pipeline/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "variables/scope.h"

namespace paisql::designer {

namespace {

constexpr size_t kMostIdBytes = 64;

Error Refuse(std::string detail, std::string hint = "") {
  return {ErrorCode::kInvalidCommand, std::move(detail), {}, std::move(hint)};
}

bool IsId(std::string_view id) {
  return !id.empty() && id.size() <= kMostIdBytes && std::ranges::all_of(id, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || IsDigit(c) || c == '_';
  });
}

bool IsParameterName(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || IsDigit(c) || c == '_' || c == '.' ||
           c == '-';
  });
}

Status CheckText(std::string_view what, const std::string& text, size_t most) {
  if (text.size() > most) {
    return Refuse(fmt::format("{} has {} bytes, and {} is the most", what, text.size(), most));
  }
  if (!IsValidUtf8(text) || text.find('\0') != std::string::npos) {
    return Refuse(fmt::format("{} is not a text in UTF-8", what));
  }
  return Status::Ok();
}

Status CheckNode(const PipelineNode& node, std::set<std::string>& ids) {
  if (!IsId(node.id)) {
    return Refuse(fmt::format("'{}' cannot be the id of a node", node.id),
                  "ids have letters, digits and '_', at most 64");
  }
  // Files are called as nodes, on disks that may not tell letter cases apart.
  if (!ids.insert(ToLower(node.id)).second) {
    return Refuse(fmt::format("two nodes have the id {}", node.id));
  }
  PAISQL_TRY(CheckText("the name of node " + node.id, node.name, kMostNameBytes));
  PAISQL_TRY(CheckText("the component of node " + node.id, node.component, kMostNameBytes));
  PAISQL_TRY(CheckText("the note of node " + node.id, node.note, kMostValueBytes));
  for (const auto& [name, value] : node.parameters) {
    if (!IsParameterName(name) || name.size() > kMostNameBytes) {
      return Refuse(fmt::format("'{}' of node {} cannot be the name of a parameter", name, node.id),
                    "names have letters, digits and '_'");
    }
    PAISQL_TRY(
        CheckText(fmt::format("parameter {} of node {}", name, node.id), value, kMostValueBytes));
  }
  return Status::Ok();
}

// The nodes of one circle among those that are left, in the order in which they wait.
std::vector<std::string> CircleOf(const Pipeline& pipeline, const std::vector<bool>& done) {
  std::map<std::string, std::string> before;  // of each node one that it waits for, not done
  std::string at;
  for (const PipelineEdge& edge : pipeline.edges) {
    const PipelineNode* const from = pipeline.Find(edge.from.node);
    const PipelineNode* const to = pipeline.Find(edge.to.node);
    if (from == nullptr || to == nullptr) continue;
    if (done[static_cast<size_t>(from - pipeline.nodes.data())]) continue;
    before[to->id] = from->id;
    at = to->id;
  }
  std::vector<std::string> path;
  while (std::ranges::find(path, at) == path.end() && before.contains(at)) {
    path.push_back(at);
    at = before[at];
  }
  path.erase(path.begin(), std::ranges::find(path, at));
  std::ranges::reverse(path);
  // It begins with the node that stands first.
  const auto place = [&](const std::string& id) { return pipeline.Find(id); };
  std::ranges::rotate(path, std::ranges::min_element(path, {}, place));
  return path;
}

}  // namespace

std::string PipelineNode::Value(std::string_view parameter) const {
  const auto found = parameters.find(std::string(parameter));
  return found == parameters.end() ? "" : std::string(Trim(found->second));
}

const PipelineNode* Pipeline::Find(std::string_view wanted) const {
  const auto found = std::ranges::find(nodes, wanted, &PipelineNode::id);
  return found == nodes.end() ? nullptr : &*found;
}

std::vector<const PipelineEdge*> Pipeline::Into(const PortPlace& port) const {
  std::vector<const PipelineEdge*> found;
  for (const PipelineEdge& edge : edges) {
    if (edge.to == port) found.push_back(&edge);
  }
  return found;
}

bool Pipeline::HasEdgeFrom(const PortPlace& port) const {
  return std::ranges::any_of(edges, [&](const PipelineEdge& edge) { return edge.from == port; });
}

Status CheckShape(const Pipeline& pipeline) {
  if (pipeline.nodes.size() > kMostNodes) {
    return Refuse(fmt::format("the pipeline has {} nodes, and {} are the most",
                              pipeline.nodes.size(), kMostNodes));
  }
  if (pipeline.edges.size() > kMostEdges) {
    return Refuse(fmt::format("the pipeline has {} edges, and {} are the most",
                              pipeline.edges.size(), kMostEdges));
  }
  if (Trim(pipeline.name).empty()) return Refuse("the pipeline has no name");
  PAISQL_TRY(CheckText("the name", pipeline.name, kMostNameBytes));
  PAISQL_TRY(CheckText("the description", pipeline.description, kMostValueBytes));
  std::set<std::string> ids;
  for (const PipelineNode& node : pipeline.nodes) PAISQL_TRY(CheckNode(node, ids));
  for (const PipelineEdge& edge : pipeline.edges) {
    for (const PortPlace* const end : {&edge.from, &edge.to}) {
      PAISQL_TRY(CheckText("the port of an edge", end->port, kMostNameBytes));
      if (!IsId(end->node)) return Refuse(fmt::format("an edge names no node: '{}'", end->node));
    }
  }
  for (const auto& [name, value] : pipeline.parameters) {
    PAISQL_TRY(variables::CheckName(name));
    PAISQL_TRY(CheckText("the value of ${" + name + "}", value, kMostValueBytes));
  }
  return Status::Ok();
}

std::optional<std::vector<size_t>> OrderOf(const Pipeline& pipeline,
                                           std::vector<std::string>* circle) {
  std::map<std::string, size_t> places;
  for (size_t i = 0; i < pipeline.nodes.size(); ++i) places[pipeline.nodes[i].id] = i;
  std::vector<size_t> waits(pipeline.nodes.size());
  std::vector<std::vector<size_t>> next(pipeline.nodes.size());
  for (const PipelineEdge& edge : pipeline.edges) {
    const auto from = places.find(edge.from.node);
    const auto to = places.find(edge.to.node);
    if (from == places.end() || to == places.end()) continue;
    next[from->second].push_back(to->second);
    ++waits[to->second];
  }
  std::set<size_t> ready;
  for (size_t i = 0; i < waits.size(); ++i) {
    if (waits[i] == 0) ready.insert(i);
  }
  std::vector<size_t> order;
  std::vector<bool> done(pipeline.nodes.size());
  while (!ready.empty()) {
    const size_t node = *ready.begin();
    ready.erase(ready.begin());
    order.push_back(node);
    done[node] = true;
    for (const size_t after : next[node]) {
      if (--waits[after] == 0) ready.insert(after);
    }
  }
  if (order.size() == pipeline.nodes.size()) return order;
  if (circle != nullptr) *circle = CircleOf(pipeline, done);
  return std::nullopt;
}

}  // namespace paisql::designer
