#pragma once

// The entries of flow.yaml: one table has the keys of a node. Private to the reading of flows.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "nodes/model/flow.h"

namespace paisql::nodes {

inline constexpr int kMostParallel = 1000;

class NodeReader;

// A key of a node: what its value becomes.
struct NodeKey {
  std::string_view name;
  void (*read)(const Value& value, Node& node, NodeReader& reader);
  bool default_too = true;  // `defaults` may have it
};

// The keys that any node may have.
std::span<const NodeKey> CommonKeys();
// The keys of nodes that steer others, and of values that nodes give to each other.
std::span<const NodeKey> ControlKeys();
// The kind that such keys make of a node that says none; null where it has none of them.
const Kind* KindOfControl(const Node& node);
// Reports the keys that such a node lacks or must not have.
void CheckControl(Node& node, NodeReader& reader);

class NodeReader {
 public:
  // The problems have to stay.
  NodeReader(std::string file, std::string folder, std::vector<Problem>& problems)
      : file_(std::move(file)), folder_(std::move(folder)), problems_(problems) {}

  // Reads the values for nodes that say nothing else.
  void ReadDefaults(const Value& value);
  const Node& Defaults() const { return defaults_; }
  // A node that has its name: a map, the path of its code, or nothing, which is <name>.sql and its
  // like.
  void Read(const Value& value, Node& node);

  void Text(const Value& value, std::string_view key, std::string& text);
  void Number(const Value& value, std::string_view key, int least, int most, int& number);
  void Duration(const Value& value, std::string_view key, int64_t& milliseconds);
  void Cron(const Value& value, std::string& cron);
  // A map of names to expressions; for shells a list of expressions, or one text of them.
  void Parameters(const Value& value, std::vector<Parameter>& parameters);
  void Names(const Value& value, std::string_view key, std::vector<Named>& names);
  void Flag(const Value& value, std::string_view key, bool& flag);
  // The nodes of a loop's turn, with the one that decides whether there is another.
  void Body(const Value& nodes, Node& loop);
  void Again(const Value& value, Node& loop);
  // One word of several.
  template <typename Choice, size_t size>
  void Choose(const Value& value, std::string_view key,
              const std::pair<std::string_view, Choice> (&choices)[size], Choice& chosen) {
    std::vector<std::string> names;
    for (const auto& [name, choice] : choices) {
      if (Matches(value, name)) {
        chosen = choice;
        return;
      }
      names.emplace_back(name);
    }
    WrongChoice(value, key, names);
  }

  Place At(const Value& value) const { return {file_, value.line, value.column}; }
  void Fail(Place place, std::string message, std::string hint);
  void Warn(Place place, std::string message, std::string hint);
  // A key that nobody knows is kept; a warning says so where it is near one that is known.
  void Unknown(const Member& member, const std::vector<std::string>& known);
  // The path of a file that a node names.
  std::string PathOf(const std::string& file) const;

 private:
  static bool Matches(const Value& value, std::string_view name);
  void WrongChoice(const Value& value, std::string_view key, const std::vector<std::string>& names);
  void ReadKeys(const Value& value, Node& node, bool defaults);
  void FindFile(Node& node);
  void ChooseKind(const Value& value, Node& node);
  void TellUnknownKind(const Node& node);
  static void FinishAgain(Node& loop);

  std::string file_;
  std::string folder_;
  std::vector<Problem>& problems_;
  Node defaults_;
};

}  // namespace paisql::nodes
