#include "nodes/formats/spec_node.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "base/whole_number.h"
#include "nodes/document/json.h"
#include "nodes/formats/spec_control.h"
#include "nodes/model/kinds.h"

namespace paisql::nodes {

namespace {

// Names of kinds that older files have.
constexpr std::pair<std::string_view, std::string_view> kOtherNames[] = {
    {"PY_ODPS", "PYODPS"}, {"PY_ODPS3", "PYODPS3"}, {"ODPS_SQL_SCRIPT", "ODPS_SCRIPT"},
    {"BASH", "SHELL"},     {"SH", "SHELL"},         {"PY", "PYTHON"}};

// The kind of a node without a command, by its members.
constexpr std::pair<std::string_view, std::string_view> kBodies[] = {
    {"branch", "CONTROLLER_BRANCH"},    {"join", "CONTROLLER_JOIN"},
    {"do-while", "CONTROLLER_CYCLE"},   {"dowhile", "CONTROLLER_CYCLE"},
    {"doWhile", "CONTROLLER_CYCLE"},    {"for-each", "CONTROLLER_TRAVERSE"},
    {"foreach", "CONTROLLER_TRAVERSE"}, {"combined", "COMBINED_NODE"},
    {"param-hub", "PARAM_HUB"},         {"paramHub", "PARAM_HUB"}};

const Value& NoValue() {
  static const Value kNone = Value::Map();
  return kNone;
}

// The kind of a script without a command: by its number, its language, or the end of its path.
const Kind* KindOfScript(const Value& script, const Value* runtime) {
  if (runtime != nullptr) {
    if (const Kind* kind = FindKindOfId(WholeNumberOr(TextOf(*runtime, "commandTypeId"), 0))) {
      return kind;
    }
  }
  constexpr std::pair<std::string_view, std::string_view> kLanguages[] = {
      {"sql", "ODPS_SQL"}, {"odps", "ODPS_SQL"}, {"shell-script", "DIDE_SHELL"}, {"bash", "SHELL"}};
  const std::string language = TextOf(script, "language");
  for (const auto& [name, kind] : kLanguages) {
    if (EqualsIgnoreCase(language, name)) return FindKind(kind);
  }
  for (const Kind& kind : Kinds()) {
    if (!language.empty() && EqualsIgnoreCase(kind.language, language)) return &kind;
  }
  return KindOfFile(TextOf(script, "path"));
}

// As it stands there.
std::string RawContent(const Spec& spec, const NodeRef& node) {
  const Value& script = ScriptOf(spec, node);
  const std::string content = TextOf(script, "content");
  return content.empty() ? TextOf(script, "code") : content;
}

}  // namespace

Value PlainText(std::string text) {
  constexpr std::string_view kWords[] = {"true", "false", "yes", "no", "on",
                                         "off",  "null",  "~",   ""};
  const bool word = std::ranges::any_of(
      kWords, [&](std::string_view one) { return EqualsIgnoreCase(one, text); });
  const bool number =
      !text.empty() && text.find_first_not_of("0123456789+-.eExX_:") == std::string::npos;
  Value value = Value::Text(std::move(text));
  value.quoted = word || number;
  return value;
}

std::string NodeNameOf(const Spec& spec, const NodeRef& node) {
  std::string name = TextOf(spec.At(node), "name");
  if (name.empty()) name = TextOf(spec.At(node), "id");
  name = name.empty() ? "node" : spec.Filled(node.document, name);
  // A line break, which parts names here, and its like are blanks.
  std::ranges::replace_if(
      name, [](char c) { return c >= 0 && c < ' '; }, ' ');
  return name;
}

const Value& ScriptOf(const Spec& spec, const NodeRef& node) {
  const Value* script = spec.At(node).Find("script");
  if (script == nullptr) return NoValue();
  const Value& found = spec.Resolve(node.document, *script, {"scripts"});
  return found.is_map() ? found : NoValue();
}

std::string KindNameOf(const Spec& spec, const NodeRef& node) {
  const Value& script = ScriptOf(spec, node);
  const Value* runtime = script.Find("runtime");
  std::string command = runtime == nullptr ? "" : TextOf(*runtime, "command");
  for (const auto& [other, name] : kOtherNames) {
    if (EqualsIgnoreCase(command, other)) command = name;
  }
  if (const Kind* known = FindKind(command)) return std::string(known->name);
  if (!command.empty()) return command;
  for (const auto& [member, name] : kBodies) {
    if (spec.At(node).Find(member) != nullptr) return std::string(name);
  }
  if (const Kind* kind = KindOfScript(script, runtime)) return std::string(kind->name);
  // Code is never lost: without a word of what it is, it is what most nodes are.
  const bool code = !TextOf(script, "content").empty() || !TextOf(script, "code").empty() ||
                    (!node.inner() && !spec.CodePath(node.document).empty());
  return code ? "ODPS_SQL" : "VIRTUAL";
}

bool GuessesKind(const Spec& spec, const NodeRef& node) {
  const Value& script = ScriptOf(spec, node);
  const Value* runtime = script.Find("runtime");
  const bool said = runtime != nullptr && !TextOf(*runtime, "command").empty();
  return !said && KindNameOf(spec, node) == "ODPS_SQL" && KindOfScript(script, runtime) == nullptr;
}

Value WrappedCode(const Spec& spec, const NodeRef& node) {
  const Kind* kind = FindKind(KindNameOf(spec, node));
  if (kind == nullptr || kind->runs != Runs::kAssignment) return {};
  Result<Value> read = ReadJson(RawContent(spec, node));
  const bool wraps = read.ok() && read->is_map() && read->Find("language") != nullptr &&
                     read->Find("content") != nullptr;
  return wraps ? *std::move(read) : Value();
}

std::string ContentOf(const Spec& spec, const NodeRef& node) {
  const Value wrapped = WrappedCode(spec, node);
  if (!wrapped.is_null()) return TextOf(wrapped, "content");
  std::string content = RawContent(spec, node);
  if (!content.empty() || node.inner()) return content;
  const auto beside = spec.files().find(spec.CodePath(node.document));
  return beside == spec.files().end() ? "" : beside->second;
}

void SetContent(Spec& spec, const NodeRef& node, const std::string& code) {
  std::string text = code;
  Value wrapped = WrappedCode(spec, node);
  if (!wrapped.is_null()) {
    wrapped.Set("content", Value::Text(code));
    text = WriteJson(wrapped, StyleOfJson(RawContent(spec, node)));
  }
  Value& script = spec.Own(node, "script", "scripts");
  const bool older = FindMember(script, "code") != nullptr;
  script.Set(older ? "code" : "content", Value::Text(text));
}

std::vector<std::string> OutputsOf(const Spec& spec, const NodeRef& node) {
  std::vector<std::string> found;
  const Value* outputs = spec.At(node).Find("outputs");
  if (outputs == nullptr) return found;
  for (const char* key : {"nodeOutputs", "outputs", "artifacts"}) {
    const Value* list = outputs->Find(key);
    if (list == nullptr) continue;
    for (const Value& item : list->items) {
      const Value& output =
          spec.Resolve(node.document, item, {"artifacts.nodeOutputs", "artifacts.outputs"});
      const std::string data = spec.Filled(node.document, TextOf(output, "data"));
      if (!data.empty() && std::ranges::find(found, data) == found.end()) found.push_back(data);
    }
  }
  return found;
}

std::vector<std::string> BranchOutputs(const Spec& spec, const NodeRef& node) {
  std::vector<std::string> found;
  const Value branches = ReadBranches(spec, node);
  for (const Value& one : branches.items) found.push_back(TextOf(one, "output"));
  return found;
}

}  // namespace paisql::nodes
