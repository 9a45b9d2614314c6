#include "nodes/formats/export_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "nodes/formats/export_entries.h"
#include "nodes/formats/import_spec.h"
#include "nodes/formats/spec_dependencies.h"
#include "nodes/formats/spec_keys.h"
#include "nodes/formats/spec_parameters.h"
#include "nodes/model/kinds.h"

namespace paisql::nodes {

namespace {

constexpr const char* kProject = "${projectIdentifier}";

class Exporter {
 public:
  Exporter(const PlainFlow& flow, const SpecTarget& target) : flow_(flow), target_(target) {}

  Result<FileTexts> Run(const FileTexts& origin) {
    const bool folder = target_.shape == SpecShape::kFolder;
    if (origin.empty()) {
      spec_ = Spec::Empty(folder);
      Found(Value());
    } else {
      PAISQL_ASSIGN(spec_, Spec::Read(origin));
      if (spec_.is_folder() != folder) Reshape();
      if (!folder) Rename();
    }
    before_documents_ = spec_.documents();
    before_ = ImportSpec(spec_);
    WriteFlowKeys();
    WriteNodes();
    RemoveNodes();
    WriteDepends();
    return Files();
  }

 private:
  // --- another shape ---

  // The document of the workflow; what the old one had at its top goes with it.
  void Found(const Value& old) {
    SpecDocument document;
    document.path = target_.name;
    document.syntax = target_.shape == SpecShape::kYaml ? Syntax::kYaml : Syntax::kJson;
    document.value = Value::Map();
    const bool folder = spec_.is_folder();
    document.value.Set("version", Value::Text(folder ? "2.0.0" : "1.2.0"));
    document.value.Set("kind", Value::Text("CycleWorkflow"));
    for (const Member& member : old.members) {
      const bool taken = member.key == "spec" || member.key == "version" || member.key == "nodes";
      if (!taken) document.value.Set(member.key, member.value);
    }
    Value& root = MapMember(document.value, "spec");
    if (folder) {
      document.path = FileNameOf(target_.name) + std::string(kSpecEnd);
      Value workflow = Value::Map();
      workflow.Set("name", Value::Text(flow_.name));
      Value& script = MapMember(workflow, "script");
      script.Set("path", Value::Text(flow_.name));
      MapMember(script, "runtime").Set("command", Value::Text("WORKFLOW"));
      ListMember(root, "workflows").items.push_back(std::move(workflow));
      spec_.files()["dataworks.properties"] = "projectIdentifier=" + flow_.project + "\n";
    } else {
      root.Set("name", Value::Text(flow_.name));
      (void)ListMember(root, "nodes");
      (void)ListMember(root, "flow");
    }
    spec_.documents().push_back(std::move(document));
  }

  // The nodes of the spec in documents of the other shape, with all that they have.
  void Reshape() {
    const Spec old = std::move(spec_);
    const ImportedFlow imported = ImportSpec(old);
    spec_ = Spec::Empty(target_.shape == SpecShape::kFolder);
    Value top;
    for (const SpecDocument& document : old.documents()) {
      if (document.value.Find("metadata") != nullptr) top = document.value;
    }
    Found(top);
    for (const ImportedNode& node : imported.nodes) {
      const NodeRef ref = AddNode(node.name);
      Value inlined = InlinedValue(old, node.ref.document, old.At(node.ref));
      Value& script = MapMember(inlined, "script");
      EraseMember(script, "code");
      if (spec_.is_folder()) {
        script.Set("content", Value::Text(""));
      } else if (imported.code.contains(node.file)) {
        script.Set("content", Value::Text(imported.code.at(node.file)));
      }
      spec_.At(ref) = std::move(inlined);
      if (spec_.is_folder() && !node.file.empty()) {
        spec_.files()[CodePathOf(ref, node.file)] = imported.code.at(node.file);
      }
    }
    const Value parameters = FlowParameters(old);
    if (!parameters.is_null()) WriteFlowParameters(spec_, parameters);
    CopyDepends(old, imported);
  }

