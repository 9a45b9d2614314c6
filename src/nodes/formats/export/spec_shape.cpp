#include "nodes/formats/export/export_parts.h"

#include <optional>
#include <utility>

#include "nodes/formats/import_spec.h"
#include "nodes/formats/spec_dependencies.h"
#include "nodes/formats/spec_keys.h"

namespace paisql::nodes {

namespace {

// The document of the workflow; what the old one had at its top goes with it.
void AddFlowDocument(Spec& spec, const Value& old, const PlainFlow& flow,
                     const SpecTarget& target) {
  SpecDocument document;
  document.path = target.name;
  document.syntax = target.shape == SpecShape::kYaml ? Syntax::kYaml : Syntax::kJson;
  document.value = Value::Map();
  const bool folder = spec.is_folder();
  document.value.Set("version", Value::Text(folder ? "2.0.0" : "1.2.0"));
  document.value.Set("kind", Value::Text("CycleWorkflow"));
  for (const Member& member : old.members) {
    const bool taken = member.key == "spec" || member.key == "version" || member.key == "nodes";
    if (!taken) document.value.Set(member.key, member.value);
  }
  Value& root = MapMember(document.value, "spec");
  if (folder) {
    document.path = FileNameOf(target.name) + std::string(kSpecEnd);
    Value workflow = Value::Map();
    workflow.Set("name", Value::Text(flow.name));
    Value& script = MapMember(workflow, "script");
    script.Set("path", Value::Text(flow.name));
    MapMember(script, "runtime").Set("command", Value::Text("WORKFLOW"));
    ListMember(root, "workflows").items.push_back(std::move(workflow));
    spec.files()["dataworks.properties"] = "projectIdentifier=" + flow.project + "\n";
  } else {
    root.Set("name", Value::Text(flow.name));
    (void)ListMember(root, "nodes");
    (void)ListMember(root, "flow");
  }
  spec.documents().push_back(std::move(document));
}

// Copies dependencies by the outputs that the nodes have in the other shape.
void CopyDepends(Spec& spec, const Spec& old, const ImportedFlow& imported,
                 const std::string& project) {
  const SpecLinks& links = LinksOf(old);
  const SpecLinks fresh(spec);
  std::map<NodeRef, size_t> places;
  for (size_t i = 0; i < imported.nodes.size(); ++i) places.emplace(imported.nodes[i].ref, i);
  const std::vector<NodeRef> refs = spec.Nodes();
  for (size_t i = 0; i < imported.nodes.size(); ++i) {
    // Bodies of loops have theirs with them.
    if (imported.nodes[i].ref.inner()) continue;
    const auto all = links.DependenciesOf(imported.nodes[i].ref);
    if (!all.has_value()) continue;
    std::vector<Value> entries;
    for (const SpecDependency& one : *all) {
      Value entry = Value::Map();
      entry.Set("type", Value::Text(one.type));
      std::string output = one.output;
      if (output.empty() && one.node.has_value()) {
        const auto place = places.find(*one.node);
        if (place != places.end()) output = OutputToWaitFor(spec, refs[place->second], project);
      }
      entry.Set("output", Value::Text(output));
      entries.push_back(std::move(entry));
    }
    DependencyList(spec, refs[i], fresh.FindEntry(refs[i])).items = std::move(entries);
  }
}

}  // namespace

Spec NewSpec(const PlainFlow& flow, const SpecTarget& target) {
  Spec spec = Spec::Empty(target.shape == SpecShape::kFolder);
  AddFlowDocument(spec, Value(), flow, target);
  return spec;
}

Spec ReshapedSpec(const Spec& old, const PlainFlow& flow, const SpecTarget& target) {
  const ImportedFlow imported = ImportSpec(old);
  Spec spec = Spec::Empty(target.shape == SpecShape::kFolder);
  Value top;
  for (const SpecDocument& document : old.documents()) {
    if (document.value.Find("metadata") != nullptr) top = document.value;
  }
  AddFlowDocument(spec, top, flow, target);
  FolderNames taken;
  for (const ImportedNode& node : imported.nodes) {
    // Loops bring their nodes with them.
    if (node.ref.inner()) continue;
    const NodeRef ref = AddNode(spec, flow, node.name, taken);
    Value inlined = InlinedValue(old, node.ref.document, old.At(node.ref));
    Value& script = MapMember(inlined, "script");
    EraseMember(script, "code");
    if (spec.is_folder()) {
      script.Set("content", Value::Text(""));
    } else if (imported.code.contains(node.file)) {
      script.Set("content", Value::Text(imported.code.at(node.file)));
    }
    spec.At(ref) = std::move(inlined);
    if (spec.is_folder() && !node.file.empty()) {
      spec.files()[CodePathOf(spec, ref, node.file)] = imported.code.at(node.file);
    }
  }
  const Value parameters = FlowParameters(old);
  if (!parameters.is_null()) WriteFlowParameters(spec, parameters);
  CopyDepends(spec, old, imported, flow.project);
  return spec;
}

void RenameSpec(Spec& spec, const SpecTarget& target) {
  SpecDocument& document = spec.documents().front();
  const Syntax syntax = target.shape == SpecShape::kYaml ? Syntax::kYaml : Syntax::kJson;
  auto text = spec.files().extract(document.path);
  if (!text.empty() && syntax == document.syntax) {
    text.key() = target.name;
    spec.files().insert(std::move(text));
  }
  document.path = target.name;
  document.syntax = syntax;
}

}  // namespace paisql::nodes
