#pragma once

// FlowSpec as it lies in files: one document of JSON or YAML (1.0 to 1.2), or a
// folder of nodes with three files each (2.0). Everything that a document has
// stays in it; what is asked of it here is found through its references
// ("{{scripts.first}}") and placeholders ("${projectIdentifier}").

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "nodes/document/json.h"
#include "nodes/document/value.h"

namespace paisql::nodes {

enum class Syntax { kJson, kYaml };

// Texts of files by their paths below one folder, separated by '/'.
using FileTexts = std::map<std::string, std::string>;

struct SpecDocument {
  std::string path;
  Syntax syntax = Syntax::kJson;
  Value value;
};

// A node of a document: the container is 0 for that of the document itself, else 1 + the position
// of a workflow. A node of a loop's body has further places, those within each body.
struct NodeRef {
  size_t document = 0;
  size_t container = 0;
  std::vector<size_t> places;

  auto operator<=>(const NodeRef&) const = default;
  bool inner() const { return places.size() > 1; }
  // The loop whose body has this node.
  NodeRef Loop() const;
};

// The place of the node that says whether a do-while goes on.
inline constexpr size_t kWhilePlace = static_cast<size_t>(-1);

// A member of a map that may be changed; null where there is none.
Value* FindMember(Value& map, std::string_view key);
void EraseMember(Value& map, std::string_view key);
// The member, made as a map or a list where there is none.
Value& MapMember(Value& map, const std::string& key);
Value& ListMember(Value& map, const std::string& key);
// The text of a scalar member; "" for none.
std::string TextOf(const Value& map, std::string_view key);
// Kinds, texts and members are the same; places, quotes and the order of
// members do not count.
bool SameValue(const Value& left, const Value& right);

inline constexpr std::string_view kSpecEnd = ".spec.json";

class SpecLinks;

// Keeps what is derived from a spec until the spec changes. A copy derives its own.
class SpecCache {
 public:
  SpecCache() = default;
  SpecCache(const SpecCache& /*other*/) {}
  SpecCache& operator=(const SpecCache& other) {
    if (&other != this) Release();
    return *this;
  }
  ~SpecCache() = default;

  void Clear() {
    if (held_) return;
    links.reset();
    parameters.reset();
  }
  // As long as it is held, changes clear nothing: somebody changes nodes, and none comes, goes or
  // has another name.
  void Hold() {
    Clear();
    held_ = true;
  }
  void Release() {
    held_ = false;
    Clear();
  }

  std::shared_ptr<const SpecLinks> links;
  std::shared_ptr<const Value> parameters;  // of the workflow

 private:
  bool held_ = false;
};

class Spec {
 public:
  // The documents among the files. kParse, with the file in its detail, for a file that is not a
  // document.
  static Result<Spec> Read(FileTexts files);

  // Without a document.
  static Spec Empty(bool folder);

  const FileTexts& files() const { return files_; }
  FileTexts& files() {
    cache_.Clear();
    return files_;
  }
  // Whoever changes something asks for it each time: what was derived is derived again.
  std::vector<SpecDocument>& documents() {
    cache_.Clear();
    return documents_;
  }
  const std::vector<SpecDocument>& documents() const { return documents_; }
  // Three files a node, and not one document for all.
  bool is_folder() const { return folder_; }

  // All nodes that are described, not only referred to; those of a loop after it.
  std::vector<NodeRef> Nodes() const;
  // The nodes of a loop and what waits for what among them; null for a node that is not a loop.
  static const Value* BodyOf(const Value& node);
  // The values that have the lists of nodes and of dependencies that the node stands in: a body,
  // or all containers of its document.
  std::vector<const Value*> HoldersOf(const NodeRef& ref) const;
  std::vector<Value*> HoldersOf(const NodeRef& ref);
  const Value& At(const NodeRef& ref) const;
  Value& At(const NodeRef& ref);
  // `spec` of a document, or the document itself (1.0); a workflow of it.
  const Value& Container(size_t document, size_t container) const;
  Value& Container(size_t document, size_t container);
  size_t ContainerCount(size_t document) const;
  // The document that speaks of the workflow as a whole.
  size_t FlowDocument() const;

  // Looks up "{{id}}" or "{{list.id}}" in these lists of the document ("scripts",
  // "artifacts.tables"); Gives the value itself where it is not a reference, and where nothing has
  // that id.
  const Value& Resolve(size_t document, const Value& value,
                       const std::vector<std::string_view>& lists) const;
  // The member of a node that may stand elsewhere, to be changed: in its place
  // where nothing else refers to it, else a copy of its own.
  Value& Own(const NodeRef& ref, const std::string& key, std::string_view list);

  // With the placeholders of the document's dataworks.properties.
  std::string Filled(size_t document, const std::string& text) const;
  // The properties that a document's code may name: "script.x" -> value.
  std::map<std::string, std::string> ScriptProperties(size_t document) const;
  // The path of the code beside a document of a folder; "" for none.
  std::string CodePath(size_t document) const;

  // "a" of "{{nodes.a}}"; the text itself where it is not a reference.
  static std::string Bare(const std::string& text);

  SpecCache& cache() const { return cache_; }

 private:
  void AddInner(const NodeRef& loop, std::vector<NodeRef>& refs) const;
  std::string PropertiesPath(size_t document) const;
  size_t CountReferences(const Value& value, const std::string& id) const;

  FileTexts files_;
  std::vector<SpecDocument> documents_;
  bool folder_ = false;
  mutable SpecCache cache_;
};

// "a=b" lines; comments begin with # or !.
std::map<std::string, std::string> ReadProperties(const std::string& text);

}  // namespace paisql::nodes
