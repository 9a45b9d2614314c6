#include "nodes/model/graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"

namespace paisql::nodes {

namespace {

using Source = Graph::Source;

class Linker {
 public:
  Linker(const Flow& flow, const std::vector<NodeTables>& tables, const std::string& project,
         std::vector<Problem>& problems)
      : flow_(flow), tables_(tables), project_(project), problems_(problems) {
    graph_.after.resize(flow.nodes.size());
    graph_.sources.resize(flow.nodes.size());
    graph_.merged.resize(flow.nodes.size());
    for (size_t i = 0; i < flow.nodes.size(); ++i) nodes_.emplace(flow.nodes[i].name, i);
  }

  Graph Run() {
    NoteOutputs();
    for (size_t i = 0; i < flow_.nodes.size(); ++i) {
      const Node& node = flow_.nodes[i];
      if (node.depends.has_value()) {
        for (const Named& name : *node.depends) AddNamed(i, name);
      } else if (node.control.merges.empty()) {
        AddFound(i);
      }
      for (const Input& input : node.inputs) {
        graph_.sources[i].push_back(AddNamed(i, input.from).node);
      }
      for (const MergeArm& arm : node.control.merges) {
        graph_.merged[i].push_back(AddNamed(i, arm.from));
      }
    }
    Order();
    return std::move(graph_);
  }

 private:
  void NoteOutputs() {
    for (size_t i = 0; i < flow_.nodes.size(); ++i) {
      const Node& node = flow_.nodes[i];
      // Every node has this output by itself.
      outputs_.emplace(ToLower(project_ + "." + node.name), Source{i, std::nullopt});
      for (const std::string& table : tables_[i].makes) makers_[table].insert(i);
      for (const std::string& table : tables_[i].writes) writers_[table].insert(i);
      for (const std::string& object : tables_[i].objects_written) givers_[object].insert(i);
    }
    for (size_t i = 0; i < flow_.nodes.size(); ++i) {
      for (const Named& output : flow_.nodes[i].outputs) NoteOutput(output, {i, std::nullopt});
      const std::vector<BranchArm>& arms = flow_.nodes[i].control.branches;
      for (size_t arm = 0; arm < arms.size(); ++arm) NoteOutput(arms[arm].output, {i, arm});
    }
  }

  void NoteOutput(const Named& output, Source source) {
    const std::string key = ToLower(output.name);
    const auto [known, is_new] = given_.emplace(key, source);
    if (!is_new && known->second.node != source.node) {
      Fail(output.place,
           fmt::format("output {} of node {} is one of node {}, too", output.name,
                       flow_.nodes[*source.node].name, flow_.nodes[*known->second.node].name),
           "an output belongs to one node: give it another name");
    }
    // A branch may name the outputs of its ways among the others, too.
    if (!is_new && source.arm.has_value()) known->second.arm = source.arm;
    outputs_[key] = known->second;
  }

  // A node, an output or a table that the node waits for.
  Source AddNamed(size_t node, const Named& name) {
    if (const auto from = nodes_.find(name.name); from != nodes_.end()) {
      return AddSource(node, {from->second, std::nullopt});
    }
    const std::string output = ToLower(name.name);
    // The root of a project is there before anything else.
    if (output == ToLower(project_) + "_root") return {};
    const auto known = outputs_.find(output);
    if (known != outputs_.end()) return AddSource(node, known->second);
    const std::set<size_t> writers = WritersOf(output);
    for (const size_t from : writers) Add(node, from, "");
    if (!writers.empty()) return {*writers.begin(), std::nullopt};
    std::vector<std::string> names;
    for (const Node& one : flow_.nodes) names.push_back(one.name);
    for (const auto& [one, maker] : outputs_) names.push_back(one);
    Fail(name.place,
         fmt::format("node {} waits for {}, which no node is called and none makes",
                     flow_.nodes[node].name, name.name),
         DidYouMean(name.name, names));
    return {};
  }

  Source AddSource(size_t node, Source source) {
    Edge* edge = Add(node, *source.node, "");
    if (edge != nullptr && source.arm.has_value()) edge->arms.push_back(*source.arm);
    return source;
  }

  std::set<size_t> WritersOf(const std::string& table) const {
    std::set<size_t> nodes;
    for (const auto* map : {&writers_, &makers_}) {
      const auto found = map->find(table);
      if (found != map->end()) nodes.insert(found->second.begin(), found->second.end());
    }
    return nodes;
  }

