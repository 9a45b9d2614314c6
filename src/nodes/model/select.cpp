#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "nodes/model/graph.h"

namespace paisql::nodes {

namespace {

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
