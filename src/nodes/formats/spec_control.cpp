#include "nodes/formats/spec_control.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.h"
#include "nodes/formats/spec_dependencies.h"
#include "nodes/formats/spec_node.h"

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

const std::vector<Value>& ItemsOf(const Value& map, std::string_view key) {
  static const std::vector<Value> kNone;
  const Value* list = map.Find(key);
  return list == nullptr ? kNone : list->items;
}

std::string OutputData(const Spec& spec, const NodeRef& node, const Value* output) {
  if (output == nullptr) return "";
  const Value& found =
      spec.Resolve(node.document, *output, {"artifacts.nodeOutputs", "artifacts.outputs"});
  return spec.Filled(node.document, found.is_scalar() ? found.text : TextOf(found, "data"));
}

// A node's code before there were members for it: a JSON of its own.
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
    const Value old = OldContent(spec, node);
    for (const Value& one : old.items) {
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
  const SpecLinks& links = LinksOf(spec);
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
    const Value older = OldContent(spec, node);
    for (const Value& one : ItemsOf(older, "branchList")) {
      const std::string from = name_of(TextOf(one, "node"));
      add(from, from, StatusList(ItemsOf(one, "runStatus")));
    }
  }
  return join.members.empty() ? Value() : join;
}

void WriteJoin(Spec& spec, const NodeRef& node, const Value& value) {
  Value arms = Value::List();
  for (const Member& member : value.members) {
    std::string from = member.value.is_map() ? TextOf(member.value, "from") : "";
    if (from.empty()) from = member.key;
    const std::optional<NodeRef> ref = FindNodeOf(spec, from);
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
  const Value wrapped = WrappedCode(spec, node);
  const Language* language =
      FindLanguage(TextOf(wrapped.is_null() ? ScriptOf(spec, node) : wrapped, "language"));
  return language == nullptr ? Value() : PlainText(std::string(language->name));
}

void WriteLanguage(Spec& spec, const NodeRef& node, const Value& value) {
  const Language* language = FindLanguage(value.text);
  if (language == nullptr) return;
  const Value wrapped = WrappedCode(spec, node);
  Value& script = spec.Own(node, "script", "scripts");
  script.Set("language", Value::Text(std::string(language->name)));
  // The code alone, which has no other word for its language.
  if (!wrapped.is_null()) script.Set("content", Value::Text(TextOf(wrapped, "content")));
}

std::string EndOfLanguage(std::string_view language) {
  const Language* found = FindLanguage(language);
  return found == nullptr ? "" : std::string(found->end);
}

}  // namespace paisql::nodes
