#include "nodes/formats/export/export_spec.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "nodes/formats/export/export_parts.h"
#include "nodes/formats/import_spec.h"
#include "nodes/formats/spec_control.h"
#include "nodes/formats/spec_dependencies.h"
#include "nodes/formats/spec_keys.h"
#include "nodes/formats/spec_node.h"
#include "nodes/model/kinds.h"

namespace paisql::nodes {

namespace {

class Exporter {
 public:
  Exporter(const PlainFlow& flow, const SpecTarget& target) : flow_(flow), target_(target) {}

  Result<FileTexts> Run(const FileTexts& origin) {
    const bool folder = target_.shape == SpecShape::kFolder;
    if (origin.empty()) {
      spec_ = NewSpec(flow_, target_);
    } else {
      PAISQL_ASSIGN(spec_, Spec::Read(origin));
      if (spec_.is_folder() != folder) spec_ = ReshapedSpec(spec_, flow_, target_);
      if (!folder) RenameSpec(spec_, target_);
    }
    before_documents_ = spec_.documents();
    TakeBefore();
    WriteFlowKeys();
    WriteNodes();
    RemoveNodes();
    WriteDepends();
    return Files();
  }

 private:
  // --- what has changed ---

  void TakeBefore() {
    before_ = ImportSpec(std::as_const(spec_));
    before_places_.clear();
    for (size_t i = 0; i < before_.nodes.size(); ++i) {
      before_places_.emplace(before_.nodes[i].name, i);
    }
  }