  // A reader of a table waits for all that write or make it, a writer for those that make it.
  void AddFound(size_t node) {
    for (const std::string& table : tables_[node].reads) {
      if (tables_[node].makes.contains(table)) continue;
      for (const size_t from : WritersOf(table)) Add(node, from, table);
    }
    for (const std::string& table : tables_[node].writes) {
      if (tables_[node].makes.contains(table)) continue;
      const auto makers = makers_.find(table);
      if (makers == makers_.end()) continue;
      for (const size_t from : makers->second) Add(node, from, table);
    }
    for (const std::string& object : tables_[node].objects_read) {
      const auto givers = givers_.find(object);
      if (givers == givers_.end()) continue;
      // "model p.m" is named as p.m, as a table is.
      for (const size_t from : givers->second) Add(node, from, object.substr(object.find(' ') + 1));
    }
  }

  // The edge, which lasts until the next one of this node; null for one to itself.
  Edge* Add(size_t node, size_t from, std::string reason) {
    if (node == from) return nullptr;
    std::vector<Edge>& edges = graph_.after[node];
    const auto place = std::ranges::lower_bound(edges, from, {}, &Edge::from);
    if (place != edges.end() && place->from == from) return &*place;
    return &*edges.insert(place, {from, std::move(reason), {}});
  }

  // The node that comes first in the file among those that nothing holds back any more.
  void Order() {
    std::vector<size_t> waits(flow_.nodes.size());
    std::vector<std::vector<size_t>> before(flow_.nodes.size());
    std::set<size_t> ready;
    for (size_t i = 0; i < flow_.nodes.size(); ++i) {
      waits[i] = graph_.after[i].size();
      for (const Edge& edge : graph_.after[i]) before[edge.from].push_back(i);
      if (waits[i] == 0) ready.insert(i);
    }
    while (!ready.empty()) {
      const size_t next = *ready.begin();
      ready.erase(ready.begin());
      graph_.order.push_back(next);
      for (const size_t node : before[next]) {
        if (--waits[node] == 0) ready.insert(node);
      }
    }
    if (graph_.order.size() == flow_.nodes.size()) return;
    graph_.order.clear();
    TellCircle(waits);
  }

  // Among nodes that still wait each has one that it waits for: going from one to the next ends in
  // a circle.
  void TellCircle(const std::vector<size_t>& waits) {
    size_t node = 0;
    while (waits[node] == 0) ++node;
    std::vector<size_t> path;
    std::vector<const Edge*> edges;
    while (std::ranges::find(path, node) == path.end()) {
      path.push_back(node);
      const auto next = std::ranges::find_if(
          graph_.after[node], [&](const Edge& edge) { return waits[edge.from] > 0; });
      edges.push_back(&*next);
      node = next->from;
    }
    const auto start = std::ranges::find(path, node) - path.begin();
    std::string text = flow_.nodes[node].name;
    bool found = false;
    for (size_t i = static_cast<size_t>(start); i < path.size(); ++i) {
      const Edge& edge = *edges[i];
      found = found || !edge.reason.empty();
      text += fmt::format(" waits for {}{}", flow_.nodes[edge.from].name,
                          edge.reason.empty() ? "" : " (" + edge.reason + ")");
      if (i + 1 < path.size()) text += ", which";
    }
    Fail(flow_.nodes[node].place, "nodes wait for each other in a circle: " + text,
         found ? "`depends:` of one of them says what it waits for, in place of the tables"
               : "take one of these names out of a `depends:`");
  }

  void Fail(Place place, std::string message, std::string hint) {
    problems_.push_back({true, std::move(place), "", std::move(message), std::move(hint)});
  }

  const Flow& flow_;
  const std::vector<NodeTables>& tables_;
  const std::string& project_;
  std::vector<Problem>& problems_;
  Graph graph_;
  std::map<std::string_view, size_t> nodes_;
  std::map<std::string, Source> outputs_;  // names in lower case, as the following
  std::map<std::string, Source> given_;
  std::map<std::string, std::set<size_t>> makers_;
  std::map<std::string, std::set<size_t>> writers_;
  std::map<std::string, std::set<size_t>> givers_;  // by models
};

}  // namespace

Graph LinkNodes(const Flow& flow, const std::vector<NodeTables>& tables, const std::string& project,
                std::vector<Problem>& problems) {
  return Linker(flow, tables, project, problems).Run();
}

}  // namespace paisql::nodes
