#include "tools/eas/service_json.h"

#include <set>
#include <utility>

#include "types/json/json_reader.h"

namespace paisql::tools {

namespace {

// The service takes this value as a text, whatever JSON it is.
constexpr std::string_view kWholeKey = "model_config";
constexpr size_t kMostLevels = 100;

class Collector {
 public:
  explicit Collector(std::string_view text) : text_(text), lines_(text) {}

  // The values of an object; its own name with a dot stands in front of theirs.
  Status Collect(JsonValue& object, const std::string& prefix) {
    for (size_t i = 0; i < object.items.size(); ++i) {
      JsonValue& item = object.items[i];
      const std::string name = prefix + object.keys[i];
      const SourceRange name_range = lines_.RangeOf(item.key_place);
      if (!seen_.insert(name).second) {
        return Error{ErrorCode::kParse, "'" + name + "' appears twice", name_range, ""};
      }
      const bool is_object = item.kind == JsonKind::kObject;
      if (is_object && name != kWholeKey) {
        PAISQL_TRY(Collect(item, name + "."));
        continue;
      }
      const SourceRange range = lines_.RangeOf(item.place);
      const bool whole = is_object || item.kind == JsonKind::kArray;
      values_.push_back({name,
                         whole ? std::string(text_.substr(range.begin, range.end - range.begin))
                               : std::move(item.text),
                         name_range, range});
    }
    return Status::Ok();
  }

  std::vector<ServiceJsonValue> Take() { return std::move(values_); }

 private:
  std::string_view text_;
  JsonLines lines_;
  std::vector<ServiceJsonValue> values_;
  std::set<std::string> seen_;
};

}  // namespace

Result<std::vector<ServiceJsonValue>> ReadServiceJson(std::string_view text) {
  constexpr JsonRules kRules{kMostLevels + 1, JsonRules::EqualKeys::kAll, true, false};
  JsonValue json;
  JsonFault fault;
  if (!ReadJson(text, kRules, json, fault)) {
    const std::string what =
        fault.kind == JsonFault::Kind::kDepth
            ? "objects are nested deeper than " + std::to_string(kMostLevels) + " levels"
            : "no JSON: " + fault.ToError(text).detail;
    return Error{ErrorCode::kParse, what, JsonLines(text).RangeOf(fault.place), ""};
  }
  if (json.kind != JsonKind::kObject) {
    return Error{ErrorCode::kParse, "a service.json is an object: {\"name\": …}",
                 JsonLines(text).RangeOf(json.place), ""};
  }
  Collector collector(text);
  PAISQL_TRY(collector.Collect(json, ""));
  return collector.Take();
}

}  // namespace paisql::tools
