// The keys of nodes that steer others: branches, merges, loops, workflows as nodes, and what nodes
// give to each other.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "nodes/model/logic.h"
#include "nodes/model/read_node.h"

namespace paisql::nodes {

namespace {

constexpr const char* kLoopNode = "while";

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

// What each steering kind has to have, and nobody else may.
struct Wanted {
  Runs runs;
  std::string_view kind;
  std::string_view key;
  bool (*has)(const Node& node);
};

constexpr Wanted kWanted[] = {
    {Runs::kBranch, "CONTROLLER_BRANCH", "branches",
     [](const Node& node) { return !node.control.branches.empty(); }},
    {Runs::kMerge, "CONTROLLER_JOIN", "join",
     [](const Node& node) { return !node.control.merges.empty(); }},
    {Runs::kDoWhile, "CONTROLLER_CYCLE", "while",
     [](const Node& node) { return node.control.again.has_value(); }},
    {Runs::kForEach, "CONTROLLER_TRAVERSE", "do",
     [](const Node& node) {
       return node.control.body != nullptr && !node.control.again.has_value();
     }},
    {Runs::kWorkflow, "SUB_PROCESS", "flow",
     [](const Node& node) { return !node.control.workflow.name.empty(); }},
    {Runs::kCheck, "CHECK", "check",
     [](const Node& node) {
       return !node.control.awaited.file.empty() || !node.control.awaited.table.empty();
     }},
    {Runs::kWait, "CONTROLLER_WAIT", "wait",
     [](const Node& node) { return node.control.wait_ms > 0; }},
};

// A merge of names that it waits for.
void MergeDependencies(Node& node) {
  if (!node.control.merges.empty() || !node.depends.has_value()) return;
  for (const Named& name : *node.depends) {
    MergeArm arm;
    arm.name = name.name;
    arm.from = name;
    node.control.merges.push_back(std::move(arm));
  }
}

void CheckLogic(const Node& node, NodeReader& reader) {
  const Result<bool> judged =
      JudgeLogic(node.control.logic, [&](std::string_view name) -> std::optional<bool> {
        for (const MergeArm& arm : node.control.merges) {
          if (arm.name == name) return true;
        }
        return std::nullopt;
      });
  if (!judged.ok()) {
    reader.Fail(node.place, fmt::format("node {}: {}", node.name, judged.error().detail),
                judged.error().hint);
  }
}

void CheckLoop(const Node& node, NodeReader& reader) {
  if (node.control.body == nullptr || node.control.body->nodes.empty()) {
    return reader.Fail(node.place, fmt::format("loop {} has no nodes", node.name),
                       "do: {first: first.sql}");
  }
  if (node.kind->runs != Runs::kForEach) {
    if (node.control.parallel > 0) {
      reader.Fail(node.place,
                  fmt::format("the turns of do-while {} run one after another: `parallel` belongs "
                              "to a for-each",
                              node.name),
                  "");
    }
    return;
  }
  const auto is_data = [](const auto& one) { return one.name == kLoopData; };
  if (std::ranges::none_of(node.inputs, is_data) &&
      std::ranges::none_of(node.parameters, is_data)) {
    reader.Fail(
        node.place,
        fmt::format("for-each {} has nothing called {} to go through", node.name, kLoopData),
        "for-each: assignment.outputs");
  }
}

std::string LanguageOf(const Node& node) {
  if (node.path.ends_with(".sql")) return "odps-sql";
  return node.path.ends_with(".sh") ? "shell" : "python";
}

}  // namespace

std::span<const NodeKey> ControlKeys() { return kControlKeys; }

const Kind* KindOfControl(const Node& node) {
  for (const Wanted& wanted : kWanted) {
    if (wanted.has(node)) return FindKind(wanted.kind);
  }
  return nullptr;
}

void CheckControl(Node& node, NodeReader& reader) {
  const Runs runs = node.kind->runs;
  if (runs == Runs::kMerge) MergeDependencies(node);
  // One that is not run lacks nothing.
  const bool idle = node.recurrence != Recurrence::kNormal;
  for (const Wanted& wanted : kWanted) {
    if (wanted.runs == runs && !wanted.has(node) && !idle) {
      return reader.Fail(
          node.place,
          fmt::format("node {} is {}, and has no `{}`", node.name, node.kind->what, wanted.key),
          "docs/flows.md, \"Nodes that steer others\"");
    }
    if (wanted.runs != runs && wanted.has(node)) {
      return reader.Fail(node.place,
                         fmt::format("node {} is {}: `{}` belongs to a {}", node.name,
                                     node.kind->name, wanted.key, wanted.kind),
                         "");
    }
  }
  if (runs == Runs::kMerge) CheckLogic(node, reader);
  if ((runs == Runs::kDoWhile || runs == Runs::kForEach) && !idle) CheckLoop(node, reader);
  if (runs == Runs::kAssignment && node.language.empty()) node.language = LanguageOf(node);
}

void NodeReader::Body(const Value& nodes, Node& loop) {
  auto body = std::make_shared<Flow>();
  if (loop.control.body != nullptr) *body = *loop.control.body;
  body->name = loop.name;
  body->folder = folder_;
  body->file = file_;
  if (!nodes.is_map()) {
    return Fail(At(nodes), "`do` is a map of names to nodes", "do: {first: first.sql}");
  }
  std::vector<Node> read;
  for (const Member& member : nodes.members) {
    Node node = defaults_;
    node.name = member.key;
    node.place = {file_, member.line, member.column};
    Read(member.value, node);
    read.push_back(std::move(node));
  }
  // The node that decides is the last one, whichever key comes first.
  body->nodes.insert(body->nodes.begin(), std::make_move_iterator(read.begin()),
                     std::make_move_iterator(read.end()));
  if (loop.control.again.has_value()) loop.control.again = body->nodes.size() - 1;
  loop.control.body = std::move(body);
  FinishAgain(loop);
}

void NodeReader::Again(const Value& value, Node& loop) {
  auto body = std::make_shared<Flow>();
  if (loop.control.body != nullptr) *body = *loop.control.body;
  body->name = loop.name;
  body->folder = folder_;
  body->file = file_;
  Node node = defaults_;
  node.name = kLoopNode;
  node.place = At(value);
  node.kind = FindKind("CONTROLLER_CYCLE_END");
  Read(value, node);
  body->nodes.push_back(std::move(node));
  loop.control.again = body->nodes.size() - 1;
  loop.control.body = std::move(body);
  FinishAgain(loop);
}

// It waits for all others of its turn, and has a name that none of them has.
void NodeReader::FinishAgain(Node& loop) {
  if (!loop.control.again.has_value()) return;
  auto body = std::make_shared<Flow>(*loop.control.body);
  Node node = std::move(body->nodes.back());
  body->nodes.pop_back();
  node.depends.emplace();
  for (const Node& other : body->nodes) node.depends->push_back({other.name, other.place});
  while (body->Find(node.name).has_value()) node.name += "_";
  node.ignores_branches = true;
  body->nodes.push_back(std::move(node));
  loop.control.body = std::move(body);
}

bool Steers(const Node& node) {
  return std::ranges::any_of(kWanted, [&](const Wanted& wanted) {
    return node.kind != nullptr && wanted.runs == node.kind->runs;
  });
}

}  // namespace paisql::nodes
