// The keys of nodes that steer others: branches, merges, workflows as nodes, and what nodes give to
// each other.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "nodes/read/read_node.h"

namespace paisql::nodes {

namespace {

void ReadInputs(const Value& value, Node& node, NodeReader& reader) {
  node.inputs.clear();
  if (!value.is_map()) {
    return reader.Fail(reader.At(value), "`inputs` is a map of names to what other nodes give",
                       "inputs: {rows: first.outputs}");
  }
  for (const Member& member : value.members) {
    std::string text;
    reader.Text(member.value, member.key, text);
    const size_t dot = text.rfind('.');
    Input input;
    input.name = member.key;
    input.from = {text.substr(0, dot), reader.At(member.value)};
    input.variable = dot == std::string::npos ? kAssigned : text.substr(dot + 1);
    node.inputs.push_back(std::move(input));
  }
}

// {output: condition}, or a list of {when, output, description}.
void ReadBranches(const Value& value, Node& node, NodeReader& reader) {
  std::vector<BranchArm>& arms = node.control.branches;
  arms.clear();
  for (const Member& member : value.members) {
    BranchArm arm;
    arm.output = {member.key, {reader.At(value).file, member.line, member.column}};
    arm.place = reader.At(member.value);
    reader.Text(member.value, member.key, arm.when);
    arms.push_back(std::move(arm));
  }
  for (const Value& item : value.items) {
    BranchArm arm;
    for (const Member& member : item.members) {
      if (member.key == "when") {
        reader.Text(member.value, "when", arm.when);
        arm.place = reader.At(member.value);
      } else if (member.key == "output") {
        reader.Text(member.value, "output", arm.output.name);
        arm.output.place = reader.At(member.value);
      } else if (member.key == "description") {
        reader.Text(member.value, "description", arm.description);
      } else {
        reader.Unknown(member, {"when", "output", "description"});
      }
    }
    if (arm.when.empty() || arm.output.name.empty()) {
      reader.Fail(reader.At(item), "a way out of a branch has `when` and `output`", "");
    }
    arms.push_back(std::move(arm));
  }
  if (arms.empty()) {
    reader.Fail(reader.At(value), "`branches` is a map of outputs to conditions",
                "branches: {big: '${rows} > 10', small: 'True'}");
  }
}

void ReadStatuses(const Value& value, MergeArm& arm, NodeReader& reader) {
  struct Word {
    std::string_view number;
    std::string_view name;
    bool MergeArm::*flag;
  };
  constexpr Word kWords[] = {{"1", "success", &MergeArm::success},
                             {"2", "not-run", &MergeArm::not_run},
                             {"3", "failure", &MergeArm::failure}};
  for (const Word& word : kWords) arm.*word.flag = false;
  const std::vector<Value> items = value.is_list() ? value.items : std::vector<Value>{value};
  for (const Value& item : items) {
    const auto* found = std::ranges::find_if(kWords, [&](const Word& word) {
      return item.text == word.number || EqualsIgnoreCase(item.text, word.name);
    });
    if (item.is_scalar() && found != std::end(kWords)) {
      arm.*found->flag = true;
    } else {
      reader.Fail(reader.At(item), "an end is 1 (success), 2 (not-run) or 3 (failure)", "");
    }
  }
}

// A list of names, or {name: [1, 2]}, {name: {from: output, status: [1, 2]}}.
void ReadMerges(const Value& value, Node& node, NodeReader& reader) {
  std::vector<MergeArm>& arms = node.control.merges;
  arms.clear();
  std::vector<Named> names;
  if (!value.is_map()) reader.Names(value, "join", names);
  for (Named& name : names) {
    MergeArm arm;
    arm.name = name.name;
    arm.from = std::move(name);
    arms.push_back(std::move(arm));
  }
  for (const Member& member : value.members) {
    MergeArm arm;
    arm.name = member.key;
    arm.from = {member.key, {reader.At(value).file, member.line, member.column}};
    const Value* statuses = member.value.is_map() ? member.value.Find("status") : &member.value;
    if (member.value.is_map()) {
      if (const Value* from = member.value.Find("from")) {
        reader.Text(*from, "from", arm.from.name);
        arm.from.place = reader.At(*from);
      }
    }
    if (statuses != nullptr && !statuses->is_null()) ReadStatuses(*statuses, arm, reader);
    arms.push_back(std::move(arm));
  }
}

void ReadAwaited(const Value& value, Node& node, NodeReader& reader) {
  AwaitedData& awaited = node.control.awaited;
  for (const Member& member : value.members) {
    if (member.key == "file") {
      reader.Text(member.value, "file", awaited.file);
    } else if (member.key == "table") {
      reader.Text(member.value, "table", awaited.table);
    } else if (member.key == "partition") {
      reader.Text(member.value, "partition", awaited.partition);
    } else if (member.key == "every") {
      reader.Duration(member.value, "every", awaited.every_ms);
    } else {
      reader.Unknown(member, {"file", "table", "partition", "every"});
    }
  }
  if (awaited.file.empty() == awaited.table.empty()) {
    reader.Fail(reader.At(value), "`check` has a `file` or a `table`",
                "check: {table: orders, partition: 'ds=${bizdate}'}");
  }
}

constexpr NodeKey kControlKeys[] = {
    {"inputs", ReadInputs, false},
    {"gives",
     [](const Value& value, Node& node, NodeReader& reader) {
       reader.Parameters(value, node.gives);
     },
     false},
    {"previous",
     [](const Value& value, Node& node, NodeReader& reader) {
       reader.Names(value, "previous", node.previous);
     },
     false},
    {"ignore-branches",
     [](const Value& value, Node& node, NodeReader& reader) {
       reader.Flag(value, "ignore-branches", node.ignores_branches);
     }},
    {"language",
     [](const Value& value, Node& node, NodeReader& reader) {
       constexpr std::pair<std::string_view, const char*> kLanguages[] = {
           {"odps-sql", "odps-sql"}, {"odps", "odps-sql"},   {"sql", "odps-sql"},
           {"python", "python"},     {"python2", "python2"}, {"python3", "python"},
           {"shell", "shell"}};
       const char* chosen = "";
       reader.Choose(value, "language", kLanguages, chosen);
       node.language = chosen;
     },
     false},
    {"branches", ReadBranches, false},
    {"join", ReadMerges, false},
    {"logic",
     [](const Value& value, Node& node, NodeReader& reader) {
       reader.Text(value, "logic", node.control.logic);
     },
     false},
    {"do", [](const Value& value, Node& node, NodeReader& reader) { reader.Body(value, node); },
     false},
    {"while", [](const Value& value, Node& node, NodeReader& reader) { reader.Again(value, node); },
     false},
    {"for-each",
     [](const Value& value, Node& node, NodeReader& reader) {
       std::string text;
       reader.Text(value, "for-each", text);
       const size_t dot = text.rfind('.');
       node.inputs.push_back({kLoopData,
                              {text.substr(0, dot), reader.At(value)},
                              dot == std::string::npos ? kAssigned : text.substr(dot + 1)});
     },
     false},
    {"max-iterations",
     [](const Value& value, Node& node, NodeReader& reader) {
       reader.Number(value, "max-iterations", 1, kMostTurnsEver, node.control.most_turns);
     },
     false},
    {"parallel",
     [](const Value& value, Node& node, NodeReader& reader) {
       reader.Number(value, "parallel", 0, kMostParallelTurns, node.control.parallel);
     },
     false},
    {"flow",
     [](const Value& value, Node& node, NodeReader& reader) {
       std::string path;
       reader.Text(value, "flow", path);
       node.control.workflow = {reader.PathOf(path), reader.At(value)};
     },
     false},
    {"check", ReadAwaited, false},
    {"wait",
     [](const Value& value, Node& node, NodeReader& reader) {
       reader.Duration(value, "wait", node.control.wait_ms);
     },
     false},
};

}  // namespace

std::span<const NodeKey> ControlKeys() { return kControlKeys; }

}  // namespace paisql::nodes
