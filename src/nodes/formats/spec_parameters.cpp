#include "nodes/formats/spec_keys.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <utility>

#include "base/text.h"
#include "nodes/formats/spec_node.h"

namespace paisql::nodes {

namespace {

struct NamedText {
  std::string name;
  std::string text;
};

const Value& ParameterVariable(const Spec& spec, size_t document, const Value& item) {
  return spec.Resolve(document, item, {"variables", "artifacts.variables"});
}

// Without names: the whole of a shell's parameters in one text.
bool IsPositional(const Value& variable) {
  return TextOf(variable, "type") == "NoKvVariableExpression";
}

// Whether the variable has a value of its own, rather than another node's output.
bool IsOwn(const Value& variable) {
  const std::string type = TextOf(variable, "type");
  return (type.empty() || type == "Constant" || type == "System") &&
         !TextOf(variable, "name").empty();
}

// Splits at blanks, except those within $[…] or ${…}.
std::vector<std::string> Words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  int depth = 0;
  for (const char c : text) {
    if (c == '[' || c == '{') ++depth;
    if (depth > 0 && (c == ']' || c == '}')) --depth;
    if (c != ' ' || depth > 0) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, ""));
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

// -p"-Da=$bizdate -Db=1", as nodes of data integration have their parameters: "" for another text.
std::string_view DefinitionsIn(std::string_view text) {
  text = Trim(text);
  if (!text.starts_with("-p\"") || !text.ends_with('"') || text.size() < 4) return {};
  return text.substr(3, text.size() - 4);
}

std::vector<NamedText> Definitions(std::string_view text) {
  std::vector<NamedText> all;
  for (const std::string& word : Words(DefinitionsIn(text))) {
    const size_t equals = word.find('=');
    if (!word.starts_with("-D") || equals == std::string::npos) continue;
    all.push_back({word.substr(2, equals - 2), word.substr(equals + 1)});
  }
  return all;
}

bool IsDigits(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// name -> expression, in the order of flow.yaml.
std::vector<NamedText> NamedTexts(const Value& value) {
  std::vector<NamedText> all;
  for (const Member& member : value.members) all.push_back({member.key, member.value.text});
  for (size_t i = 0; i < value.items.size(); ++i) {
    all.push_back({std::to_string(i + 1), value.items[i].text});
  }
  if (value.is_scalar()) {
    size_t position = 0;
    for (const std::string& word : Words(value.text)) {
      const size_t equals = word.find('=');
      ++position;
      const bool named = equals != std::string::npos && equals > 0;
      all.push_back({named ? word.substr(0, equals) : std::to_string(position),
                     named ? word.substr(equals + 1) : word});
    }
  }
  return all;
}

// Whether the parameter is one of the workflow, which all nodes have.
bool IsInherited(const Value& flow, const Value& variable) {
  if (TextOf(variable, "scope") != "Workflow") return false;
  const Value* known = flow.Find(TextOf(variable, "name"));
  return known != nullptr && known->text == TextOf(variable, "value");
}

std::string TypeOf(const std::string& expression) {
  return expression.find('$') != std::string::npos ? "System" : "Constant";
}

}  // namespace

Value MakeVariable(const std::string& name, const std::string& expression, std::string_view scope) {
  Value variable = Value::Map();
  variable.Set("name", Value::Text(name));
  variable.Set("artifactType", Value::Text("Variable"));
  variable.Set("scope", Value::Text(std::string(scope)));
  variable.Set("type", Value::Text(TypeOf(expression)));
  variable.Set("value", Value::Text(expression));
  return variable;
}

Value CanonicalParameters(const Value& value) {
  Value map = Value::Map();
  for (NamedText& one : NamedTexts(value)) map.Set(one.name, PlainText(std::move(one.text)));
  return map;
}

namespace {

// The workflow's parameters, as long as the spec stays.
std::shared_ptr<const Value> SharedParameters(const Spec& spec) {
  std::shared_ptr<const Value>& known = spec.cache().parameters;
  if (known == nullptr) known = std::make_shared<const Value>(FlowParameters(spec));
  return known;
}

}  // namespace

Value ReadNodeParameters(const Spec& spec, const NodeRef& node) {
  const Value* list = ScriptOf(spec, node).Find("parameters");
  const Value& flow = *SharedParameters(spec);
  std::vector<NamedText> all;
  // All of them as one text.
  if (list != nullptr && list->is_scalar()) {
    const std::string text = spec.Filled(node.document, list->text);
    all = DefinitionsIn(text).empty() ? NamedTexts(Value::Text(text)) : Definitions(text);
  }
  for (const Value& item : list == nullptr ? std::vector<Value>() : list->items) {
    const Value& variable = ParameterVariable(spec, node.document, item);
    const std::string text = spec.Filled(node.document, TextOf(variable, "value"));
    if (IsPositional(variable) && !DefinitionsIn(text).empty()) {
      std::ranges::move(Definitions(text), std::back_inserter(all));
    } else if (IsPositional(variable)) {
      for (const std::string& word : Words(text))
        all.push_back({std::to_string(all.size() + 1), word});
    } else if (IsOwn(variable) && !IsInherited(flow, variable)) {
      all.push_back({TextOf(variable, "name"), text});
    }
  }
  for (const auto& [name, text] : spec.ScriptProperties(node.document)) {
    if (!spec.CodePath(node.document).empty()) all.push_back({name, text});
  }
  if (all.empty()) return {};
  bool positional = true;
  for (size_t i = 0; i < all.size(); ++i) {
    positional = positional && all[i].name == std::to_string(i + 1);
  }
  Value value = positional ? Value::List() : Value::Map();
  for (NamedText& one : all) {
    if (positional) {
      value.items.push_back(PlainText(std::move(one.text)));
    } else {
      value.Set(one.name, PlainText(std::move(one.text)));
    }
  }
  return value;
}

void WriteNodeParameters(Spec& spec, const NodeRef& node, const Value& value) {
  std::vector<NamedText> wanted = NamedTexts(value);
  // The parameters of the code's placeholders stand in dataworks.properties.
  std::erase_if(wanted, [](const NamedText& one) { return one.name.starts_with("script."); });
  const auto find = [&](const std::string& name) {
    return std::ranges::find_if(wanted, [&](const NamedText& one) { return one.name == name; });
  };
  const std::shared_ptr<const Value> shared = SharedParameters(spec);
  const Value& flow = *shared;
  if (wanted.empty() && ScriptOf(spec, node).Find("parameters") == nullptr) return;
  Value& script = spec.Own(node, "script", "scripts");
  std::vector<Value> kept;
  for (const Value& item : ListMember(script, "parameters").items) {
    const Value& variable = ParameterVariable(spec, node.document, item);
    const std::string whole = spec.Filled(node.document, TextOf(variable, "value"));
    if (IsPositional(variable) && !DefinitionsIn(whole).empty()) {
      std::vector<std::string> words;
      for (const NamedText& one : wanted) words.push_back("-D" + one.name + "=" + one.text);
      std::vector<std::string> old;
      for (const NamedText& one : Definitions(whole))
        old.push_back("-D" + one.name + "=" + one.text);
      Value changed = item;
      if (words != old) {
        changed = variable;
        changed.Set("value", Value::Text("-p\"" + Join(words, " ") + "\""));
        EraseMember(changed, "id");
      }
      if (!words.empty()) kept.push_back(std::move(changed));
      wanted.clear();
      continue;
    }
    if (IsPositional(variable)) {
      // One text of all of them, as far as they have no other names.
      std::vector<std::string> words;
      for (size_t i = 0; find(std::to_string(i + 1)) != wanted.end(); ++i) {
        words.push_back(find(std::to_string(i + 1))->text);
      }
      Value changed = variable;
      if (TextOf(variable, "value") != Join(words, " ")) {
        changed.Set("value", Value::Text(Join(words, " ")));
        EraseMember(changed, "id");
      } else {
        changed = item;
      }
      if (!words.empty()) kept.push_back(std::move(changed));
      std::erase_if(wanted, [](const NamedText& one) { return IsDigits(one.name); });
      continue;
    }
    const auto found = find(TextOf(variable, "name"));
    const bool same = found != wanted.end() &&
                      spec.Filled(node.document, TextOf(variable, "value")) == found->text;
    if (same || !IsOwn(variable) || (found == wanted.end() && IsInherited(flow, variable))) {
      kept.push_back(item);
    } else if (found != wanted.end()) {
      Value changed = variable;
      changed.Set("value", Value::Text(found->text));
      changed.Set("type", Value::Text(TypeOf(found->text)));
      // It is one of this node from here on.
      changed.Set("scope", Value::Text("NodeParameter"));
      EraseMember(changed, "id");
      kept.push_back(std::move(changed));
    }
    if (found != wanted.end()) wanted.erase(found);
  }
  for (const NamedText& one : wanted) {
    kept.push_back(MakeVariable(one.name, one.text, "NodeParameter"));
  }
  ListMember(script, "parameters").items = std::move(kept);
}

Value FlowParameters(const Spec& spec) {
  Value parameters = Value::Map();
  const auto add = [&](size_t document, const Value* list, bool all) {
    if (list == nullptr) return;
    for (const Value& item : list->items) {
      const Value& variable = ParameterVariable(spec, document, item);
      if (!all && TextOf(variable, "scope") != "Workflow") continue;
      if (!IsOwn(variable) || IsPositional(variable)) continue;
      parameters.Set(TextOf(variable, "name"),
                     PlainText(spec.Filled(document, TextOf(variable, "value"))));
    }
  };
  for (size_t d = 0; d < spec.documents().size(); ++d) {
    add(d, spec.Container(d, 0).Find("variables"), false);
    for (size_t c = 1; c < spec.ContainerCount(d); ++c) {
      const Value* script = spec.Container(d, c).Find("script");
      if (script != nullptr) add(d, script->Find("parameters"), true);
    }
  }
  return parameters.members.empty() ? Value() : parameters;
}

void WriteFlowParameters(Spec& spec, const Value& value) {
  std::vector<NamedText> wanted = NamedTexts(value);
  std::set<std::string> done;
  const auto change = [&](size_t document, Value* list, bool all, bool mark) {
    if (list == nullptr || !list->is_list()) return;
    std::erase_if(list->items, [&](Value& item) {
      if (!item.is_map() || !IsOwn(item)) return false;
      if (!all && TextOf(item, "scope") != "Workflow") return false;
      const auto found = std::ranges::find_if(
          wanted, [&](const NamedText& one) { return one.name == TextOf(item, "name"); });
      if (found == wanted.end()) return mark;
      if (spec.Filled(document, TextOf(item, "value")) != found->text) {
        item.Set("value", Value::Text(found->text));
        item.Set("type", Value::Text(TypeOf(found->text)));
      }
      if (mark) done.insert(found->name);
      return false;
    });
  };
  // The copies that nodes have first: theirs has to be that of the workflow.
  for (const NodeRef& ref : spec.Nodes()) {
    if (!ScriptOf(spec, ref).is_map() || spec.At(ref).Find("script") == nullptr) continue;
    Value* script = FindMember(spec.At(ref), "script");
    if (script->is_map()) change(ref.document, FindMember(*script, "parameters"), false, false);
  }
  for (size_t d = 0; d < spec.documents().size(); ++d) {
    change(d, FindMember(spec.Container(d, 0), "variables"), false, true);
    for (size_t c = 1; c < spec.ContainerCount(d); ++c) {
      Value* script = FindMember(spec.Container(d, c), "script");
      if (script != nullptr) change(d, FindMember(*script, "parameters"), true, true);
    }
  }
  std::erase_if(wanted, [&](const NamedText& one) { return done.contains(one.name); });
  if (wanted.empty()) return;
  // A folder has a document of the workflow, others have one for all.
  const size_t document = spec.FlowDocument();
  if (spec.is_folder() && spec.ContainerCount(document) > 1) {
    Value& list = ListMember(MapMember(spec.Container(document, 1), "script"), "parameters");
    for (const NamedText& one : wanted)
      list.items.push_back(MakeVariable(one.name, one.text, "Workflow"));
    return;
  }
  Value& list = ListMember(spec.Container(document, 0), "variables");
  for (const NamedText& one : wanted) {
    Value variable = MakeVariable(one.name, one.text, "Workflow");
    variable.Set("id", Value::Text(one.name));
    list.items.push_back(std::move(variable));
  }
}

}  // namespace paisql::nodes
