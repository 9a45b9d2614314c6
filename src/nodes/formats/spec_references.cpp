// Resolves parts of a spec that stand elsewhere than where they are used: references to lists,
// placeholders of properties, and code beside documents.

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "nodes/formats/spec.h"

namespace paisql::nodes {

namespace {

constexpr std::string_view kProperties = "dataworks.properties";

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

bool IsReference(const std::string& text) { return text.starts_with("{{") && text.ends_with("}}"); }

// "artifacts.tables" of a container.
const Value* FindList(const Value& container, std::string_view path) {
  const Value* at = &container;
  for (const std::string& key : Split(path, '.')) {
    at = at->Find(key);
    if (at == nullptr) return nullptr;
  }
  return at->is_list() ? at : nullptr;
}

const Value* FindById(const Value& list, const std::string& id) {
  for (const Value& item : list.items) {
    if (TextOf(item, "id") == id) return &item;
  }
  return nullptr;
}

}  // namespace

std::string Spec::Bare(const std::string& text) {
  if (!IsReference(text)) return text;
  const std::string inner(Trim(std::string_view(text).substr(2, text.size() - 4)));
  return inner.substr(inner.rfind('.') + 1);
}

const Value& Spec::Resolve(size_t document, const Value& value,
                           const std::vector<std::string_view>& lists) const {
  if (!value.is_scalar() || !IsReference(value.text))
    return value;  // NOLINT(bugprone-return-const-ref-from-parameter): it outlives the call
  const std::string whole(Trim(std::string_view(value.text).substr(2, value.text.size() - 4)));
  for (const std::string& id : {whole, Bare(value.text)}) {
    for (size_t c = 0; c < ContainerCount(document); ++c) {
      for (const std::string_view path : lists) {
        const Value* list = FindList(Container(document, c), path);
        const Value* found = list == nullptr ? nullptr : FindById(*list, id);
        if (found != nullptr) return *found;
      }
    }
  }
  return value;  // NOLINT(bugprone-return-const-ref-from-parameter): as above
}

size_t Spec::CountReferences(const Value& value, const std::string& id) const {
  size_t count = value.is_scalar() && IsReference(value.text) && Bare(value.text) == id ? 1 : 0;
  for (const Value& item : value.items) count += CountReferences(item, id);
  for (const Member& member : value.members) count += CountReferences(member.value, id);
  return count;
}

Value& Spec::Own(const NodeRef& ref, const std::string& key, std::string_view list) {
  cache_.Clear();
  Value* member = FindMember(At(ref), key);
  if (member == nullptr || member->is_null()) {
    At(ref).Set(key, Value::Map());
    return *FindMember(At(ref), key);
  }
  if (!member->is_scalar()) return *member;
  const std::string id = Bare(member->text);
  const Value& found = Resolve(ref.document, *member, {list});
  if (&found == member) {
    *member = Value::Map();
    return *member;
  }
  if (CountReferences(documents_[ref.document].value, id) == 1) {
    for (size_t c = 0; c < ContainerCount(ref.document); ++c) {
      Value* all = FindMember(Container(ref.document, c), list);
      if (all == nullptr) continue;
      for (Value& item : all->items) {
        if (TextOf(item, "id") == id) return item;
      }
    }
  }
  Value copy = found;
  EraseMember(copy, "id");
  *member = std::move(copy);
  return *member;
}

// The nearest one, from the document's folder upwards.
std::string Spec::PropertiesPath(size_t document) const {
  std::string folder = FolderOf(documents_[document].path);
  while (true) {
    std::string path = folder + std::string(kProperties);
    if (files_.contains(path)) return path;
    if (folder.empty()) return "";
    folder = FolderOf(folder.substr(0, folder.size() - 1));
  }
}

std::string Spec::Filled(size_t document, const std::string& text) const {
  if (text.find("${") == std::string::npos) return text;
  const std::string path = PropertiesPath(document);
  if (path.empty()) return text;
  const std::map<std::string, std::string> properties = ReadProperties(files_.at(path));
  std::string filled;
  size_t at = 0;
  while (at < text.size()) {
    const size_t begin = text.find("${", at);
    const size_t end = begin == std::string::npos ? begin : text.find('}', begin);
    if (end == std::string::npos) break;
    const std::string name = text.substr(begin + 2, end - begin - 2);
    const auto known = properties.find(name);
    filled += text.substr(at, begin - at);
    filled += known == properties.end() ? text.substr(begin, end + 1 - begin) : known->second;
    at = end + 1;
  }
  return filled + text.substr(at);
}

std::map<std::string, std::string> Spec::ScriptProperties(size_t document) const {
  std::map<std::string, std::string> found;
  const std::string path = PropertiesPath(document);
  if (path.empty()) return found;
  for (auto& [name, value] : ReadProperties(files_.at(path))) {
    if (name.starts_with("script.")) found.emplace(name, value);
  }
  return found;
}

std::string Spec::CodePath(size_t document) const {
  const std::string& path = documents_[document].path;
  if (!folder_ || !path.ends_with(kSpecEnd)) return "";
  const std::string stem = path.substr(0, path.size() - kSpecEnd.size()) + ".";
  for (auto file = files_.lower_bound(stem); file != files_.end(); ++file) {
    if (!file->first.starts_with(stem)) break;
    if (file->first != path && file->first.find('/', stem.size()) == std::string::npos)
      return file->first;
  }
  return "";
}

}  // namespace paisql::nodes