  void CopyDepends(const Spec& old, const ImportedFlow& imported) {
    const SpecLinks links(old);
    const std::vector<NodeRef> refs = spec_.Nodes();
    for (size_t i = 0; i < imported.nodes.size(); ++i) {
      const auto all = links.DependenciesOf(imported.nodes[i].ref);
      if (!all.has_value()) continue;
      std::vector<Value> entries;
      for (const SpecDependency& one : *all) {
        Value entry = Value::Map();
        entry.Set("type", Value::Text(one.type));
        std::string output = one.output;
        if (output.empty() && one.node.has_value()) {
          for (size_t k = 0; k < imported.nodes.size(); ++k) {
            if (imported.nodes[k].ref == *one.node) output = OutputOf(refs[k]);
          }
        }
        entry.Set("output", Value::Text(output));
        entries.push_back(std::move(entry));
      }
      DependencyList(spec_, refs[i]).items = std::move(entries);
    }
  }

  // A single document under its new name, in its new syntax.
  void Rename() {
    SpecDocument& document = spec_.documents().front();
    const Syntax syntax = target_.shape == SpecShape::kYaml ? Syntax::kYaml : Syntax::kJson;
    auto text = spec_.files().extract(document.path);
    if (!text.empty() && syntax == document.syntax) {
      text.key() = target_.name;
      spec_.files().insert(std::move(text));
    }
    document.path = target_.name;
    document.syntax = syntax;
  }

  // --- what has changed ---

  NodeRef AddNode(const std::string& name) {
    Value node = Value::Map();
    node.Set("id", Value::Text(name));
    node.Set("name", Value::Text(name));
    node.Set("recurrence", Value::Text("Normal"));
    node.Set("instanceMode", Value::Text("T+1"));
    node.Set("rerunMode", Value::Text("Allowed"));
    Value& script = MapMember(node, "script");
    script.Set("path", Value::Text(flow_.name + "/" + name));
    Value output = Value::Map();
    output.Set("data", Value::Text((spec_.is_folder() ? kProject : flow_.project) + "." + name));
    output.Set("artifactType", Value::Text("NodeOutput"));
    ListMember(MapMember(node, "outputs"), "nodeOutputs").items.push_back(std::move(output));
    if (!spec_.is_folder()) {
      size_t container = 0;
      for (const NodeRef& ref : spec_.Nodes()) container = ref.container;
      Value& list = ListMember(spec_.Container(0, container), "nodes");
      list.items.push_back(std::move(node));
      return {0, container, list.items.size() - 1};
    }
    SpecDocument document;
    const std::string base = UniqueBase(FileNameOf(name));
    document.path = base + "/" + base + std::string(kSpecEnd);
    document.value = Value::Map();
    document.value.Set("version", Value::Text("2.0.0"));
    document.value.Set("kind", Value::Text("Node"));
    ListMember(MapMember(document.value, "spec"), "nodes").items.push_back(std::move(node));
    spec_.documents().push_back(std::move(document));
    return {spec_.documents().size() - 1, 0, 0};
  }

  std::string UniqueBase(const std::string& name) const {
    std::string base = name;
    for (int i = 2;; ++i) {
      const bool taken = std::ranges::any_of(spec_.documents(), [&](const SpecDocument& one) {
        return ToLower(one.path).starts_with(ToLower(base) + "/");
      });
      if (!taken) return base;
      base = fmt::format("{}_{}", name, i);
    }
  }

  // Beside the document, with the end of the file's name.
  std::string CodePathOf(const NodeRef& ref, const std::string& file) const {
    const std::string& path = spec_.documents()[ref.document].path;
    const std::string stem = path.substr(0, path.size() - kSpecEnd.size());
    const Kind* kind = KindOfFile(file);
    if (kind != nullptr) return stem + std::string(kind->extension);
    const std::string name = file.substr(file.rfind('/') + 1);
    const size_t dot = name.find('.');
    return stem + (dot == std::string::npos ? ".txt" : name.substr(dot));
  }

  void WriteFlowKeys() {
    const Value* parameters = flow_.flow.Find("parameters");
    const Value* old = before_.flow.Find("parameters");
    const Value now = CanonicalParameters(parameters == nullptr ? Value() : *parameters);
    if (!SameValue(now, CanonicalParameters(old == nullptr ? Value() : *old))) {
      WriteFlowParameters(spec_, now);
      // What nodes say of theirs is told apart from what the workflow says.
      before_ = ImportSpec(spec_);
    }
    const std::string name = TextOf(flow_.flow, "name");
    if (!name.empty() && name != TextOf(before_.flow, "name") && !spec_.is_folder()) {
      const bool inner =
          TextOf(spec_.Container(0, 0), "name").empty() && spec_.ContainerCount(0) == 2;
      spec_.Container(0, inner ? 1 : 0).Set("name", Value::Text(name));
    }
    Value own = Value::Map();
    constexpr std::string_view kElsewhere[] = {"name",     "project",    "cron",
                                               "defaults", "parameters", "nodes"};
    for (const Member& member : flow_.flow.members) {
      if (std::ranges::find(kElsewhere, member.key) == std::end(kElsewhere)) {
        own.Set(member.key, member.value);
      }
    }
    WriteOwn(spec_.documents()[spec_.FlowDocument()].value, own);
  }

