#include "nodes/formats/export/export_parts.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "nodes/formats/spec_keys.h"
#include "nodes/formats/spec_node.h"
#include "nodes/model/kinds.h"

namespace paisql::nodes {

Value EffectiveEntry(const Value& flow, const Value& entry) {
  Value whole = Value::Map();
  if (entry.is_scalar()) whole.Set("file", entry);
  if (entry.is_map()) whole = entry;
  const Value* defaults = flow.Find("defaults");
  if (defaults != nullptr) {
    for (const Member& member : defaults->members) {
      if (whole.Find(member.key) == nullptr) whole.Set(member.key, member.value);
    }
  }
  // The array of a for-each is one of its inputs.
  if (const Value* each = whole.Find("for-each")) {
    Value text =
        PlainText(each->text.find('.') == std::string::npos ? each->text + ".outputs" : each->text);
    EraseMember(whole, "for-each");
    MapMember(whole, "inputs").Set("loopDataArray", std::move(text));
    if (whole.Find("kind") == nullptr) whole.Set("kind", PlainText("CONTROLLER_TRAVERSE"));
  }
  if (whole.Find("while") != nullptr && whole.Find("kind") == nullptr) {
    whole.Set("kind", PlainText("CONTROLLER_CYCLE"));
  }
  const Value* cron = flow.Find("cron");
  if (cron != nullptr && whole.Find("cron") == nullptr) whole.Set("cron", *cron);
  const Kind* by_file = KindOfFile(TextOf(whole, "file"));
  if (whole.Find("kind") == nullptr && by_file != nullptr) {
    whole.Set("kind", PlainText(std::string(by_file->name)));
  }
  return whole;
}

namespace {

// {name: {from, status: [1, 2]}} of names, {name: 1} and their like.
Value CanonicalJoin(const Value& value) {
  constexpr std::pair<std::string_view, const char*> kEnds[] = {
      {"success", "1"}, {"not-run", "2"}, {"failure", "3"}};
  Value join = Value::Map();
  if (value.is_scalar()) join.Set(value.text, Value::Map());
  for (const Value& item : value.items) join.Set(item.text, Value::Map());
  for (const Member& member : value.members) {
    Value arm = Value::Map();
    const Value* from = member.value.Find("from");
    if (from != nullptr && from->text != member.key) arm.Set("from", *from);
    const Value* status = member.value.is_map() ? member.value.Find("status") : &member.value;
    Value list = Value::List();
    if (status != nullptr && status->is_scalar()) list.items.push_back(*status);
    if (status != nullptr && status->is_list()) list = *status;
    for (Value& item : list.items) {
      for (const auto& [word, number] : kEnds) {
        if (EqualsIgnoreCase(word, item.text)) item.text = number;
      }
    }
    if (!list.items.empty()) arm.Set("status", std::move(list));
    join.Set(member.key, std::move(arm));
  }
  return join;
}

}  // namespace

Value CanonicalValue(std::string_view key, const Value& value) {
  if (key == "parameters") return CanonicalParameters(value);
  if (key == "outputs" && value.is_scalar()) {
    Value list = Value::List();
    list.items.push_back(value);
    return list;
  }
  // A map of outputs to conditions, and a list of them.
  if (key == "branches" && value.is_map()) {
    Value list = Value::List();
    for (const Member& member : value.members) {
      Value way = Value::Map();
      way.Set("when", member.value);
      way.Set("output", PlainText(member.key));
      list.items.push_back(std::move(way));
    }
    return list;
  }
  if (key == "join") return CanonicalJoin(value);
  if (key == "kind") return PlainText(ToUpper(value.text));
  return value;
}

bool IsSpecKey(const std::string& name) {
  return name == "file" || name == "depends" || name == "previous" || name == "do" ||
         name == "while" ||
         std::ranges::any_of(SpecKeys(), [&](const SpecKey& key) { return key.name == name; });
}

Value InlinedValue(const Spec& spec, size_t document, const Value& value, int references) {
  if (references > kMostReferences) return value;
  const Value& found =
      spec.Resolve(document, value,
                   {"scripts", "triggers", "runtimeResources", "datasources", "variables",
                    "fileResources", "functions", "files", "artifacts.tables",
                    "artifacts.nodeOutputs", "artifacts.outputs", "artifacts.variables"});
  const int deeper = references + (&found == &value ? 0 : 1);
  Value copy = found;
  if (copy.is_scalar() && spec.is_folder()) copy.text = spec.Filled(document, copy.text);
  for (Value& item : copy.items) item = InlinedValue(spec, document, item, deeper);
  for (Member& member : copy.members) {
    member.value = InlinedValue(spec, document, member.value, deeper);
  }
  return copy;
}

}  // namespace paisql::nodes
