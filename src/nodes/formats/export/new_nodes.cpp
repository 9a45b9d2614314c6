#include "nodes/formats/export/export_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "nodes/formats/import_spec.h"
#include "nodes/formats/spec_control.h"
#include "nodes/formats/spec_node.h"
#include "nodes/model/kinds.h"

namespace paisql::nodes {

namespace {

Value NewNode(const std::string& name, const std::string& path) {
  Value node = Value::Map();
  node.Set("id", Value::Text(name));
  node.Set("name", Value::Text(name));
  node.Set("recurrence", Value::Text("Normal"));
  node.Set("instanceMode", Value::Text("T+1"));
  node.Set("rerunMode", Value::Text("Allowed"));
  MapMember(node, "script").Set("path", Value::Text(path));
  return node;
}

// A folder that no document has.
std::string UniqueBase(const Spec& spec, const std::string& name, FolderNames& taken) {
  if (taken.empty()) {
    for (const SpecDocument& one : spec.documents()) {
      taken.insert(ToLower(one.path.substr(0, one.path.find('/'))));
    }
  }
  std::string base = name;
  for (int i = 2; !taken.insert(ToLower(base)).second; ++i) base = fmt::format("{}_{}", name, i);
  return base;
}

// The last container that has nodes.
size_t LastContainer(const Spec& spec) {
  for (size_t c = spec.ContainerCount(0); c > 1; --c) {
    const Value* nodes = spec.Container(0, c - 1).Find("nodes");
    if (nodes != nullptr && !nodes->items.empty()) return c - 1;
  }
  return 0;
}

}  // namespace

NodeRef AddNode(Spec& spec, const PlainFlow& flow, const std::string& name, FolderNames& taken) {
  Value node = NewNode(name, flow.name + "/" + name);
  Value output = Value::Map();
  const std::string project = spec.is_folder() ? kProjectPlaceholder : flow.project;
  output.Set("data", Value::Text(project + "." + name));
  output.Set("artifactType", Value::Text("NodeOutput"));
  ListMember(MapMember(node, "outputs"), "nodeOutputs").items.push_back(std::move(output));
  if (!spec.is_folder()) {
    const size_t container = LastContainer(spec);
    Value& list = ListMember(spec.Container(0, container), "nodes");
    list.items.push_back(std::move(node));
    return {0, container, {list.items.size() - 1}};
  }
  SpecDocument document;
  const std::string base = UniqueBase(spec, FileNameOf(name), taken);
  document.path = base + "/" + base + std::string(kSpecEnd);
  document.value = Value::Map();
  document.value.Set("version", Value::Text("2.0.0"));
  document.value.Set("kind", Value::Text("Node"));
  ListMember(MapMember(document.value, "spec"), "nodes").items.push_back(std::move(node));
  spec.documents().push_back(std::move(document));
  return {spec.documents().size() - 1, 0, {0}};
}

NodeRef AddInner(Spec& spec, const NodeRef& loop, const std::string& name, bool decides) {
  const std::string outer = TextOf(spec.At(loop), "id");
  Value node = NewNode(name, TextOf(ScriptOf(spec, loop), "path") + "/" + name);
  node.Set("id", Value::Text(outer + "." + name));
  Value& body = LoopBody(spec, loop);
  NodeRef ref = loop;
  if (decides) {
    body.Set("while", std::move(node));
    ref.places.push_back(kWhilePlace);
  } else {
    Value& list = ListMember(body, "nodes");
    list.items.push_back(std::move(node));
    ref.places.push_back(list.items.size() - 1);
  }
  return ref;
}

std::string CodePathOf(const Spec& spec, const NodeRef& ref, const std::string& file) {
  const std::string& path = spec.documents()[ref.document].path;
  const std::string stem = path.substr(0, path.size() - kSpecEnd.size());
  const Kind* kind = KindOfFile(file);
  if (kind != nullptr) return stem + std::string(kind->extension);
  const std::string name = file.substr(file.rfind('/') + 1);
  const size_t dot = name.find('.');
  return stem + (dot == std::string::npos ? ".txt" : name.substr(dot));
}

}  // namespace paisql::nodes
