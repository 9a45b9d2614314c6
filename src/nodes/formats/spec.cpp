#include "nodes/formats/spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/assert.h"
#include "base/text.h"

namespace paisql::nodes {

namespace {

bool EndsWithAny(const std::string& path, const std::vector<std::string_view>& ends) {
  return std::ranges::any_of(ends, [&](std::string_view end) { return path.ends_with(end); });
}

Result<SpecDocument> ReadDocument(const std::string& path, const std::string& text) {
  SpecDocument document;
  document.path = path;
  document.syntax = EndsWithAny(path, {".yaml", ".yml"}) ? Syntax::kYaml : Syntax::kJson;
  Result<Value> value = document.syntax == Syntax::kYaml ? ReadYaml(text) : ReadJson(text);
  if (!value.ok()) {
    const Error& error = value.error();
    return Error{
        ErrorCode::kParse,
        fmt::format("{}:{}:{}: {}", path, error.range.line, error.range.column, error.detail),
        error.range, ""};
  }
  document.value = *std::move(value);
  for (const char* key : {"version", "spec", "nodes"}) {
    if (document.value.Find(key) != nullptr) return document;
  }
  return Error{ErrorCode::kParse,
               path + " is not a FlowSpec: that is a map with `version`, `kind` and `spec`",
               {},
               ""};
}

}  // namespace

Value* FindMember(Value& map, std::string_view key) {
  const auto found =
      std::ranges::find_if(map.members, [&](const Member& member) { return member.key == key; });
  return found == map.members.end() ? nullptr : &found->value;
}

void EraseMember(Value& map, std::string_view key) {
  std::erase_if(map.members, [&](const Member& member) { return member.key == key; });
}

Value& MapMember(Value& map, const std::string& key) {
  Value* found = FindMember(map, key);
  if (found == nullptr || !found->is_map()) map.Set(key, Value::Map());
  return *FindMember(map, key);
}

Value& ListMember(Value& map, const std::string& key) {
  Value* found = FindMember(map, key);
  if (found == nullptr || !found->is_list()) map.Set(key, Value::List());
  return *FindMember(map, key);
}

std::string TextOf(const Value& map, std::string_view key) {
  const Value* found = map.Find(key);
  return found != nullptr && found->is_scalar() ? found->text : "";
}

bool SameValue(const Value& left, const Value& right) {
  if (left.kind != right.kind || left.text != right.text ||
      left.items.size() != right.items.size() || left.members.size() != right.members.size()) {
    return false;
  }
  for (size_t i = 0; i < left.items.size(); ++i) {
    if (!SameValue(left.items[i], right.items[i])) return false;
  }
  return std::ranges::all_of(left.members, [&](const Member& member) {
    const Value* other = right.Find(member.key);
    return other != nullptr && SameValue(member.value, *other);
  });
}

std::map<std::string, std::string> ReadProperties(const std::string& text) {
  std::map<std::string, std::string> properties;
  for (const std::string& line : Split(text, '\n')) {
    const std::string_view bare = Trim(line);
    const size_t equals = bare.find_first_of("=:");
    if (bare.empty() || bare[0] == '#' || bare[0] == '!' || equals == std::string_view::npos) {
      continue;
    }
    properties[std::string(Trim(bare.substr(0, equals)))] = Trim(bare.substr(equals + 1));
  }
  return properties;
}

Result<Spec> Spec::Read(FileTexts files) {
  Spec spec;
  spec.files_ = std::move(files);
  spec.folder_ = std::ranges::any_of(
      spec.files_, [](const auto& file) { return file.first.ends_with(kSpecEnd); });
  for (const auto& [path, text] : spec.files_) {
    const bool wanted =
        spec.folder_ ? path.ends_with(kSpecEnd) : EndsWithAny(path, {".json", ".yaml", ".yml"});
    if (!wanted) continue;
    PAISQL_ASSIGN(SpecDocument document, ReadDocument(path, text));
    spec.documents_.push_back(std::move(document));
  }
  if (spec.documents_.empty()) {
    return Error{ErrorCode::kInvalidCommand,
                 "there is no FlowSpec: a file .json or .yaml, or a folder "
                 "with files *.spec.json",
                 {},
                 ""};
  }
  return spec;
}

Spec Spec::Empty(bool folder) {
  Spec spec;
  spec.folder_ = folder;
  return spec;
}

const Value& Spec::Container(size_t document, size_t container) const {
  const Value& value = documents_[document].value;
  const Value* root = value.Find("spec");
  if (root == nullptr || !root->is_map()) root = &value;
  if (container == 0) return *root;
  return root->Find("workflows")->items[container - 1];
}

Value& Spec::Container(size_t document, size_t container) {
  cache_.Clear();
  Value& value = documents_[document].value;
  Value* root = FindMember(value, "spec");
  if (root == nullptr || !root->is_map()) root = &value;
  if (container == 0) return *root;
  return FindMember(*root, "workflows")->items[container - 1];
}

size_t Spec::ContainerCount(size_t document) const {
  const Value* workflows = Container(document, 0).Find("workflows");
  return workflows != nullptr && workflows->is_list() ? 1 + workflows->items.size() : 1;
}

size_t Spec::FlowDocument() const {
  for (size_t d = 0; d < documents_.size(); ++d) {
    if (ContainerCount(d) > 1) return d;
  }
  return 0;
}

NodeRef NodeRef::Loop() const {
  NodeRef loop = *this;
  loop.places.pop_back();
  return loop;
}

std::vector<NodeRef> Spec::Nodes() const {
  std::vector<NodeRef> refs;
  for (size_t d = 0; d < documents_.size(); ++d) {
    for (size_t c = 0; c < ContainerCount(d); ++c) {
      const Value* nodes = Container(d, c).Find("nodes");
      if (nodes == nullptr || !nodes->is_list()) continue;
      for (size_t i = 0; i < nodes->items.size(); ++i) {
        const Value& node = nodes->items[i];
        // An item that only names a node of another workflow does not belong to this one.
        const bool elsewhere = node.Find("reference") != nullptr && node.Find("script") == nullptr;
        if (!node.is_map() || elsewhere) continue;
        const NodeRef ref{d, c, {i}};
        refs.push_back(ref);
        AddInner(ref, refs);
      }
    }
  }
  return refs;
}

// Documents are at most kMaxDepth deep.
void Spec::AddInner(const NodeRef& loop, std::vector<NodeRef>& refs) const {
  const Value* body = BodyOf(At(loop));
  if (body == nullptr) return;
  const auto add = [&](size_t place) {
    NodeRef inner = loop;
    inner.places.push_back(place);
    refs.push_back(inner);
    AddInner(inner, refs);
  };
  const Value* nodes = body->Find("nodes");
  for (size_t i = 0; nodes != nullptr && i < nodes->items.size(); ++i) {
    if (nodes->items[i].is_map()) add(i);
  }
  const Value* again = body->Find("while");
  if (again != nullptr && again->is_map()) add(kWhilePlace);
}

const Value* Spec::BodyOf(const Value& node) {
  for (const char* key : {"do-while", "dowhile", "doWhile", "for-each", "foreach", "forEach"}) {
    const Value* body = node.Find(key);
    if (body != nullptr && body->is_map()) return body;
  }
  return nullptr;
}

std::vector<const Value*> Spec::HoldersOf(const NodeRef& ref) const {
  if (ref.inner()) return {BodyOf(At(ref.Loop()))};
  std::vector<const Value*> holders;
  for (size_t c = 0; c < ContainerCount(ref.document); ++c) {
    holders.push_back(&Container(ref.document, c));
  }
  return holders;
}

std::vector<Value*> Spec::HoldersOf(const NodeRef& ref) {
  cache_.Clear();
  std::vector<Value*> holders;
  for (const Value* holder : std::as_const(*this).HoldersOf(ref)) {
    // The documents are this spec's own, and may be changed.
    holders.push_back(const_cast<Value*>(holder));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  }
  return holders;
}

const Value& Spec::At(const NodeRef& ref) const {
  const Value* node =
      &Container(ref.document, ref.container).Find("nodes")->items[ref.places.front()];
  for (size_t i = 1; i < ref.places.size(); ++i) {
    const Value* body = BodyOf(*node);
    node = ref.places[i] == kWhilePlace ? body->Find("while")
                                        : &body->Find("nodes")->items[ref.places[i]];
  }
  return *node;
}

Value& Spec::At(const NodeRef& ref) {
  cache_.Clear();
  // As above: the documents are this spec's own.
  return const_cast<Value&>(
      std::as_const(*this).At(ref));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

}  // namespace paisql::nodes
