#pragma once

// Values of the type JSON. A value is kept as text in canonical form: without blanks, the last of
// equal keys at the place of the first, numbers as BIGINT or else as DOUBLE (the platform stores no
// others). Functions on JSON read the text into a tree, work on that, and write it back.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace paisql {

enum class JsonKind { kNull, kBoolean, kNumber, kString, kArray, kObject };

// Where it stands in the text that was read, in bytes.
struct JsonPlace {
  uint32_t begin = 0;
  uint32_t end = 0;
};

struct JsonValue {
  JsonKind kind = JsonKind::kNull;
  bool truth = false;             // kBoolean
  std::string text;               // kString: without quotes and escapes; others: as it was written
  std::vector<JsonValue> items;   // kArray: elements; kObject: values
  std::vector<std::string> keys;  // kObject, as many as items, all different
  JsonPlace place;
  JsonPlace key_place;  // of a member of an object

  bool is_null() const { return kind == JsonKind::kNull; }
  // nullptr where there is none; a pointer into this value.
  const JsonValue* Member(std::string_view key) const;
  JsonValue* Member(std::string_view key);
  // Adds the member, or replaces the one with this key.
  void Put(std::string key, JsonValue value);

  friend bool operator==(const JsonValue& left, const JsonValue& right);

  static JsonValue String(std::string text);
};

// Arrays and objects within each other; what is nested deeper is refused.
inline constexpr size_t kMaxJsonDepth = 1000;

// Reads one value and nothing after it. False for text that is not JSON in UTF-8, nests too deep,
// or holds the character U+0000, which the platform's JSON cannot.
bool ReadJson(std::string_view text, JsonValue& value);

// The canonical text.
void AppendJson(const JsonValue& value, std::string& out);
// A line for each member and element, indented by 4 blanks a level.
void AppendPrettyJson(const JsonValue& value, std::string& out);
// Appends the value as a STRING shows it: a string without its quotes, all else as canonical text.
void AppendJsonAsText(const JsonValue& value, std::string& out);

// The name that JSON_TYPE gives.
std::string_view JsonKindName(JsonKind kind);

// kRuntimeArguments where the text is not JSON.
Result<std::string> CanonicalJson(std::string_view text);

}  // namespace paisql
