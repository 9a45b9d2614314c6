#include "nodes/formats/spec_keys.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "nodes/formats/spec_dependencies.h"
#include "nodes/formats/spec_node.h"
#include "nodes/model/flow.h"

namespace paisql::nodes {

namespace {

const Value& VariableOf(const Spec& spec, const NodeRef& node, const Value& item) {
  return spec.Resolve(node.document, item, {"variables", "artifacts.variables"});
}

const std::vector<Value>& ListedVariables(const Spec& spec, const NodeRef& node,
                                          std::string_view side) {
  static const std::vector<Value> kNone;
  const Value* all = spec.At(node).Find(side);
  const Value* list = all == nullptr ? nullptr : all->Find("variables");
  return list == nullptr ? kNone : list->items;
}

// A hub's own member for its variables.
constexpr const char* kHubs[] = {"param-hub", "paramHub"};

std::string InputName(const Value& variable) {
  const std::string name = TextOf(variable, "inputName");
  return name.empty() ? TextOf(variable, "name") : name;
}

// "node.outputs" of an input, or of what is passed on; "" where no node of this spec gives it.
std::string InputText(const SpecLinks& links, const Spec& spec, const NodeRef& node,
                      const Value& variable) {
  const Value* from = variable.Find("node");
  const Value* referred = variable.Find("referenceVariable");
  std::string name = TextOf(variable, "name");
  if (referred != nullptr) {
    const Value& other = VariableOf(spec, node, *referred);
    if (other.Find("node") != nullptr) from = other.Find("node");
    if (!TextOf(other, "name").empty()) name = TextOf(other, "name");
  }
  if (from == nullptr) return "";
  Value entry = from->is_map() ? *from : Value::Map();
  if (from->is_scalar()) entry.Set("nodeId", *from);
  const SpecDependency found = links.Read(node.document, entry);
  if (!found.node.has_value()) return "";
  return NodeNameOf(spec, *found.node) + "." + name;
}

bool IsPassedOn(const Value& variable) { return TextOf(variable, "type") == "PassThrough"; }

// The value that a node gives by a variable: a constant, a date, or a value that it is given.
// nullopt for a value that it gives anyhow, as the result of an assignment.
std::optional<std::string> GivenText(const Spec& spec, const NodeRef& node, const Value& variable) {
  const std::string name = TextOf(variable, "name");
  if (name.empty()) return std::nullopt;
  const std::string type = TextOf(variable, "type");
  if (IsPassedOn(variable) && variable.Find("referenceVariable") != nullptr) {
    return "${" + name + "}";
  }
  const bool given = type == "Constant" || type == "System" || IsPassedOn(variable) ||
                     (type.empty() && variable.Find("value") != nullptr);
  if (!given) return std::nullopt;
  return spec.Filled(node.document, TextOf(variable, "value"));
}

// The variables of its outputs, and those of a hub that its outputs do not repeat.
std::vector<const Value*> GivingVariables(const Spec& spec, const NodeRef& node) {
  std::vector<const Value*> all;
  std::set<std::string> names;
  const auto add = [&](std::string_view side) {
    for (const Value& item : ListedVariables(spec, node, side)) {
      const Value& variable = VariableOf(spec, node, item);
      if (names.insert(TextOf(variable, "name")).second) all.push_back(&variable);
    }
  };
  add("outputs");
  for (const char* hub : kHubs) add(hub);
  return all;
}

// {name: "node.variable"} of what it passes on.
std::map<std::string, std::string> PassedOn(const SpecLinks& links, const Spec& spec,
                                            const NodeRef& node) {
  std::map<std::string, std::string> passed;
  for (const Value* variable : GivingVariables(spec, node)) {
    if (!IsPassedOn(*variable)) continue;
    const std::string text = InputText(links, spec, node, *variable);
    if (!text.empty()) passed[TextOf(*variable, "name")] = text;
  }
  return passed;
}

// The inputs from other nodes in the script's parameters, and the `array` of a for-each.
std::vector<std::pair<std::string, const Value*>> OtherInputs(const Spec& spec,
                                                              const NodeRef& node) {
  std::vector<std::pair<std::string, const Value*>> found;
  const Value* parameters = ScriptOf(spec, node).Find("parameters");
  for (size_t i = 0; parameters != nullptr && i < parameters->items.size(); ++i) {
    const Value& variable = VariableOf(spec, node, parameters->items[i]);
    if (TextOf(variable, "type") == "NodeOutput")
      found.emplace_back(InputName(variable), &variable);
  }
  const Value* body = Spec::BodyOf(spec.At(node));
  const Value* array = body == nullptr ? nullptr : body->Find("array");
  if (array != nullptr) found.emplace_back(kLoopData, &VariableOf(spec, node, *array));
  return found;
}

// A list of variables with those that a node gives as `wanted` has them.
std::vector<Value> ChangedGives(const Spec& spec, const NodeRef& node,
                                const std::vector<Value>& list, const Value& wanted) {
  std::vector<Value> kept;
  std::set<std::string> done;
  for (const Value& item : list) {
    const Value& variable = VariableOf(spec, node, item);
    const std::string name = TextOf(variable, "name");
    const std::optional<std::string> text = GivenText(spec, node, variable);
    const Value* one = wanted.Find(name);
    if (!text.has_value() || (one != nullptr && one->text == *text)) {
      kept.push_back(item);
    } else if (one != nullptr) {
      kept.push_back(MakeVariable(name, one->text, "NodeContext"));
    }
    done.insert(name);
  }
  for (const Member& member : wanted.members) {
    if (done.contains(member.key)) continue;
    kept.push_back(MakeVariable(member.key, member.value.text, "NodeContext"));
  }
  return kept;
}

}  // namespace

Value ReadInputs(const Spec& spec, const NodeRef& node) {
  const SpecLinks& links = LinksOf(spec);
  Value inputs = Value::Map();
  for (const Value& item : ListedVariables(spec, node, "inputs")) {
    const Value& variable = VariableOf(spec, node, item);
    const std::string text = InputText(links, spec, node, variable);
    if (!text.empty()) inputs.Set(InputName(variable), PlainText(text));
  }
  for (const auto& [name, text] : PassedOn(links, spec, node)) {
    if (inputs.Find(name) == nullptr) inputs.Set(name, PlainText(text));
  }
  // Some say it nowhere else than where it is used.
  for (const auto& [name, variable] : OtherInputs(spec, node)) {
    const std::string text = InputText(links, spec, node, *variable);
    if (!text.empty() && inputs.Find(name) == nullptr) inputs.Set(name, PlainText(text));
  }
  return inputs.members.empty() ? Value() : inputs;
}

void WriteInputs(Spec& spec, const NodeRef& node, const Value& value) {
  std::map<std::string, std::string> wanted;
  for (const Member& member : value.members) wanted[member.key] = member.value.text;
  const Spec& read = spec;
  for (const auto& [name, text] : PassedOn(LinksOf(read), read, node)) {
    const auto found = wanted.find(name);
    if (found != wanted.end() && found->second == text) wanted.erase(found);
  }
  std::vector<Value> kept;
  const SpecLinks& links = LinksOf(read);
  for (const Value& item : ListedVariables(read, node, "inputs")) {
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
    const std::optional<NodeRef> ref = FindNodeOf(spec, from);
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
  for (const Value* variable : GivingVariables(spec, node)) {
    const std::optional<std::string> text = GivenText(spec, node, *variable);
    if (text.has_value()) gives.Set(TextOf(*variable, "name"), PlainText(*text));
  }
  return gives.members.empty() ? Value() : gives;
}

void WriteGives(Spec& spec, const NodeRef& node, const Value& value) {
  std::vector<Value> outputs =
      ChangedGives(spec, node, ListedVariables(spec, node, "outputs"), value);
  for (const char* hub : kHubs) {
    if (spec.At(node).Find(hub) == nullptr) continue;
    std::vector<Value> own = ChangedGives(spec, node, ListedVariables(spec, node, hub), value);
    ListMember(MapMember(spec.At(node), hub), "variables").items = std::move(own);
  }
  ListMember(MapMember(spec.At(node), "outputs"), "variables").items = std::move(outputs);
}

}  // namespace paisql::nodes
