#include "nodes/model/graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"

namespace paisql::nodes {

namespace {

class Linker {
 public:
  Linker(const Flow& flow, const std::vector<NodeTables>& tables, const std::string& project,
         std::vector<Problem>& problems)
      : flow_(flow), tables_(tables), project_(project), problems_(problems) {
    graph_.after.resize(flow.nodes.size());
  }

  Graph Run() {
    NoteOutputs();
    for (size_t i = 0; i < flow_.nodes.size(); ++i) {
      if (flow_.nodes[i].depends.has_value()) {
        AddGiven(i);
      } else {
        AddFound(i);
      }
    }
    Order();
    return std::move(graph_);
  }

 private:
  void NoteOutputs() {
    for (size_t i = 0; i < flow_.nodes.size(); ++i) {
      const Node& node = flow_.nodes[i];
      // What every node has by itself.
      outputs_.emplace(ToLower(project_ + "." + node.name), i);
      for (const std::string& table : tables_[i].makes) makers_[table].insert(i);
      for (const std::string& table : tables_[i].writes) writers_[table].insert(i);
    }
    std::map<std::string, size_t> given;
    for (size_t i = 0; i < flow_.nodes.size(); ++i) {
      for (const Named& output : flow_.nodes[i].outputs) {
        const auto [known, is_new] = given.emplace(ToLower(output.name), i);
        if (!is_new && known->second != i) {
          Fail(output.place,
               fmt::format("output {} of node {} is one of node {}, too", output.name,
                           flow_.nodes[i].name, flow_.nodes[known->second].name),
               "an output belongs to one node: give it another name");
        }
        outputs_[ToLower(output.name)] = i;
      }
    }
  }

  void AddGiven(size_t node) {
    for (const Named& name : *flow_.nodes[node].depends) {
      if (const std::optional<size_t> from = flow_.Find(name.name)) {
        Add(node, *from, "");
        continue;
      }
      const std::string output = ToLower(name.name);
      // The root of a project is there before anything else.
      if (output == ToLower(project_) + "_root") continue;
      const auto known = outputs_.find(output);
      const std::set<size_t> writers = WritersOf(output);
      if (known != outputs_.end()) {
        Add(node, known->second, "");
      } else if (!writers.empty()) {
        for (const size_t from : writers) Add(node, from, "");
      } else {
        std::vector<std::string> names;
        for (const Node& one : flow_.nodes) names.push_back(one.name);
        for (const auto& [one, maker] : outputs_) names.push_back(one);
        Fail(name.place,
             fmt::format("node {} waits for {}, which no node is called and none makes",
                         flow_.nodes[node].name, name.name),
             DidYouMean(name.name, names));
      }
    }
  }

  std::set<size_t> WritersOf(const std::string& table) const {
    std::set<size_t> nodes;
    for (const auto* map : {&writers_, &makers_}) {
      const auto found = map->find(table);
      if (found != map->end()) nodes.insert(found->second.begin(), found->second.end());
    }
    return nodes;
  }

  // Who reads a table waits for all that write and make it, who writes it for those that make it.
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
  }

  void Add(size_t node, size_t from, std::string reason) {
    if (node == from) return;
    std::vector<Edge>& edges = graph_.after[node];
    const auto place = std::ranges::lower_bound(edges, from, {}, &Edge::from);
    if (place != edges.end() && place->from == from) return;
    edges.insert(place, {from, std::move(reason)});
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
  std::map<std::string, size_t> outputs_;  // names in lower case
  std::map<std::string, std::set<size_t>> makers_;
  std::map<std::string, std::set<size_t>> writers_;
};

class Selector {
 public:
  Selector(const Flow& flow, const Graph& graph)
      : flow_(flow), graph_(graph), before_(flow.nodes.size()) {
    for (size_t i = 0; i < graph.after.size(); ++i) {
      for (const Edge& edge : graph.after[i]) before_[edge.from].push_back(i);
    }
  }

