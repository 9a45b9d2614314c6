#include "nodes/formats/spec_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.h"
#include "base/whole_number.h"
#include "nodes/formats/spec_control.h"
#include "nodes/formats/spec_node.h"
#include "nodes/model/kinds.h"
#include "nodes/read/read_flow.h"

namespace paisql::nodes {

namespace {

constexpr int64_t kHourMs = 3600000;
constexpr int64_t kMinuteMs = 60000;
constexpr int64_t kSecondMs = 1000;
constexpr int64_t kUsualIntervalMs = 180000;

Value NumberValue(int64_t number) {
  Value value = Value::Text(std::to_string(number));
  value.quoted = false;
  return value;
}

// Without quotes, as numbers and true are.
Value BareText(std::string text) {
  Value value = Value::Text(std::move(text));
  value.quoted = false;
  return value;
}

// "4h" of milliseconds, as ReadDuration takes it.
std::string DurationText(int64_t milliseconds) {
  constexpr std::pair<int64_t, std::string_view> kUnits[] = {
      {kHourMs, "h"}, {kMinuteMs, "min"}, {kSecondMs, "s"}, {1, "ms"}};
  for (const auto& [size, name] : kUnits) {
    if (milliseconds % size == 0) return fmt::format("{}{}", milliseconds / size, name);
  }
  return "";
}

// --- a word of the node itself, which is not said where it is the usual one
// ---

Value ReadWord(const Spec& spec, const NodeRef& ref, std::string_view member,
               std::string_view usual) {
  const std::string text = TextOf(spec.At(ref), member);
  return text.empty() || text == usual ? Value() : PlainText(text);
}

void WriteWord(Spec& spec, const NodeRef& ref, const std::string& member, const Value& value,
               std::string_view usual) {
  Value& node = spec.At(ref);
  if (!value.is_null()) {
    node.Set(member, Value::Text(value.text));
  } else if (FindMember(node, member) != nullptr) {
    node.Set(member, Value::Text(std::string(usual)));
  }
}

Value ReadNumber(const Spec& spec, const NodeRef& ref, std::string_view member, int64_t usual) {
  const std::optional<int64_t> number = ParseNumber<int64_t>(TextOf(spec.At(ref), member));
  return !number.has_value() || *number == usual ? Value() : NumberValue(*number);
}

void WriteNumber(Spec& spec, const NodeRef& ref, const std::string& member, int64_t number,
                 bool usual) {
  Value& node = spec.At(ref);
  if (!usual || FindMember(node, member) != nullptr) node.Set(member, NumberValue(number));
}

// --- the rows of the table that are more than that ---

Value ReadKind(const Spec& spec, const NodeRef& ref) { return PlainText(KindNameOf(spec, ref)); }

void WriteKind(Spec& spec, const NodeRef& ref, const Value& value) {
  Value& script = spec.Own(ref, "script", "scripts");
  const Kind* kind = FindKind(value.text);
  MapMember(script, "runtime").Set("command", Value::Text(value.text));
  if (kind == nullptr) return;
  Value& runtime = MapMember(script, "runtime");
  if (FindMember(runtime, "commandTypeId") != nullptr) {
    runtime.Set("commandTypeId", NumberValue(kind->id));
  }
  if (!kind->language.empty()) {
    script.Set("language", Value::Text(std::string(kind->language)));
  }
}

Value ReadDescription(const Spec& spec, const NodeRef& ref) {
  return ReadWord(spec, ref, "description", "");
}

void WriteDescription(Spec& spec, const NodeRef& ref, const Value& value) {
  WriteWord(spec, ref, "description", value, "");
}

Value CronKey(const Spec& spec, const NodeRef& ref) {
  const Value* trigger = spec.At(ref).Find("trigger");
  if (trigger == nullptr) return {};
  const Value& resolved = spec.Resolve(ref.document, *trigger, {"triggers"});
  const std::string type = TextOf(resolved, "type");
  const std::string cron = TextOf(resolved, "cron");
  const bool scheduled = type.empty() || EqualsIgnoreCase(type, "Scheduler");
  return cron.empty() || !scheduled ? Value() : PlainText(spec.Filled(ref.document, cron));
}

void WriteCron(Spec& spec, const NodeRef& ref, const Value& value) {
  if (value.is_null() && spec.At(ref).Find("trigger") == nullptr) return;
  Value& trigger = spec.Own(ref, "trigger", "triggers");
  if (value.is_null()) {
    trigger.Set("type", Value::Text("Manual"));
    EraseMember(trigger, "cron");
    return;
  }
  trigger.Set("type", Value::Text("Scheduler"));
  trigger.Set("cron", Value::Text(value.text));
  constexpr std::pair<const char*, const char*> kUsual[] = {{"startTime", "1970-01-01 00:00:00"},
                                                            {"endTime", "9999-01-01 00:00:00"},
                                                            {"timezone", "Asia/Shanghai"}};
  for (const auto& [key, text] : kUsual) {
    if (FindMember(trigger, key) == nullptr) trigger.Set(key, Value::Text(text));
  }
}

Value ReadInterval(const Spec& spec, const NodeRef& ref) {
  const std::optional<int64_t> interval =
      ParseNumber<int64_t>(TextOf(spec.At(ref), "rerunInterval"));
  if (!interval.has_value() || *interval == kUsualIntervalMs || *interval < 0) return {};
  return PlainText(DurationText(*interval));
}

void WriteInterval(Spec& spec, const NodeRef& ref, const Value& value) {
  WriteNumber(spec, ref, "rerunInterval", ReadDuration(value.text).value_or(kUsualIntervalMs),
              value.is_null());
}

Value ReadTimeout(const Spec& spec, const NodeRef& ref) {
  const std::optional<int64_t> number = ParseNumber<int64_t>(TextOf(spec.At(ref), "timeout"));
  if (!number.has_value() || *number <= 0) return {};
  const std::string unit = TextOf(spec.At(ref), "timeoutUnit");
  const int64_t size = EqualsIgnoreCase(unit, "SECONDS")   ? kSecondMs
                       : EqualsIgnoreCase(unit, "MINUTES") ? kMinuteMs
                                                           : kHourMs;
  return PlainText(DurationText(*number * size));
}

void WriteTimeout(Spec& spec, const NodeRef& ref, const Value& value) {
  Value& node = spec.At(ref);
  const int64_t milliseconds = value.is_null() ? 0 : ReadDuration(value.text).value_or(0);
  constexpr std::pair<int64_t, const char*> kUnits[] = {
      {kHourMs, "HOURS"}, {kMinuteMs, "MINUTES"}, {kSecondMs, "SECONDS"}};
  for (const auto& [size, name] : kUnits) {
    if (milliseconds % size != 0 && size != kSecondMs) continue;
    // A time below a second becomes a second.
    node.Set("timeout", NumberValue((milliseconds + size - 1) / size));
    const bool said = FindMember(node, "timeoutUnit") != nullptr;
    if (size != kHourMs || said) node.Set("timeoutUnit", Value::Text(name));
    return;
  }
}

Value ReadOutputs(const Spec& spec, const NodeRef& ref) {
  Value list = Value::List();
  const std::string id = TextOf(spec.At(ref), "id");
  const std::string own = "." + NodeNameOf(spec, ref);
  for (const std::string& output : OutputsOf(spec, ref)) {
    // Every node has this output by itself.
    if (output == id || output.ends_with(own)) continue;
    list.items.push_back(PlainText(output));
  }
  return list.items.empty() ? Value() : list;
}

void WriteOutputs(Spec& spec, const NodeRef& ref, const Value& value) {
  std::set<std::string> wanted;
  if (value.is_scalar()) wanted.insert(value.text);
  for (const Value& item : value.items) wanted.insert(item.text);
  const Value before = ReadOutputs(spec, ref);
  std::set<std::string> gone;
  for (const Value& item : before.items) {
    if (wanted.erase(item.text) == 0) gone.insert(item.text);
  }
  Value& outputs = MapMember(spec.At(ref), "outputs");
  for (const char* key : {"nodeOutputs", "outputs"}) {
    Value* list = FindMember(outputs, key);
    if (list == nullptr) continue;
    std::erase_if(list->items, [&](const Value& item) {
      const Value& output =
          spec.Resolve(ref.document, item, {"artifacts.nodeOutputs", "artifacts.outputs"});
      return gone.contains(spec.Filled(ref.document, TextOf(output, "data")));
    });
  }
  const bool older = FindMember(outputs, "outputs") != nullptr;
  for (const std::string& name : wanted) {
    Value output = Value::Map();
    output.Set("data", Value::Text(name));
    output.Set("artifactType", Value::Text("NodeOutput"));
    ListMember(outputs, older ? "outputs" : "nodeOutputs").items.push_back(std::move(output));
  }
}

constexpr SpecKey kKeys[] = {
    {"kind", ReadKind, WriteKind},
    {"description", ReadDescription, WriteDescription},
    {"parameters", ReadNodeParameters, WriteNodeParameters},
    {"language", ReadLanguage, WriteLanguage},
    {"inputs", ReadInputs, WriteInputs},
    {"gives", ReadGives, WriteGives},
    {"branches", ReadBranches, WriteBranches},
    {"join", ReadJoin, WriteJoin},
    {"logic", ReadLogic, WriteLogic},
    {"max-iterations", ReadMostTurns, WriteMostTurns},
    {"parallel", ReadParallelTurns, WriteParallelTurns},
    {"ignore-branches",
     [](const Spec& spec, const NodeRef& ref) {
       const bool set = TextOf(spec.At(ref), "ignoreBranchConditionSkip") == "true";
       return set ? BareText("true") : Value();
     },
     [](Spec& spec, const NodeRef& ref, const Value& value) {
       spec.At(ref).Set("ignoreBranchConditionSkip",
                        BareText(EqualsIgnoreCase(value.text, "true") ? "true" : "false"));
     }},
    {"outputs", ReadOutputs, WriteOutputs},
    {"cron", CronKey, WriteCron},
    {"recurrence",
     [](const Spec& spec, const NodeRef& ref) {
       return ReadWord(spec, ref, "recurrence", "Normal");
     },
     [](Spec& spec, const NodeRef& ref, const Value& value) {
       WriteWord(spec, ref, "recurrence", value, "Normal");
     }},
    {"rerun-mode",
     [](const Spec& spec, const NodeRef& ref) {
       return ReadWord(spec, ref, "rerunMode", "Allowed");
     },
     [](Spec& spec, const NodeRef& ref, const Value& value) {
       WriteWord(spec, ref, "rerunMode", value, "Allowed");
     }},
    {"rerun-times",
     [](const Spec& spec, const NodeRef& ref) { return ReadNumber(spec, ref, "rerunTimes", 0); },
     [](Spec& spec, const NodeRef& ref, const Value& value) {
       WriteNumber(spec, ref, "rerunTimes", ParseNumber<int64_t>(value.text).value_or(0),
                   value.is_null());
     }},
    {"rerun-interval", ReadInterval, WriteInterval},
    {"timeout", ReadTimeout, WriteTimeout},
    {"priority",
     [](const Spec& spec, const NodeRef& ref) { return ReadNumber(spec, ref, "priority", 1); },
     [](Spec& spec, const NodeRef& ref, const Value& value) {
       WriteNumber(spec, ref, "priority", ParseNumber<int64_t>(value.text).value_or(1),
                   value.is_null());
     }},
};

}  // namespace

std::span<const SpecKey> SpecKeys() { return kKeys; }

}  // namespace paisql::nodes