  static void WriteOwn(Value& holder, const Value& own) {
    const Value* metadata = holder.Find("metadata");
    const Value* old = metadata == nullptr ? nullptr : metadata->Find(kOwnMetadata);
    if (SameValue(own, old == nullptr ? Value::Map() : *old)) return;
    Value& all = MapMember(holder, "metadata");
    if (own.members.empty()) {
      EraseMember(all, kOwnMetadata);
    } else {
      all.Set(kOwnMetadata, own);
    }
  }

  void WriteNodes() {
    const Value* nodes = flow_.flow.Find("nodes");
    if (nodes == nullptr) return;
    for (const Member& member : nodes->members) {
      const Value now = EffectiveEntry(flow_.flow, member.value);
      const auto known = std::ranges::find_if(
          before_.nodes, [&](const ImportedNode& node) { return node.name == member.key; });
      NodeRef ref;
      Value old = Value::Map();
      if (known != before_.nodes.end()) {
        ref = known->ref;
        old = EffectiveEntry(before_.flow, *before_.flow.Find("nodes")->Find(member.key));
      } else {
        ref = AddNode(member.key);
      }
      refs_.emplace(member.key, ref);
      WriteNode(ref, old, now);
    }
  }

  void WriteNode(const NodeRef& ref, const Value& old, const Value& now) {
    for (const SpecKey& key : SpecKeys()) {
      const Value* before = old.Find(key.name);
      const Value* after = now.Find(key.name);
      const Value was = CanonicalValue(key.name, before == nullptr ? Value() : *before);
      const Value is = CanonicalValue(key.name, after == nullptr ? Value() : *after);
      if (!SameValue(was, is)) key.write(spec_, ref, after == nullptr ? Value() : *after);
    }
    Value own = Value::Map();
    for (const Member& member : now.members) {
      if (!IsSpecKey(member.key)) own.Set(member.key, member.value);
    }
    WriteOwn(spec_.At(ref), own);
    WriteCode(ref, TextOf(now, "file"));
  }

  void WriteCode(const NodeRef& ref, const std::string& file) {
    const auto code = flow_.code.find(file);
    if (spec_.is_folder()) {
      const std::string path = spec_.CodePath(ref.document);
      if (code == flow_.code.end()) {
        if (!path.empty()) spec_.files().erase(path);
        return;
      }
      // A node of another kind has another kind of file.
      std::string wanted = CodePathOf(ref, file);
      const Kind* kind = path.empty() ? nullptr : KindOfFile(path);
      if (!path.empty() && kind == KindOfFile(file)) wanted = path;
      if (!path.empty() && path != wanted) spec_.files().erase(path);
      spec_.files()[wanted] = code->second;
      if (spec_.At(ref).Find("script") == nullptr || path.empty()) {
        spec_.Own(ref, "script", "scripts").Set("content", Value::Text(""));
      }
      return;
    }
    const std::string text = code == flow_.code.end() ? "" : code->second;
    if (ContentOf(spec_, ref) == text) return;
    Value& script = spec_.Own(ref, "script", "scripts");
    const bool older = FindMember(script, "code") != nullptr;
    script.Set(older ? "code" : "content", Value::Text(text));
  }

  // From the last one, so that the places of the others stay.
  void RemoveNodes() {
    for (auto node = before_.nodes.rbegin(); node != before_.nodes.rend(); ++node) {
      if (refs_.contains(node->name)) continue;
      EraseDependencies(spec_, node->ref);
      if (spec_.is_folder()) {
        const std::string code = spec_.CodePath(node->ref.document);
        if (!code.empty()) spec_.files().erase(code);
        gone_.insert(node->ref.document);
      }
      Value* list = FindMember(spec_.Container(node->ref.document, node->ref.container), "nodes");
      list->items.erase(list->items.begin() + static_cast<std::ptrdiff_t>(node->ref.index));
      for (auto& [name, ref] : refs_) {
        const bool behind = ref.document == node->ref.document &&
                            ref.container == node->ref.container && ref.index > node->ref.index;
        if (behind) --ref.index;
      }
    }
  }

  // --- dependencies ---

