#include "nodes/formats/import_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/text.h"
#include "nodes/formats/spec_control.h"
#include "nodes/formats/spec_dependencies.h"
#include "nodes/formats/spec_keys.h"
#include "nodes/formats/spec_node.h"
#include "nodes/model/kinds.h"
#include "nodes/read/read_flow.h"

namespace paisql::nodes {

namespace {

// The name, or the next free name made from it. Letter case does not distinguish names, as in some
// file systems.
std::string Unique(const std::string& name, std::set<std::string>& taken,
                   const std::string& end = "") {
  std::string one = name + end;
  for (int i = 2; !taken.insert(ToLower(one)).second; ++i) {
    one = fmt::format("{}_{}{}", name, i, end);
  }
  return one;
}

class Importer {
 public:
  explicit Importer(const Spec& spec) : spec_(spec), links_(LinksOf(spec)), loops_(LoopsOf(spec)) {
    made_.flow = Value::Map();
  }

  ImportedFlow Run() {
    const std::vector<NodeRef> refs = spec_.Nodes();
    for (const NodeRef& ref : refs) (void)NameFor(ref);
    for (const NodeRef& ref : refs) Add(ref);
    ReadFlowKeys();
    Value nodes = Entries("");
    HoistCron(nodes);
    made_.flow.Set("nodes", std::move(nodes));
    return std::move(made_);
  }

 private:
  // The loop that the node is in, within it or beside it.
  std::optional<NodeRef> LoopOf(const NodeRef& ref) const {
    if (ref.inner()) return ref.Loop();
    const auto found = loops_.find(ref);
    return found == loops_.end() ? std::nullopt : std::optional(found->second);
  }

  // Whether it says if its loop goes on.
  bool Decides(const NodeRef& ref) const {
    if (ref.places.back() == kWhilePlace) return true;
    return loops_.contains(ref) && KindNameOf(spec_, ref) == "CONTROLLER_CYCLE_END";
  }

  // A loop has its name before the nodes in it.
  std::string NameFor(const NodeRef& ref) {
    const auto known = full_names_.find(ref);
    if (known != full_names_.end()) return known->second;
    const std::optional<NodeRef> loop = LoopOf(ref);
    const std::string within = loop.has_value() ? NameFor(*loop) + kWithin : "";
    std::string name =
        Unique(within + (Decides(ref) ? kWhileName : NodeNameOf(spec_, ref)), names_);
    return full_names_[ref] = std::move(name);
  }

  void Add(const NodeRef& ref) {
    ImportedNode node;
    node.ref = ref;
    node.name = full_names_.at(ref);
    node.file = FileOf(node);
    const size_t within = node.name.rfind(kWithin);
    within_[within == std::string::npos ? "" : node.name.substr(0, within)].push_back(
        made_.nodes.size());
    made_.nodes.push_back(std::move(node));
  }

  // The nodes of the workflow, or of a loop.
  Value Entries(const std::string& loop) {
    Value entries = Value::Map();
    for (const size_t i : within_[loop]) {
      const ImportedNode& node = made_.nodes[i];
      if (Decides(node.ref)) continue;
      // Names are unique.
      entries.members.push_back({NameOf(node.ref), Entry(node), 0, 0});
    }
    return entries;
  }

  void AddBody(const ImportedNode& node, Value& entry) {
    const auto within = within_.find(node.name);
    if (within == within_.end() && Spec::BodyOf(spec_.At(node.ref)) == nullptr) return;
    entry.Set("do", Entries(node.name));
    if (within == within_.end()) return;
    for (const size_t i : within->second) {
      const ImportedNode& one = made_.nodes[i];
      if (!Decides(one.ref)) continue;
      Value decides = Entry(one);
      if (decides.is_map()) {
        EraseMember(decides, "kind");
        EraseMember(decides, "depends");
      }
      entry.Set("while", std::move(decides));
    }
  }

