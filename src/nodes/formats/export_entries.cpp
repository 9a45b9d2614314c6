#include "nodes/formats/export_entries.h"

#include <algorithm>

#include "base/text.h"
#include "nodes/formats/spec_keys.h"
#include "nodes/formats/spec_parameters.h"
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
  const Value* cron = flow.Find("cron");
  if (cron != nullptr && whole.Find("cron") == nullptr) whole.Set("cron", *cron);
  const Kind* by_file = KindOfFile(TextOf(whole, "file"));
  if (whole.Find("kind") == nullptr && by_file != nullptr) {
    whole.Set("kind", PlainText(std::string(by_file->name)));
  }
  return whole;
}

Value CanonicalValue(std::string_view key, const Value& value) {
  if (key == "parameters") return CanonicalParameters(value);
  if (key == "outputs" && value.is_scalar()) {
    Value list = Value::List();
    list.items.push_back(value);
    return list;
  }
  if (key == "kind") return PlainText(ToUpper(value.text));
  return value;
}

bool IsSpecKey(const std::string& name) {
  return name == "file" || name == "depends" ||
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
