#pragma once

// Paths into JSON: "$", then steps .key ."key" ['key'] ["key"] [n] [*] .*, with "lax" or "strict"
// in front. In lax mode, which is the default, a key that is asked of an array is looked up in its
// elements; in strict mode it finds nothing there.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "types/json/json_value.h"

namespace paisql {

class JsonPath {
 public:
  // nullopt for a malformed path.
  static std::optional<JsonPath> Parse(std::string_view text);

  // All values to which the path leads, in their order.
  std::vector<const JsonValue*> Find(const JsonValue& root) const;
  std::vector<JsonValue*> Find(JsonValue& root) const;
  // The value that JSON_EXTRACT gives: the value itself, an array where the path may lead to
  // several, nullopt where it leads to none.
  std::optional<JsonValue> Extract(const JsonValue& root) const;

 private:
  struct Step {
    enum class Kind { kKey, kIndex, kEveryElement, kEveryMember };
    Kind kind;
    std::string key;
    size_t index = 0;
  };

  void Follow(const JsonValue& value, size_t at, std::vector<const JsonValue*>& found) const;

  std::vector<Step> steps_;
  bool strict_ = false;
  bool several_ = false;
};

}  // namespace paisql
