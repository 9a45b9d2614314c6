#include "nodes/formats/spec_dependencies.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/text.h"
#include "nodes/formats/spec_node.h"

namespace paisql::nodes {

namespace {

constexpr const char* kLists[] = {"flow", "dependencies"};

// Whether an entry of a list is about the node.
bool IsAbout(const Spec& spec, const Value& entry, const NodeRef& node) {
  const std::string id = Spec::Bare(TextOf(entry, "nodeId"));
  if (id.empty()) return false;
  const std::string own = TextOf(spec.At(node), "id");
  return own.empty() ? spec.Filled(node.document, id) == NodeNameOf(spec, node) : id == own;
}

}  // namespace

const SpecLinks& LinksOf(const Spec& spec) {
  std::shared_ptr<const SpecLinks>& links = spec.cache().links;
  if (links == nullptr) links = std::make_shared<const SpecLinks>(spec);
  return *links;
}

std::optional<NodeRef> FindNodeOf(const Spec& spec, const std::string& name) {
  const std::optional<NodeRef> ref = LinksOf(spec).FindName(name);
  return ref.has_value() ? ref : SpecLinks(spec).FindName(name);
}

SpecLinks::SpecLinks(const Spec& spec) : spec_(spec) {
  for (size_t d = 0; d < spec.documents().size(); ++d) {
    std::vector<const Value*> holders;
    for (size_t c = 0; c < spec.ContainerCount(d); ++c) holders.push_back(&spec.Container(d, c));
    AddEntries({d, std::nullopt}, holders);
  }
  for (const NodeRef& ref : spec.Nodes()) {
    const Value& node = spec.At(ref);
    if (const Value* body = Spec::BodyOf(node)) AddEntries({ref.document, ref}, {body});
    const std::string id = TextOf(node, "id");
    if (!id.empty()) by_id_.emplace(std::pair(ref.document, id), ref);
    by_name_.emplace(NodeNameOf(spec, ref), ref);
    for (const std::string& output : OutputsOf(spec, ref)) by_output_.emplace(ToLower(output), ref);
    const Value* outputs = node.Find("outputs");
    const Value* tables = outputs == nullptr ? nullptr : outputs->Find("tables");
    if (tables != nullptr) {
      for (const Value& item : tables->items) {
        const Value& table = spec.Resolve(ref.document, item, {"artifacts.tables"});
        const std::string guid = TextOf(table, "guid");
        if (!guid.empty()) by_output_.emplace(ToLower(guid), ref);
      }
    }
    for (const std::string& output : BranchOutputs(spec, ref)) {
      by_output_.emplace(ToLower(output), ref);
    }
  }
}

void SpecLinks::AddEntries(const Scope& scope, const std::vector<const Value*>& holders) {
  Entries& entries = entries_[scope];
  for (size_t h = 0; h < holders.size(); ++h) {
    for (const char* key : kLists) {
      const Value* list = holders[h]->Find(key);
      if (list == nullptr || !list->is_list()) continue;
      for (size_t i = 0; i < list->items.size(); ++i) {
        const std::string id = Spec::Bare(TextOf(list->items[i], "nodeId"));
        if (id.empty()) continue;
        const DependencyEntry entry{h, key, i};
        entries.by_id.emplace(id, entry);
        entries.by_name.emplace(spec_.Filled(scope.first, id), entry);
      }
    }
  }
}

// By an id first: names of nodes do not count where ids are given.
std::optional<DependencyEntry> SpecLinks::FindEntry(const NodeRef& node) const {
  const auto entries =
      entries_.find({node.document, node.inner() ? std::optional(node.Loop()) : std::nullopt});
  if (entries == entries_.end()) return std::nullopt;
  const std::string own = TextOf(spec_.At(node), "id");
  const auto by_id = own.empty() ? entries->second.by_id.end() : entries->second.by_id.find(own);
  if (by_id != entries->second.by_id.end()) return by_id->second;
  const auto by_name = entries->second.by_name.find(NodeNameOf(spec_, node));
  return by_name == entries->second.by_name.end() ? std::nullopt : std::optional(by_name->second);
}

std::optional<NodeRef> SpecLinks::FindOutput(const std::string& output) const {
  const auto found = by_output_.find(ToLower(output));
  if (found != by_output_.end()) return found->second;
  return std::nullopt;
}

std::optional<NodeRef> SpecLinks::FindName(const std::string& name) const {
  const auto found = by_name_.find(name);
  if (found != by_name_.end()) return found->second;
  return FindOutput(name);
}

SpecDependency SpecLinks::Read(size_t document, const Value& entry) const {
  SpecDependency dependency;
  const std::string type = TextOf(entry, "type");
  dependency.normal = type.empty() || type == "Normal";
  if (!type.empty()) dependency.type = type;
  const Value* output = entry.Find("output");
  if (output != nullptr && output->is_scalar()) {
    const Value& found = spec_.Resolve(
        document, *output, {"artifacts.nodeOutputs", "artifacts.outputs", "artifacts.tables"});
    const std::string table = TextOf(found, "guid");
    dependency.output = spec_.Filled(document, found.is_scalar() ? found.text
                                               : table.empty()   ? TextOf(found, "data")
                                                                 : table);
    dependency.node = FindOutput(dependency.output);
    // The id of a node is one of its outputs, said or not.
    const auto by_id = by_id_.find({document, dependency.output});
    if (!dependency.node.has_value() && by_id != by_id_.end()) dependency.node = by_id->second;
    dependency.root = !dependency.node.has_value() && dependency.output.ends_with("_root");
  }
  const std::string id = Spec::Bare(TextOf(entry, "nodeId"));
  if (!dependency.node.has_value() && !id.empty()) {
    const auto found = by_id_.find({document, id});
    const auto named = by_name_.find(spec_.Filled(document, id));
    if (found != by_id_.end()) {
      dependency.node = found->second;
    } else if (named != by_name_.end()) {
      dependency.node = named->second;
    } else if (dependency.output.empty()) {
      dependency.output = id;
    }
  }
  if (!dependency.node.has_value() && dependency.output.empty()) {
    const auto named = by_name_.find(spec_.Filled(document, TextOf(entry, "name")));
    if (named != by_name_.end()) dependency.node = named->second;
  }
  return dependency;
}

std::optional<std::vector<SpecDependency>> SpecLinks::DependenciesOf(const NodeRef& node) const {
  std::vector<SpecDependency> all;
  if (const std::optional<DependencyEntry> entry = FindEntry(node)) {
    const Value* list = spec_.HoldersOf(node)[entry->holder]->Find(entry->list);
    const Value* depends = list->items[entry->place].Find("depends");
    if (depends != nullptr) {
      for (const Value& one : depends->items) all.push_back(Read(node.document, one));
    }
    return all;
  }
  // Older files say it by their inputs alone.
  const Value* inputs = spec_.At(node).Find("inputs");
  if (inputs == nullptr) return std::nullopt;
  for (const char* key : {"nodeOutputs", "outputs", "tables", "artifacts"}) {
    const Value* list = inputs->Find(key);
    if (list == nullptr || !list->is_list()) continue;
    for (const Value& item : list->items) {
      const Value& input = spec_.Resolve(
          node.document, item, {"artifacts.nodeOutputs", "artifacts.outputs", "artifacts.tables"});
      SpecDependency dependency;
      const std::string table = TextOf(input, "guid");
      dependency.output =
          spec_.Filled(node.document, table.empty() ? TextOf(input, "data") : table);
      if (dependency.output.empty()) continue;
      dependency.node = FindOutput(dependency.output);
      dependency.root =
          !dependency.node.has_value() && (dependency.output.ends_with("_root") || !table.empty());
      all.push_back(std::move(dependency));
    }
  }
  if (all.empty()) return std::nullopt;
  return all;
}

Value& DependencyList(Spec& spec, const NodeRef& node,
                      const std::optional<DependencyEntry>& entry) {
  if (entry.has_value()) {
    Value& list = *FindMember(*spec.HoldersOf(node)[entry->holder], entry->list);
    return ListMember(list.items[entry->place], "depends");
  }
  Value& holder =
      node.inner() ? *spec.HoldersOf(node).front() : spec.Container(node.document, node.container);
  const bool newer = spec.is_folder() || FindMember(holder, "dependencies") != nullptr;
  Value made = Value::Map();
  const std::string id = TextOf(spec.At(node), "id");
  made.Set("nodeId", Value::Text(id.empty() ? TextOf(spec.At(node), "name") : id));
  Value& list = ListMember(holder, newer && !node.inner() ? "dependencies" : "flow");
  list.items.push_back(std::move(made));
  return ListMember(list.items.back(), "depends");
}

void EraseDependencies(Spec& spec, const NodeRef& node) {
  for (Value* holder : spec.HoldersOf(node)) {
    for (const char* key : kLists) {
      Value* list = FindMember(*holder, key);
      if (list == nullptr || !list->is_list()) continue;
      std::erase_if(list->items, [&](const Value& entry) { return IsAbout(spec, entry, node); });
    }
  }
}

}  // namespace paisql::nodes
