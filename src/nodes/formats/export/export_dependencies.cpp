#include "nodes/formats/export/export_parts.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.h"
#include "nodes/formats/import_spec.h"
#include "nodes/formats/spec_node.h"

namespace paisql::nodes {

namespace {

// With the project's placeholder in folders.
std::string Placed(const Spec& spec, const std::string& output, const std::string& project) {
  if (!spec.is_folder() || !output.starts_with(project + ".")) return output;
  return kProjectPlaceholder + output.substr(project.size());
}

}  // namespace

std::string OutputToWaitFor(Spec& spec, const NodeRef& node, const std::string& project) {
  const std::vector<std::string> outputs = OutputsOf(spec, node);
  std::string output = outputs.empty() ? "" : outputs.front();
  if (output.empty()) {
    output = project + "." + NodeNameOf(spec, node);
    Value made = Value::Map();
    made.Set("data", Value::Text(Placed(spec, output, project)));
    made.Set("artifactType", Value::Text("NodeOutput"));
    ListMember(MapMember(spec.At(node), "outputs"), "nodeOutputs").items.push_back(std::move(made));
  }
  return Placed(spec, output, project);
}

void DependencyWriter::WriteDepends(const std::string& name, const Value& depends, bool old) const {
  const NodeRef& ref = refs_.at(name);
  // Nodes of a loop wait for each other.
  const std::string loop = name.substr(0, name.rfind(kWithin) + 1);
  // Wanted: nodes, or outputs where there is more than the node to say.
  std::vector<std::pair<std::string, std::optional<NodeRef>>> wanted;
  const auto want = [&](const std::string& text) {
    const auto node = refs_.find(loop + text);
    if (node != refs_.end()) {
      wanted.emplace_back("", node->second);
    } else {
      wanted.emplace_back(text, std::nullopt);
    }
  };
  if (depends.is_scalar()) want(depends.text);
  for (const Value& item : depends.items) want(item.text);

  const auto all = links_.DependenciesOf(ref);
  const auto meets = [](const SpecDependency& one,
                        const std::pair<std::string, std::optional<NodeRef>>& wish) {
    if (wish.second.has_value()) return one.node == wish.second;
    return EqualsIgnoreCase(one.output, wish.first);
  };
  const auto stays = [&](const SpecDependency& one) {
    if (!one.normal || !one.node.has_value() || *one.node == ref) return true;
    return std::ranges::any_of(wanted, [&](const auto& wish) { return meets(one, wish); });
  };
  std::vector<std::pair<std::string, std::optional<NodeRef>>> missing;
  bool whole = all.has_value();
  for (const SpecDependency& one : all.value_or(std::vector<SpecDependency>())) {
    whole = whole && stays(one);
  }
  for (const auto& wish : wanted) {
    // A node waits for its givers by what they give, where it says nothing else.
    if (old && !all.has_value() && wish.second.has_value() && IsGiver(ref, *wish.second)) continue;
    const bool there = all.has_value() && std::ranges::any_of(*all, [&](const SpecDependency& one) {
                         return one.normal && meets(one, wish);
                       });
    if (!there) missing.push_back(wish);
  }
  if (missing.empty() && (whole || (old && !all.has_value()))) return;

  std::vector<std::string> outputs;
  for (const auto& [output, node] : missing) {
    outputs.push_back(node.has_value() ? OutputToWaitFor(spec_, *node, project_)
                                       : Placed(spec_, output, project_));
  }
  Value& list = ListOf(ref);
  std::erase_if(list.items,
                [&](const Value& entry) { return !stays(links_.Read(ref.document, entry)); });
  // On the platform every node waits for something.
  if (outputs.empty() && list.items.empty() && !ref.inner()) {
    outputs.push_back((spec_.is_folder() ? std::string(kProjectPlaceholder) : project_) + "_root");
  }
  for (const std::string& output : outputs) {
    Value entry = Value::Map();
    entry.Set("type", Value::Text("Normal"));
    entry.Set("output", Value::Text(output));
    list.items.push_back(std::move(entry));
  }
}

// Entries are only added at the ends of lists: where the others stand stays known.
Value& DependencyWriter::ListOf(const NodeRef& ref) const {
  const auto made = made_.find(ref);
  if (made != made_.end()) return DependencyList(spec_, ref, made->second);
  const std::optional<DependencyEntry> entry = links_.FindEntry(ref);
  if (entry.has_value()) return DependencyList(spec_, ref, entry);
  std::vector<size_t> before;
  const std::vector<Value*> holders = spec_.HoldersOf(ref);
  const auto size = [](const Value& holder, const char* key) {
    const Value* list = holder.Find(key);
    return list == nullptr ? size_t{0} : list->items.size();
  };
  constexpr const char* kLists[] = {"flow", "dependencies"};
  for (const Value* holder : holders) {
    for (const char* key : kLists) before.push_back(size(*holder, key));
  }
  (void)DependencyList(spec_, ref, std::nullopt);
  const std::vector<Value*> after = spec_.HoldersOf(ref);
  size_t at = 0;
  for (size_t h = 0; h < after.size(); ++h) {
    for (const char* key : kLists) {
      if (size(*after[h], key) > before[at++]) made_[ref] = {h, key, size(*after[h], key) - 1};
    }
  }
  return DependencyList(spec_, ref, made_.at(ref));
}

bool DependencyWriter::IsGiver(const NodeRef& ref, const NodeRef& other) const {
  const Value* inputs = spec_.At(ref).Find("inputs");
  const Value* variables = inputs == nullptr ? nullptr : inputs->Find("variables");
  if (variables == nullptr) return false;
  return std::ranges::any_of(variables->items, [&](const Value& item) {
    const Value& variable = spec_.Resolve(ref.document, item, {"variables", "artifacts.variables"});
    const Value* from = variable.Find("node");
    return from != nullptr && from->is_map() && links_.Read(ref.document, *from).node == other;
  });
}

void DependencyWriter::WritePrevious(const std::string& name, const Value& previous) const {
  const NodeRef& ref = refs_.at(name);
  // Nodes of a loop wait for each other.
  const std::string loop = name.substr(0, name.rfind(kWithin) + 1);
  std::vector<NodeRef> wanted;
  const auto want = [&](const std::string& text) {
    const auto node = refs_.find(loop + text);
    if (text == "self") {
      wanted.push_back(ref);
    } else if (node != refs_.end()) {
      wanted.push_back(node->second);
    }
  };
  if (previous.is_scalar()) want(previous.text);
  for (const Value& item : previous.items) want(item.text);
  std::vector<NodeRef> missing = wanted;
  bool whole = true;
  for (const SpecDependency& one :
       links_.DependenciesOf(ref).value_or(std::vector<SpecDependency>())) {
    if (one.normal || !one.node.has_value()) continue;
    whole = whole && std::ranges::find(wanted, *one.node) != wanted.end();
    std::erase(missing, *one.node);
  }
  if (whole && missing.empty()) return;
  std::vector<std::string> outputs;
  for (const NodeRef& node : missing) outputs.push_back(OutputToWaitFor(spec_, node, project_));
  Value& list = ListOf(ref);
  std::erase_if(list.items, [&](const Value& entry) {
    const SpecDependency one = links_.Read(ref.document, entry);
    return !one.normal && one.node.has_value() &&
           std::ranges::find(wanted, *one.node) == wanted.end();
  });
  for (size_t i = 0; i < missing.size(); ++i) {
    Value entry = Value::Map();
    const bool self = missing[i] == ref;
    entry.Set("type",
              Value::Text(self ? "CrossCycleDependsOnSelf" : "CrossCycleDependsOnOtherNode"));
    entry.Set("output", Value::Text(outputs[i]));
    list.items.push_back(std::move(entry));
  }
}

}  // namespace paisql::nodes
