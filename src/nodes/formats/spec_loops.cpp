#include "nodes/formats/spec_node.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nodes/formats/spec_dependencies.h"

namespace paisql::nodes {

namespace {

struct LoopKind {
  std::string_view loop;
  std::string_view start;
  std::string_view end;
};

constexpr LoopKind kLoopKinds[] = {
    {"CONTROLLER_TRAVERSE", "CONTROLLER_TRAVERSE_START", "CONTROLLER_TRAVERSE_END"},
    {"CONTROLLER_CYCLE", "CONTROLLER_CYCLE_START", "CONTROLLER_CYCLE_END"},
};

class Finder {
 public:
  explicit Finder(const Spec& spec) : spec_(spec) {
    for (const NodeRef& ref : spec.Nodes()) {
      if (ref.inner()) continue;
      refs_.push_back(ref);
      kinds_.push_back(KindNameOf(spec, ref));
    }
  }

  std::map<NodeRef, NodeRef> Find() {
    for (const LoopKind& kind : kLoopKinds) {
      // A loop whose nodes stand in it has no others.
      std::vector<NodeRef> loops;
      for (const NodeRef& ref : Of(kind.loop)) {
        const Value* body = Spec::BodyOf(spec_.At(ref));
        const Value* nodes = body == nullptr ? nullptr : body->Find("nodes");
        if (nodes == nullptr || nodes->items.empty()) loops.push_back(ref);
      }
      if (loops.empty()) continue;
      for (const std::string_view marker : {kind.start, kind.end}) {
        const std::vector<NodeRef> markers = Of(marker);
        for (const NodeRef& ref : markers) {
          const std::optional<NodeRef> loop = Choose(ref, loops, markers.size());
          if (loop.has_value()) found_.emplace(ref, *loop);
        }
      }
    }
    if (found_.empty()) return {};
    AddContained();
    AddWaiting();
    return std::move(found_);
  }

 private:
  std::vector<NodeRef> Of(std::string_view kind) const {
    std::vector<NodeRef> refs;
    for (size_t i = 0; i < refs_.size(); ++i) {
      if (kinds_[i] == kind) refs.push_back(refs_[i]);
    }
    return refs;
  }

  // The id of what the node is contained in; "" where it does not say it.
  std::string ContainerOf(const NodeRef& ref) const {
    const Value& node = spec_.At(ref);
    for (const char* key : {"containerId", "container-id"}) {
      const std::string id = TextOf(node, key);
      if (!id.empty()) return id;
    }
    const Value* metadata = node.Find("metadata");
    const Value* container = metadata == nullptr ? nullptr : metadata->Find("container");
    return container == nullptr ? "" : TextOf(*container, "uuid");
  }

  bool Contains(const NodeRef& loop, const NodeRef& ref) const {
    const std::string id = ContainerOf(ref);
    return !id.empty() && (id == TextOf(spec_.At(loop), "id") || id == NodeNameOf(spec_, loop));
  }

  bool IsBelow(const NodeRef& loop, const NodeRef& ref) const {
    const std::string above = TextOf(ScriptOf(spec_, loop), "path");
    if (!above.empty() && TextOf(ScriptOf(spec_, ref), "path").starts_with(above + "/")) {
      return true;
    }
    // "my_flow/each/each.spec.json" and "my_flow/each/start/start.spec.json".
    const auto folder = [&](const NodeRef& one) {
      const std::string& path = spec_.documents()[one.document].path;
      return path.substr(0, path.rfind('/') + 1);
    };
    const std::string outer = folder(loop);
    return spec_.is_folder() && loop.document != ref.document && !outer.empty() &&
           folder(ref) != outer && folder(ref).starts_with(outer);
  }

  std::optional<NodeRef> Choose(const NodeRef& marker, const std::vector<NodeRef>& loops,
                                size_t markers) const {
    for (const auto& belongs : {&Finder::Contains, &Finder::IsBelow}) {
      for (const NodeRef& loop : loops) {
        if (loop != marker && (this->*belongs)(loop, marker)) return loop;
      }
    }
    return loops.size() == 1 && markers == 1 ? std::optional(loops.front()) : std::nullopt;
  }

  void AddContained() {
    std::vector<NodeRef> loops;
    for (const auto& [marker, loop] : found_) loops.push_back(loop);
    for (const NodeRef& ref : refs_) {
      for (const NodeRef& loop : loops) {
        if (ref != loop && Contains(loop, ref)) found_.emplace(ref, loop);
      }
    }
  }

  // Nodes that wait for a node of a loop are in the loop: those outside wait for the loop itself.
  void AddWaiting() {
    const SpecLinks& links = LinksOf(spec_);
    std::map<NodeRef, std::vector<NodeRef>> waiting;
    for (const NodeRef& ref : refs_) {
      const auto all = links.DependenciesOf(ref);
      if (!all.has_value()) continue;
      for (const SpecDependency& one : *all) {
        if (one.node.has_value() && one.normal) waiting[*one.node].push_back(ref);
      }
    }
    std::vector<NodeRef> open;
    for (const auto& [ref, loop] : found_) open.push_back(ref);
    while (!open.empty()) {
      const NodeRef ref = open.back();
      open.pop_back();
      const NodeRef loop = found_.at(ref);
      for (const NodeRef& next : waiting[ref]) {
        if (next != loop && found_.emplace(next, loop).second) open.push_back(next);
      }
    }
  }

  const Spec& spec_;
  std::vector<NodeRef> refs_;
  std::vector<std::string> kinds_;
  std::map<NodeRef, NodeRef> found_;
};

}  // namespace

std::map<NodeRef, NodeRef> LoopsOf(const Spec& spec) { return Finder(spec).Find(); }

}  // namespace paisql::nodes
