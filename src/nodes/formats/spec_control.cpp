#include "nodes/formats/spec_control.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.h"
#include "nodes/formats/spec_dependencies.h"
#include "nodes/formats/spec_keys.h"

namespace paisql::nodes {

namespace {

// Languages of assignments, as flow.yaml calls them, and the files of their
// code.
struct Language {
  std::string_view spec;
  std::string_view name;
  std::string_view end;
};

constexpr Language kLanguages[] = {
    {"odps-sql", "odps-sql", ".sql"}, {"odps", "odps-sql", ".sql"},
    {"sql", "odps-sql", ".sql"},      {"python", "python", ".py"},
    {"python3", "python", ".py"},     {"python2", "python2", ".py"},
    {"shell", "shell", ".sh"},        {"shell-script", "shell", ".sh"},
};

const Language* FindLanguage(std::string_view language) {
  for (const Language& one : kLanguages) {
    if (EqualsIgnoreCase(one.spec, language)) return &one;
  }
  return nullptr;
}

const Value& VariableOf(const Spec& spec, const NodeRef& node, const Value& item) {
  return spec.Resolve(node.document, item, {"variables", "artifacts.variables"});
}

const std::vector<Value>& ItemsOf(const Value& map, std::string_view key) {
  static const std::vector<Value> kNone;
  const Value* list = map.Find(key);
  return list == nullptr ? kNone : list->items;
}

const std::vector<Value>& VariablesOf(const Spec& spec, const NodeRef& node,
                                      std::string_view side) {
  static const std::vector<Value> kNone;
  const Value* all = spec.At(node).Find(side);
  return all == nullptr ? kNone : ItemsOf(*all, "variables");
}

std::string InputName(const Value& variable) {
  const std::string name = TextOf(variable, "inputName");
  return name.empty() ? TextOf(variable, "name") : name;
}

// "node.outputs" of an input; "" where no node of this spec gives it.
std::string InputText(const SpecLinks& links, const Spec& spec, const NodeRef& node,
                      const Value& variable) {
  const Value* from = variable.Find("node");
  const Value* referred = variable.Find("referenceVariable");
  if (from == nullptr && referred != nullptr) {
    from = VariableOf(spec, node, *referred).Find("node");
  }
  if (from == nullptr) return "";
  Value entry = from->is_map() ? *from : Value::Map();
  if (from->is_scalar()) entry.Set("nodeId", *from);
  const SpecDependency found = links.Read(node.document, entry);
  if (!found.node.has_value()) return "";
  return NodeNameOf(spec, *found.node) + "." + TextOf(variable, "name");
}

// Constants and dates that a node gives; results of assignments are given
// anyhow.
bool IsGiven(const Value& variable) {
  const std::string type = TextOf(variable, "type");
  return (type.empty() || type == "Constant" || type == "System") &&
         !TextOf(variable, "name").empty();
}

std::string OutputData(const Spec& spec, const NodeRef& node, const Value* output) {
  if (output == nullptr) return "";
  const Value& found =
      spec.Resolve(node.document, *output, {"artifacts.nodeOutputs", "artifacts.outputs"});
  return spec.Filled(node.document, found.is_scalar() ? found.text : TextOf(found, "data"));
}

// What a node's code was before there were members for it: a JSON of its own.
Value OldContent(const Spec& spec, const NodeRef& node) {
  const std::string content = ContentOf(spec, node);
  if (content.empty()) return {};
  const Result<Value> read = ReadJson(content);
  return read.ok() ? *read : Value();
}

// "1" of what older files call SUCCESS.
std::string StatusNumber(const std::string& status) {
  constexpr std::pair<std::string_view, const char*> kStatuses[] = {
      {"SUCCESS", "1"}, {"NOT_RUN", "2"}, {"FAILURE", "3"}, {"FAILED", "3"}};
  for (const auto& [name, number] : kStatuses) {
    if (EqualsIgnoreCase(name, status)) return number;
  }
  return status;
}

Value NumberText(const std::string& text) {
  Value number = Value::Text(text);
  number.quoted = false;
  return number;
}

Value StatusList(const std::vector<Value>& items) {
  Value list = Value::List();
  for (const Value& item : items) {
    Value number = Value::Text(StatusNumber(item.text));
    number.quoted = false;
    list.items.push_back(std::move(number));
  }
  return list;
}

}  // namespace

Value ReadInputs(const Spec& spec, const NodeRef& node) {
  const std::vector<Value>& variables = VariablesOf(spec, node, "inputs");
  if (variables.empty()) return {};
  const SpecLinks links(spec);
  Value inputs = Value::Map();
  for (const Value& item : variables) {
    const Value& variable = VariableOf(spec, node, item);
    const std::string text = InputText(links, spec, node, variable);
    if (!text.empty()) inputs.Set(InputName(variable), PlainText(text));
  }
  return inputs.members.empty() ? Value() : inputs;
}

void WriteInputs(Spec& spec, const NodeRef& node, const Value& value) {
  const SpecLinks links(spec);
  std::map<std::string, std::string> wanted;
  for (const Member& member : value.members) wanted[member.key] = member.value.text;
  Value& list = ListMember(MapMember(spec.At(node), "inputs"), "variables");
  std::vector<Value> kept;
  for (const Value& item : list.items) {
    const Value& variable = VariableOf(spec, node, item);
    const std::string text = InputText(links, spec, node, variable);
    const auto found = wanted.find(InputName(variable));
    if (!text.empty() && (found == wanted.end() || found->second != text)) continue;
    if (found != wanted.end()) wanted.erase(found);
    kept.push_back(item);
  }
  for (const auto& [name, text] : wanted) {
    const size_t dot = text.rfind('.');
    Value variable = Value::Map();
    variable.Set("name", Value::Text(dot == std::string::npos ? "outputs" : text.substr(dot + 1)));
    variable.Set("inputName", Value::Text(name));
    variable.Set("artifactType", Value::Text("Variable"));
    variable.Set("scope", Value::Text("NodeContext"));
    variable.Set("type", Value::Text("NodeOutput"));
    const std::string from = text.substr(0, dot);
    Value giver = Value::Map();
    const std::optional<NodeRef> ref = links.FindName(from);
    const std::vector<std::string> outputs =
        ref.has_value() ? OutputsOf(spec, *ref) : std::vector<std::string>();
    if (outputs.empty() && ref.has_value()) {
      giver.Set("nodeId", Value::Text(TextOf(spec.At(*ref), "id")));
    } else {
      giver.Set("output", Value::Text(outputs.empty() ? from : outputs.front()));
    }
    variable.Set("node", std::move(giver));
    kept.push_back(std::move(variable));
  }
  ListMember(MapMember(spec.At(node), "inputs"), "variables").items = std::move(kept);
}

Value ReadGives(const Spec& spec, const NodeRef& node) {
  Value gives = Value::Map();
  for (const Value& item : VariablesOf(spec, node, "outputs")) {
    const Value& variable = VariableOf(spec, node, item);
    if (!IsGiven(variable)) continue;
    gives.Set(TextOf(variable, "name"),
              PlainText(spec.Filled(node.document, TextOf(variable, "value"))));
  }
  return gives.members.empty() ? Value() : gives;
}

void WriteGives(Spec& spec, const NodeRef& node, const Value& value) {
  Value& list = ListMember(MapMember(spec.At(node), "outputs"), "variables");
  std::vector<Value> kept;
  std::vector<std::string> done;
  for (const Value& item : list.items) {
    const Value& variable = VariableOf(spec, node, item);
    const std::string name = TextOf(variable, "name");
    const Value* wanted = value.Find(name);
    const bool same = wanted != nullptr && wanted->text == TextOf(variable, "value");
    if (!IsGiven(variable) || same) kept.push_back(item);
    if (IsGiven(variable) && wanted != nullptr && !same) {
      Value changed = MakeVariable(name, wanted->text, "NodeContext");
      kept.push_back(std::move(changed));
    }
    done.push_back(name);
  }
  for (const Member& member : value.members) {
    if (std::ranges::find(done, member.key) != done.end()) continue;
    kept.push_back(MakeVariable(member.key, member.value.text, "NodeContext"));
  }
  ListMember(MapMember(spec.At(node), "outputs"), "variables").items = std::move(kept);
}

Value ReadBranches(const Spec& spec, const NodeRef& node) {
  Value list = Value::List();
  const auto add = [&](std::string when, std::string output, std::string description) {
    if (when.empty() || output.empty()) return;
    Value way = Value::Map();
    way.Set("when", PlainText(std::move(when)));
    way.Set("output", PlainText(std::move(output)));
    if (!description.empty()) way.Set("description", PlainText(std::move(description)));
    list.items.push_back(std::move(way));
  };
  if (const Value* branch = spec.At(node).Find("branch")) {
    for (const Value& one : ItemsOf(*branch, "branches")) {
      add(TextOf(one, "when"), OutputData(spec, node, one.Find("output")), TextOf(one, "desc"));
    }
  } else if (KindNameOf(spec, node) == "CONTROLLER_BRANCH") {
    for (const Value& one : OldContent(spec, node).items) {
      add(TextOf(one, "condition"), TextOf(one, "nodeoutput"), TextOf(one, "description"));
    }
  }
  return list.items.empty() ? Value() : list;
}

void WriteBranches(Spec& spec, const NodeRef& node, const Value& value) {
  Value& branch = MapMember(spec.At(node), "branch");
  const std::vector<Value> old = ItemsOf(branch, "branches");
  Value ways = Value::List();
  for (const Value& item : value.items) {
    const std::string data = TextOf(item, "output");
    const auto known = std::ranges::find_if(
        old, [&](const Value& one) { return OutputData(spec, node, one.Find("output")) == data; });
    Value way = known == old.end() ? Value::Map() : *known;
    way.Set("when", Value::Text(TextOf(item, "when")));
    if (item.Find("description") != nullptr) {
      way.Set("desc", Value::Text(TextOf(item, "description")));
    } else {
      EraseMember(way, "desc");
    }
    if (known == old.end()) {
      Value output = Value::Map();
      output.Set("data", Value::Text(data));
      output.Set("artifactType", Value::Text("NodeOutput"));
      way.Set("output", std::move(output));
    }
    ways.items.push_back(std::move(way));
  }
  branch.Set("branches", std::move(ways));
}

Value ReadJoin(const Spec& spec, const NodeRef& node) {
  Value join = Value::Map();
  const SpecLinks links(spec);
  const auto add = [&](const std::string& name, const std::string& from, Value statuses) {
    Value arm = Value::Map();
    if (!from.empty() && from != name) arm.Set("from", PlainText(from));
    if (!statuses.items.empty()) arm.Set("status", std::move(statuses));
    if (!name.empty()) join.Set(name, std::move(arm));
  };
  const auto name_of = [&](const std::string& output) {
    const std::optional<NodeRef> ref = links.FindOutput(output);
    return ref.has_value() ? NodeNameOf(spec, *ref) : output;
  };
  if (const Value* old = spec.At(node).Find("join")) {
    for (const Value& one : ItemsOf(*old, "branches")) {
      std::string from = OutputData(spec, node, one.Find("output"));
      if (from.empty()) {
        const SpecDependency found = links.Read(node.document, one);
        from = found.node.has_value() ? NodeNameOf(spec, *found.node) : found.output;
      } else {
        from = name_of(from);
      }
      const Value* assertion = one.Find("assertion");
      const std::string name = TextOf(one, "name");
      add(name.empty() ? from : name, from,
          assertion == nullptr ? Value::List() : StatusList(ItemsOf(*assertion, "in")));
    }
  } else if (KindNameOf(spec, node) == "CONTROLLER_JOIN") {
    for (const Value& one : ItemsOf(OldContent(spec, node), "branchList")) {
      const std::string from = name_of(TextOf(one, "node"));
      add(from, from, StatusList(ItemsOf(one, "runStatus")));
    }
  }
  return join.members.empty() ? Value() : join;
}

void WriteJoin(Spec& spec, const NodeRef& node, const Value& value) {
  const SpecLinks links(spec);
  Value arms = Value::List();
  for (const Member& member : value.members) {
    std::string from = member.value.is_map() ? TextOf(member.value, "from") : "";
    if (from.empty()) from = member.key;
    const std::optional<NodeRef> ref = links.FindName(from);
    const std::vector<std::string> outputs =
        ref.has_value() ? OutputsOf(spec, *ref) : std::vector<std::string>();
    const Value* statuses = member.value.is_map() ? member.value.Find("status") : &member.value;
    Value arm = Value::Map();
    arm.Set("name", Value::Text(member.key));
    MapMember(arm, "output").Set("data", Value::Text(outputs.empty() ? from : outputs.front()));
    if (statuses != nullptr && !statuses->is_null()) {
      Value& assertion = MapMember(arm, "assertion");
      assertion.Set("field", Value::Text("status"));
      Value list = Value::List();
      if (statuses->is_scalar()) list.items.push_back(Value::Text(statuses->text));
      for (const Value& item : statuses->items) list.items.push_back(Value::Text(item.text));
      assertion.Set("in", std::move(list));
    }
    arms.items.push_back(std::move(arm));
  }
  MapMember(spec.At(node), "join").Set("branches", std::move(arms));
}

Value ReadLogic(const Spec& spec, const NodeRef& node) {
  const Value* join = spec.At(node).Find("join");
  const Value* logic = join == nullptr ? nullptr : join->Find("logic");
  const std::string text = logic == nullptr ? "" : TextOf(*logic, "expression");
  return text.empty() ? Value() : PlainText(text);
}

void WriteLogic(Spec& spec, const NodeRef& node, const Value& value) {
  Value& join = MapMember(spec.At(node), "join");
  if (value.is_null()) {
    EraseMember(join, "logic");
  } else {
    MapMember(join, "logic").Set("expression", Value::Text(value.text));
  }
}

Value& LoopBody(Spec& spec, const NodeRef& node) {
  Value& value = spec.At(node);
  for (Member& member : value.members) {
    if (&member.value == Spec::BodyOf(value)) return member.value;
  }
  return MapMember(value, KindNameOf(spec, node) == "CONTROLLER_CYCLE" ? "do-while" : "for-each");
}

Value ReadMostTurns(const Spec& spec, const NodeRef& node) {
  const Value* body = Spec::BodyOf(spec.At(node));
  if (body == nullptr) return {};
  for (const char* key : {"maxIterations", "maxIteration"}) {
    const std::string text = TextOf(*body, key);
    if (!text.empty() && text != "0") return NumberText(text);
  }
  return {};
}

void WriteMostTurns(Spec& spec, const NodeRef& node, const Value& value) {
  Value& body = LoopBody(spec, node);
  const bool older = FindMember(body, "maxIteration") != nullptr;
  const std::string key = older ? "maxIteration" : "maxIterations";
  if (value.is_null()) {
    EraseMember(body, key);
  } else {
    body.Set(key, NumberText(value.text));
  }
}

Value ReadParallelTurns(const Spec& spec, const NodeRef& node) {
  const Value* body = Spec::BodyOf(spec.At(node));
  const std::string text = body == nullptr ? "" : TextOf(*body, "parallelism");
  return text.empty() || text == "0" ? Value() : NumberText(text);
}

void WriteParallelTurns(Spec& spec, const NodeRef& node, const Value& value) {
  LoopBody(spec, node).Set("parallelism", NumberText(value.is_null() ? "0" : value.text));
}

Value ReadLanguage(const Spec& spec, const NodeRef& node) {
  const std::string kind = KindNameOf(spec, node);
  if (kind != "CONTROLLER_ASSIGNMENT" && kind != "CONTROLLER_CYCLE_END") return {};
  const Language* language = FindLanguage(TextOf(ScriptOf(spec, node), "language"));
  return language == nullptr ? Value() : PlainText(std::string(language->name));
}

void WriteLanguage(Spec& spec, const NodeRef& node, const Value& value) {
  const Language* language = FindLanguage(value.text);
  if (language == nullptr) return;
  spec.Own(node, "script", "scripts").Set("language", Value::Text(std::string(language->name)));
}

std::string EndOfLanguage(std::string_view language) {
  const Language* found = FindLanguage(language);
  return found == nullptr ? "" : std::string(found->end);
}

}  // namespace paisql::nodes