  std::string FileOf(const ImportedNode& node) {
    std::string beside = node.ref.inner() ? "" : spec_.CodePath(node.ref.document);
    if (!beside.empty() && files_.insert(ToLower(beside)).second) {
      made_.code[beside] = spec_.files().at(beside);
      return beside;
    }
    const Kind* kind = FindKind(KindNameOf(spec_, node.ref));
    const std::string content = ContentOf(spec_, node.ref);
    const bool wants_code = kind != nullptr && kind->runs != Runs::kNothing &&
                            kind->runs != Runs::kNowhere && !kind->extension.empty();
    // A branch or a merge is said in flow.yaml, whatever of it stood in the
    // code.
    const bool said =
        !ReadBranches(spec_, node.ref).is_null() || !ReadJoin(spec_, node.ref).is_null();
    if (said || (content.empty() && !wants_code)) return "";
    const Value language = ReadLanguage(spec_, node.ref);
    std::string end = EndOfLanguage(language.text);
    if (end.empty()) {
      const std::vector<std::string_view> ends =
          kind == nullptr ? std::vector<std::string_view>() : CodeEnds(*kind);
      end = ends.empty() ? ".txt" : std::string(ends.front());
    }
    // A resource is called as its file.
    if (kind != nullptr && kind->runs == Runs::kResource) {
      const bool ends = node.name.find('.') != std::string::npos;
      end = !ends && kind->name == "ODPS_PYTHON" ? ".py" : "";
    }
    // The code of a loop's nodes lies in a folder of its own.
    std::string path;
    for (const std::string& part : Split(node.name, kWithin)) {
      path += (path.empty() ? "" : "/") + FileNameOf(part);
    }
    const std::string file = Unique(path, files_, end);
    made_.code[file] = content;
    return file;
  }

  void ReadFlowKeys() {
    std::string name;
    for (size_t d = 0; d < spec_.documents().size(); ++d) {
      const Value& root = spec_.Container(d, 0);
      if (name.empty()) name = TextOf(root, "name");
      if (name.empty() && spec_.ContainerCount(d) == 2) {
        name = TextOf(spec_.Container(d, 1), "name");
      }
    }
    if (!name.empty()) made_.flow.Set("name", PlainText(name));
    const std::string project = spec_.Filled(0, "${projectIdentifier}");
    if (project.find('$') == std::string::npos) made_.flow.Set("project", PlainText(project));
    for (size_t d = 0; d < spec_.documents().size(); ++d) {
      for (size_t c = 1; c < spec_.ContainerCount(d); ++c) {
        const Value* trigger = spec_.Container(d, c).Find("trigger");
        const std::string cron = trigger == nullptr ? "" : TextOf(*trigger, "cron");
        if (!cron.empty()) made_.flow.Set("cron", PlainText(spec_.Filled(d, cron)));
      }
    }
    Value parameters = FlowParameters(spec_);
    if (!parameters.is_null()) made_.flow.Set("parameters", std::move(parameters));
    const SpecDocument& document = spec_.documents()[spec_.FlowDocument()];
    AddOwnMetadata(document.value.Find("metadata"), made_.flow);
  }

  // Adds the parts of flow.yaml that FlowSpec has no place for.
  static void AddOwnMetadata(const Value* metadata, Value& entry) {
    const Value* own = metadata == nullptr ? nullptr : metadata->Find(kOwnMetadata);
    if (own == nullptr) return;
    for (const Member& member : own->members) entry.Set(member.key, member.value);
  }

  Value Entry(const ImportedNode& node) {
    Value entry = Value::Map();
    if (!node.file.empty()) entry.Set("file", PlainText(node.file));
    for (const SpecKey& key : SpecKeys()) {
      Value value = key.read(spec_, node.ref);
      if (!value.is_null()) entry.Set(std::string(key.name), std::move(value));
    }
    DropKind(node, entry);
    AddDepends(node, entry);
    AddBody(node, entry);
    AddOwnMetadata(spec_.At(node.ref).Find("metadata"), entry);
    if (GuessesKind(spec_, node.ref)) {
      Warn(node, "does not say what it is: it is read as ODPS_SQL",
           "script.runtime.command says it");
    }
    // `a: a.sql` says as much as a map of it.
    const Value* file = entry.members.size() == 1 ? entry.Find("file") : nullptr;
    return file != nullptr ? *file : entry;
  }

  // Where the file's name says it.
  static void DropKind(const ImportedNode& node, Value& entry) {
    const Kind* by_file = node.file.empty() ? nullptr : KindOfFile(node.file);
    if (by_file != nullptr && by_file->name == TextOf(entry, "kind")) EraseMember(entry, "kind");
  }