  void WriteFlowKeys() {
    const Value* parameters = flow_.flow.Find("parameters");
    const Value* old = before_.flow.Find("parameters");
    const Value now = CanonicalParameters(parameters == nullptr ? Value() : *parameters);
    if (!SameValue(now, CanonicalParameters(old == nullptr ? Value() : *old))) {
      WriteFlowParameters(spec_, now);
      // The nodes' own values are told apart from the workflow's.
      TakeBefore();
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
    // First all of them are there, so that each finds those that it names.
    std::vector<NodeRef> refs;
    for (const Member& member : nodes->members) {
      const ImportedNode* known = FindBefore(member.key);
      refs.push_back(known != nullptr ? known->ref : AddNode(spec_, flow_, member.key, taken_));
    }
    spec_.cache().Hold();
    for (size_t i = 0; i < refs.size(); ++i) {
      const Member& member = nodes->members[i];
      const NodeRef& ref = refs[i];
      const ImportedNode* known = FindBefore(member.key);
      const Value* before =
          known == nullptr ? nullptr : before_.flow.Find("nodes")->Find(member.key);
      WriteOne(member.key, ref, before == nullptr ? Value() : EffectiveEntry(before_.flow, *before),
               EffectiveEntry(flow_.flow, member.value));
    }
    spec_.cache().Release();
  }

  const ImportedNode* FindBefore(const std::string& name) const {
    const auto known = before_places_.find(name);
    return known == before_places_.end() ? nullptr : &before_.nodes[known->second];
  }

  void WriteOne(const std::string& name, const NodeRef& ref, const Value& old, const Value& now) {
    refs_.emplace(name, ref);
    WriteNode(ref, old, now);
    const Value* body = now.Find("do");
    const Value* old_body = old.Find("do");
    for (const Member& member : body == nullptr ? std::vector<Member>() : body->members) {
      const Value* before = old_body == nullptr ? nullptr : old_body->Find(member.key);
      WriteInner(name, ref, member.key, before, member.value);
    }
    const Value* decides = now.Find(kWhileName);
    if (decides != nullptr) WriteInner(name, ref, kWhileName, old.Find(kWhileName), *decides);
  }

  // A node of a loop. It has no schedule of its own.
  void WriteInner(const std::string& loop, const NodeRef& loop_ref, const std::string& name,
                  const Value* before, const Value& after) {
    const bool decides = name == kWhileName;
    const std::string full = loop + kWithin + name;
    const ImportedNode* known = before == nullptr ? nullptr : FindBefore(full);
    const NodeRef ref = known != nullptr ? known->ref : AddInner(spec_, loop_ref, name, decides);
    Value defaults = Value::Map();
    if (const Value* said = flow_.flow.Find("defaults")) defaults.Set("defaults", *said);
    Value now = EffectiveEntry(defaults, after);
    Value old = known == nullptr ? Value::Map() : EffectiveEntry(Value::Map(), *before);
    if (ref.places.back() == kWhilePlace) {
      now.Set("kind", PlainText("CONTROLLER_CYCLE_END"));
      if (known != nullptr) old.Set("kind", PlainText("CONTROLLER_CYCLE_END"));
    }
    WriteOne(full, ref, old, now);
  }

  void WriteNode(const NodeRef& ref, const Value& old, const Value& now) {
    for (const SpecKey& key : SpecKeys()) {
      const Value* before = old.Find(key.name);
      const Value* after = now.Find(key.name);
      const Value was = CanonicalValue(key.name, before == nullptr ? Value() : *before);
      const Value is = CanonicalValue(key.name, after == nullptr ? Value() : *after);
      if (!SameValue(was, is)) key.write(spec_, ref, after == nullptr ? Value() : is);
    }
    Value own = Value::Map();
    for (const Member& member : now.members) {
      if (!IsSpecKey(member.key)) own.Set(member.key, member.value);
    }
    WriteOwn(spec_.At(ref), own);
    // In older specs the code may hold the arms of a branch or a merge.
    const std::string file = TextOf(now, "file");
    const bool said = now.Find("branches") != nullptr || now.Find("join") != nullptr;
    if (!said || !file.empty()) WriteCode(ref, file);
  }

  void WriteCode(const NodeRef& ref, const std::string& file) {
    const auto code = flow_.code.find(file);
    // A loop has the code of its nodes in itself.
    if (spec_.is_folder() && !ref.inner()) {
      const std::string path = spec_.CodePath(ref.document);
      if (code == flow_.code.end()) {
        if (!path.empty()) spec_.files().erase(path);
        return;
      }
      // A node of another kind has another kind of file.
      std::string wanted = CodePathOf(spec_, ref, file);
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
    SetContent(spec_, ref, text);
  }

  // From the last one, so that the places of the others stay.
  void RemoveNodes() {
    for (auto node = before_.nodes.rbegin(); node != before_.nodes.rend(); ++node) {
      if (refs_.contains(node->name)) continue;
      const NodeRef& gone = node->ref;
      EraseDependencies(spec_, gone);
      if (spec_.is_folder() && !gone.inner()) {
        const std::string code = spec_.CodePath(gone.document);
        if (!code.empty()) spec_.files().erase(code);
        gone_.insert(gone.document);
      }
      Value& holder = gone.inner() ? LoopBody(spec_, gone.Loop())
                                   : spec_.Container(gone.document, gone.container);
      const size_t place = gone.places.back();
      if (place == kWhilePlace) {
        EraseMember(holder, kWhileName);
        continue;
      }
      Value* list = FindMember(holder, "nodes");
      list->items.erase(list->items.begin() + static_cast<std::ptrdiff_t>(place));
      for (auto& [name, ref] : refs_) MoveUp(gone, ref);
    }
  }

  // A node that stood after the removed node moves up by one place.
  static void MoveUp(const NodeRef& gone, NodeRef& ref) {
    const size_t level = gone.places.size() - 1;
    const bool beside = ref.document == gone.document && ref.container == gone.container &&
                        ref.places.size() > level &&
                        std::equal(gone.places.begin(), gone.places.end() - 1, ref.places.begin());
    if (!beside || ref.places[level] == kWhilePlace) return;
    if (ref.places[level] > gone.places[level]) --ref.places[level];
  }

  // --- dependencies ---

  void WriteDepends() {
    const Value* nodes = flow_.flow.Find("nodes");
    if (nodes == nullptr) return;
    const DependencyWriter writer(spec_, refs_, flow_.project);
    WriteDependsOf(writer, *nodes, "");
  }

  void WriteDependsOf(const DependencyWriter& writer, const Value& nodes, const std::string& loop) {
    for (const Member& member : nodes.members) {
      const std::string name = loop + member.key;
      const Value now = EffectiveEntry(flow_.flow, member.value);
      const Value* depends = now.Find("depends");
      writer.WriteDepends(name, depends == nullptr ? Value::List() : *depends,
                          FindBefore(name) != nullptr);
      const Value* previous = now.Find("previous");
      writer.WritePrevious(name, previous == nullptr ? Value::List() : *previous);
      // The node that decides waits for all others, and says so nowhere.
      if (const Value* body = now.Find("do")) WriteDependsOf(writer, *body, name + kWithin);
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
  std::map<std::string, size_t, std::less<>> before_places_;  // by name
  FolderNames taken_;
  std::map<std::string, NodeRef> refs_;  // of the nodes that there are
  std::set<size_t> gone_;                // documents
};

}  // namespace

Result<FileTexts> ExportSpec(const PlainFlow& flow, const FileTexts& origin,
                             const SpecTarget& target) {
  return Exporter(flow, target).Run(origin);
}

}  // namespace paisql::nodes