  Result<size_t> Find(const std::string& name) const {
    if (const std::optional<size_t> found = flow_.Find(name)) return *found;
    std::vector<std::string> names;
    for (const Node& node : flow_.nodes) names.push_back(node.name);
    return Error{ErrorCode::kInvalidCommand,
                 fmt::format("workflow {} has no node {}", flow_.name, name),
                 {},
                 DidYouMean(name, names)};
  }

  // The node, all that it waits for, or all that wait for it.
  void Spread(size_t node, bool up, bool down, std::vector<bool>& chosen) const {
    chosen[node] = true;
    for (const bool upward : {true, false}) {
      if (upward ? !up : !down) continue;
      std::vector<size_t> open = {node};
      std::vector<bool> seen(flow_.nodes.size());
      while (!open.empty()) {
        const size_t one = open.back();
        open.pop_back();
        if (seen[one]) continue;
        seen[one] = true;
        chosen[one] = true;
        if (upward) {
          for (const Edge& edge : graph_.after[one]) open.push_back(edge.from);
        } else {
          open.insert(open.end(), before_[one].begin(), before_[one].end());
        }
      }
    }
  }

  Status Choose(std::string word, std::vector<bool>& chosen) const {
    constexpr std::string_view kTag = "tag:";
    const bool up = word.starts_with('+');
    if (up) word.erase(0, 1);
    const bool down = word.ends_with('+');
    if (down) word.pop_back();
    if (!word.starts_with(kTag)) {
      PAISQL_ASSIGN(const size_t node, Find(word));
      Spread(node, up, down, chosen);
      return Status::Ok();
    }
    const std::string tag = word.substr(kTag.size());
    bool any = false;
    for (size_t i = 0; i < flow_.nodes.size(); ++i) {
      if (std::ranges::find(flow_.nodes[i].tags, tag) == flow_.nodes[i].tags.end()) continue;
      Spread(i, up, down, chosen);
      any = true;
    }
    if (any) return Status::Ok();
    return Error{ErrorCode::kInvalidCommand, fmt::format("no node has the tag {}", tag), {}, ""};
  }

 private:
  const Flow& flow_;
  const Graph& graph_;
  std::vector<std::vector<size_t>> before_;
};

void Intersect(const std::vector<bool>& other, std::vector<bool>& chosen) {
  for (size_t i = 0; i < chosen.size(); ++i) chosen[i] = chosen[i] && other[i];
}

}  // namespace

Graph LinkNodes(const Flow& flow, const std::vector<NodeTables>& tables, const std::string& project,
                std::vector<Problem>& problems) {
  return Linker(flow, tables, project, problems).Run();
}

Result<std::vector<bool>> Select(const Flow& flow, const Graph& graph, const Selection& selection) {
  const Selector selector(flow, graph);
  const std::vector<bool> none(flow.nodes.size(), false);
  std::vector<bool> chosen(flow.nodes.size(), true);
  if (!selection.from.empty()) {
    PAISQL_ASSIGN(const size_t from, selector.Find(selection.from));
    std::vector<bool> reached = none;
    selector.Spread(from, false, true, reached);
    Intersect(reached, chosen);
  }
  if (!selection.to.empty()) {
    PAISQL_ASSIGN(const size_t to, selector.Find(selection.to));
    std::vector<bool> reached = none;
    selector.Spread(to, true, false, reached);
    Intersect(reached, chosen);
  }
  if (!selection.select.empty() && selection.select != "*") {
    std::vector<bool> reached = none;
    std::string words = selection.select;
    std::ranges::replace(words, ',', ' ');
    for (const std::string& word : Split(words, ' ')) {
      if (!word.empty()) PAISQL_TRY(selector.Choose(word, reached));
    }
    Intersect(reached, chosen);
  }
  if (std::ranges::find(chosen, true) == chosen.end()) {
    return Error{ErrorCode::kInvalidCommand, "no node is left to run", {}, ""};
  }
  return chosen;
}

}  // namespace paisql::nodes