  void AddDepends(const ImportedNode& node, Value& entry) {
    const auto all = links_.DependenciesOf(node.ref);
    const Kind* kind = FindKind(KindNameOf(spec_, node.ref));
    if (!all.has_value()) {
      // Nothing is said: where it is not to be found by the SQL, it waits for
      // nothing.
      const bool parsed = TextOf(spec_.At(node.ref), "autoParse") == "true";
      if (!parsed && kind != nullptr && kind->runs == Runs::kSql) {
        entry.Set("depends", Value::List());
      }
      return;
    }
    Value list = Value::List();
    Value previous = Value::List();
    std::set<std::string> seen;
    std::set<std::string> before;
    for (const SpecDependency& one : *all) {
      const bool self = one.node.has_value() && *one.node == node.ref;
      if (!one.normal && one.node.has_value()) {
        const std::string name = self ? "self" : NameOf(*one.node);
        if (before.insert(name).second) previous.items.push_back(PlainText(name));
      } else if (!one.normal) {
        Warn(node, fmt::format("waits for {} of the day before",
                               one.output.empty() ? "a node" : one.output));
      } else if (one.node.has_value()) {
        // By its output where a branch tells its ways apart.
        const std::vector<std::string> ways = BranchOutputs(spec_, *one.node);
        const bool way = std::ranges::find(ways, one.output) != ways.end();
        const std::string name = way ? one.output : NameOf(*one.node);
        if (*one.node != node.ref && seen.insert(name).second)
          list.items.push_back(PlainText(name));
      } else if (!one.root) {
        Warn(node, fmt::format("waits for {}, which belongs to another workflow", one.output));
      }
    }
    // A merge waits for what it judges.
    if (entry.Find("join") == nullptr || !list.items.empty()) {
      entry.Set("depends", std::move(list));
    }
    if (!previous.items.empty()) entry.Set("previous", std::move(previous));
  }

  // Within its loop.
  std::string NameOf(const NodeRef& ref) const {
    const auto found = full_names_.find(ref);
    if (found == full_names_.end()) return "";
    return found->second.substr(found->second.rfind(kWithin) + 1);
  }

  void Warn(const ImportedNode& node, const std::string& what,
            std::string hint = "that does not count here; an export has it again") {
    const Value& value = spec_.At(node.ref);
    made_.warnings.push_back({false,
                              {spec_.documents()[node.ref.document].path, value.line, value.column},
                              "",
                              fmt::format("node {} {}", NameOf(node.ref), what),
                              std::move(hint)});
  }

  // One schedule of all nodes is that of the workflow.
  void HoistCron(Value& nodes) {
    if (nodes.members.size() < 2) return;
    const std::string cron = TextOf(nodes.members.front().value, "cron");
    const bool shared = !cron.empty() && std::ranges::all_of(nodes.members, [&](const Member& one) {
      return TextOf(one.value, "cron") == cron;
    });
    if (!shared) return;
    for (Member& member : nodes.members) {
      EraseMember(member.value, "cron");
      const Value* file = member.value.members.size() == 1 ? member.value.Find("file") : nullptr;
      if (file != nullptr) member.value = Value(*file);
    }
    made_.flow.Set("cron", PlainText(cron));
  }

  const Spec& spec_;
  const SpecLinks& links_;
  std::map<NodeRef, NodeRef> loops_;  // of nodes that stand beside their loop
  ImportedFlow made_;
  std::map<NodeRef, std::string> full_names_;
  std::map<std::string, std::vector<size_t>> within_;  // nodes by the name of their loop
  std::set<std::string> names_;
  std::set<std::string> files_ = {kFlowFile};
};

}  // namespace

ImportedFlow ImportSpec(const Spec& spec) { return Importer(spec).Run(); }

std::string FileNameOf(const std::string& name) {
  constexpr size_t kLongest = 100;
  // No file of the platform's names is hidden or nameless.
  const bool bare = name.empty() || name[0] == '.';
  std::string file(bare ? 1 : 0, '_');
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    constexpr unsigned char kFirstPrinted = 0x20;
    constexpr unsigned char kDelete = 0x7F;
    const bool safe = byte >= kFirstPrinted && byte != kDelete &&
                      std::string_view("/\\:*?\"<>| ").find(c) == std::string_view::npos;
    file += safe ? c : '_';
  }
  if (file.size() > kLongest) {
    file.resize(kLongest);
    while (!file.empty() && !IsValidUtf8(file)) file.pop_back();
  }
  return file;
}

}  // namespace paisql::nodes
