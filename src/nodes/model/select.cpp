#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "nodes/model/graph.h"

namespace paisql::nodes {

namespace {

// One of a selection.
struct Word {
  std::string text;
  bool quoted = false;
  bool up = false;
  bool down = false;
};

bool Parts(char c) { return c == ' ' || c == ',' || c == '\t' || c == '\n'; }

Result<std::vector<Word>> ReadWords(std::string_view text) {
  std::vector<Word> words;
  size_t i = 0;
  while (i < text.size()) {
    if (Parts(text[i])) {
      ++i;
      continue;
    }
    Word word;
    word.up = text[i] == '+';
    if (word.up) ++i;
    word.quoted = i < text.size() && text[i] == '"';
    if (word.quoted) {
      bool closed = false;
      for (++i; i < text.size() && !closed; ++i) {
        const bool twice = text[i] == '"' && i + 1 < text.size() && text[i + 1] == '"';
        if (twice) ++i;
        closed = text[i] == '"' && !twice;
        if (!closed) word.text += text[i];
      }
      if (!closed) {
        return Error{ErrorCode::kInvalidCommand,
                     "a quoted name of the selection has no end: " + word.text,
                     {},
                     ""};
      }
      word.down = i < text.size() && text[i] == '+';
      if (word.down) ++i;
    } else {
      while (i < text.size() && !Parts(text[i])) word.text += text[i++];
      word.down = word.text.ends_with('+');
      if (word.down) word.text.pop_back();
    }
    words.push_back(std::move(word));
  }
  return words;
}

class Selector {
 public:
  Selector(const Flow& flow, const Graph& graph)
      : flow_(flow), graph_(graph), before_(flow.nodes.size()) {
    for (size_t i = 0; i < graph.after.size(); ++i) {
      for (const Edge& edge : graph.after[i]) before_[edge.from].push_back(i);
    }
  }

  // Finds all instances of a node that is due several times a day.
  Result<std::vector<size_t>> Find(const std::string& name) const {
    if (const std::optional<size_t> found = flow_.Find(name)) return std::vector<size_t>{*found};
    std::vector<size_t> instances;
    for (size_t i = 0; i < flow_.nodes.size(); ++i) {
      if (flow_.nodes[i].cycle_of == name && !name.empty()) instances.push_back(i);
    }
    if (!instances.empty()) return instances;
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

  Status Choose(const Word& chosen_word, std::vector<bool>& chosen) const {
    constexpr std::string_view kTag = "tag:";
    const auto& [word, quoted, up, down] = chosen_word;
    if (quoted || !word.starts_with(kTag)) {
      PAISQL_ASSIGN(const std::vector<size_t> nodes, Find(word));
      for (const size_t node : nodes) Spread(node, up, down, chosen);
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

std::string QuotedName(const std::string& name) {
  std::string quoted = "\"";
  for (const char c : name) {
    if (c == '"') quoted += c;
    quoted += c;
  }
  return quoted + "\"";
}

Result<std::vector<bool>> Select(const Flow& flow, const Graph& graph, const Selection& selection) {
  const Selector selector(flow, graph);
  const std::vector<bool> none(flow.nodes.size(), false);
  std::vector<bool> chosen(flow.nodes.size(), true);
  if (!selection.from.empty()) {
    PAISQL_ASSIGN(const std::vector<size_t> nodes, selector.Find(selection.from));
    std::vector<bool> reached = none;
    for (const size_t from : nodes) selector.Spread(from, false, true, reached);
    Intersect(reached, chosen);
  }
  if (!selection.to.empty()) {
    PAISQL_ASSIGN(const std::vector<size_t> nodes, selector.Find(selection.to));
    std::vector<bool> reached = none;
    for (const size_t to : nodes) selector.Spread(to, true, false, reached);
    Intersect(reached, chosen);
  }
  if (!selection.select.empty() && selection.select != "*") {
    std::vector<bool> reached = none;
    PAISQL_ASSIGN(const std::vector<Word> words, ReadWords(selection.select));
    for (const Word& word : words) PAISQL_TRY(selector.Choose(word, reached));
    Intersect(reached, chosen);
  }
  if (std::ranges::find(chosen, true) == chosen.end()) {
    return Error{ErrorCode::kInvalidCommand, "no node is left to run", {}, ""};
  }
  return chosen;
}

}  // namespace paisql::nodes