  // The output that others wait for, with one made where the node has none.
  std::string OutputOf(const NodeRef& ref) {
    const std::vector<std::string> outputs = OutputsOf(spec_, ref);
    std::string output = outputs.empty() ? "" : outputs.front();
    if (output.empty()) {
      output = flow_.project + "." + NodeNameOf(spec_, ref);
      Value made = Value::Map();
      made.Set("data", Value::Text(Placed(output)));
      made.Set("artifactType", Value::Text("NodeOutput"));
      ListMember(MapMember(spec_.At(ref), "outputs"), "nodeOutputs")
          .items.push_back(std::move(made));
    }
    return Placed(output);
  }

  // With the project's placeholder in folders.
  std::string Placed(const std::string& output) const {
    if (!spec_.is_folder() || !output.starts_with(flow_.project + ".")) return output;
    return kProject + output.substr(flow_.project.size());
  }

  void WriteDepends() {
    const SpecLinks links(spec_);
    const Value* nodes = flow_.flow.Find("nodes");
    if (nodes == nullptr) return;
    for (const Member& member : nodes->members) {
      const Value now = EffectiveEntry(flow_.flow, member.value);
      const Value* depends = now.Find("depends");
      WriteDependsOf(links, member.key, depends == nullptr ? Value::List() : *depends);
    }
  }

  void WriteDependsOf(const SpecLinks& links, const std::string& name, const Value& depends) {
    const NodeRef& ref = refs_.at(name);
    // Wanted: nodes, or outputs where there is more than the node to say.
    std::vector<std::pair<std::string, std::optional<NodeRef>>> wanted;
    const auto want = [&](const std::string& text) {
      const auto node = refs_.find(text);
      if (node != refs_.end()) {
        wanted.emplace_back("", node->second);
      } else {
        wanted.emplace_back(text, std::nullopt);
      }
    };
    if (depends.is_scalar()) want(depends.text);
    for (const Value& item : depends.items) want(item.text);

    const auto all = links.DependenciesOf(ref);
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
      const bool there =
          all.has_value() && std::ranges::any_of(*all, [&](const SpecDependency& one) {
            return one.normal && meets(one, wish);
          });
      if (!there) missing.push_back(wish);
    }
    const bool old = std::ranges::any_of(
        before_.nodes, [&](const ImportedNode& node) { return node.name == name; });
    if (missing.empty() && (whole || (old && !all.has_value()))) return;

    std::vector<std::string> outputs;
    for (const auto& [output, node] : missing) {
      outputs.push_back(node.has_value() ? OutputOf(*node) : Placed(output));
    }
    Value& list = DependencyList(spec_, ref);
    std::erase_if(list.items,
                  [&](const Value& entry) { return !stays(links.Read(ref.document, entry)); });
    // On the platform every node waits for something.
    if (outputs.empty() && list.items.empty()) {
      outputs.push_back((spec_.is_folder() ? kProject : flow_.project) + "_root");
    }
    for (const std::string& output : outputs) {
      Value entry = Value::Map();
      entry.Set("type", Value::Text("Normal"));
      entry.Set("output", Value::Text(output));
      list.items.push_back(std::move(entry));
    }
  }

  // --- texts ---

  FileTexts Files() {
    FileTexts files = spec_.files();
    for (size_t d = 0; d < spec_.documents().size(); ++d) {
      const SpecDocument& document = spec_.documents()[d];
      if (gone_.contains(d)) {
        files.erase(document.path);
        continue;
      }
      const bool same =
          d < before_documents_.size() && SameValue(before_documents_[d].value, document.value);
      const auto old = files.find(document.path);
      if (same && old != files.end()) continue;
      if (document.syntax == Syntax::kYaml) {
        files[document.path] = WriteYaml(document.value);
      } else {
        const JsonStyle style = old == files.end() ? JsonStyle() : StyleOfJson(old->second);
        files[document.path] = WriteJson(document.value, style);
      }
    }
    return files;
  }

  const PlainFlow& flow_;
  const SpecTarget& target_;
  Spec spec_ = Spec::Empty(false);
  std::vector<SpecDocument> before_documents_;
  ImportedFlow before_;
  std::map<std::string, NodeRef> refs_;  // of the nodes that there are
  std::set<size_t> gone_;                // documents
};

}  // namespace

Result<FileTexts> ExportSpec(const PlainFlow& flow, const FileTexts& origin,
                             const SpecTarget& target) {
  return Exporter(flow, target).Run(origin);
}

}  // namespace paisql::nodes
