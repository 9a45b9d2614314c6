#include "types/json/json_value.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "types/value_text.h"

namespace paisql {
namespace {

// A number as the platform keeps it: BIGINT where it is written without fraction and fits, else
// DOUBLE.
void AppendNumber(std::string_view text, std::string& out) {
  const char* end = text.data() + text.size();
  if (text.find_first_of(".eE") == std::string_view::npos) {
    int64_t integer = 0;
    const auto [rest, failure] = std::from_chars(text.data(), end, integer);
    if (failure == std::errc() && rest == end) {
      out += std::to_string(integer);
      return;
    }
  }
  const NearestDouble nearest = ToNearestDouble(text);
  if (nearest.fit == FieldFit::kFits) {
    AppendDouble(nearest.value, out);
  } else {
    // Nothing that JSON can spell is nearer to it.
    const double most = std::copysign(std::numeric_limits<double>::max(), nearest.value);
    AppendDouble(nearest.fit == FieldFit::kTooSmall ? 0.0 : most, out);
  }
}

void Append(const JsonValue& value, bool pretty, size_t level, std::string& out) {
  const auto new_line = [&](size_t indentation) {
    if (!pretty) return;
    out += '\n';
    out.append(indentation * 4, ' ');
  };
  switch (value.kind) {
    case JsonKind::kNull:
      out += "null";
      return;
    case JsonKind::kBoolean:
      out += value.truth ? "true" : "false";
      return;
    case JsonKind::kNumber:
      AppendNumber(value.text, out);
      return;
    case JsonKind::kString:
      AppendJsonString(value.text, out);
      return;
    case JsonKind::kArray:
    case JsonKind::kObject:
      break;
  }
  const bool object = value.kind == JsonKind::kObject;
  out += object ? '{' : '[';
  for (size_t i = 0; i < value.items.size(); ++i) {
    if (i > 0) out += ',';
    new_line(level + 1);
    if (object) {
      AppendJsonString(value.keys[i], out);
      out += ':';
    }
    Append(value.items[i], pretty, level + 1, out);
  }
  if (!value.items.empty()) new_line(level);
  out += object ? '}' : ']';
}

}  // namespace

const JsonValue* JsonValue::Member(std::string_view key) const {
  for (size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] == key) return &items[i];
  }
  return nullptr;
}

JsonValue* JsonValue::Member(std::string_view key) {
  return const_cast<JsonValue*>(std::as_const(*this).Member(key));
}

void JsonValue::Put(std::string key, JsonValue value) {
  if (JsonValue* member = Member(key)) {
    *member = std::move(value);
    return;
  }
  keys.push_back(std::move(key));
  items.push_back(std::move(value));
}

JsonValue JsonValue::String(std::string text) {
  JsonValue value;
  value.kind = JsonKind::kString;
  value.text = std::move(text);
  return value;
}

// Members in any order, numbers by their value.
bool operator==(const JsonValue& left, const JsonValue& right) {
  if (left.kind != right.kind || left.items.size() != right.items.size()) return false;
  switch (left.kind) {
    case JsonKind::kNull:
      return true;
    case JsonKind::kBoolean:
      return left.truth == right.truth;
    case JsonKind::kNumber: {
      double a = 0;
      double b = 0;
      std::from_chars(left.text.data(), left.text.data() + left.text.size(), a);
      std::from_chars(right.text.data(), right.text.data() + right.text.size(), b);
      return left.text == right.text || a == b;
    }
    case JsonKind::kString:
      return left.text == right.text;
    case JsonKind::kArray:
      return left.items == right.items;
    case JsonKind::kObject:
      break;
  }
  for (size_t i = 0; i < left.keys.size(); ++i) {
    const JsonValue* other = right.Member(left.keys[i]);
    if (other == nullptr || !(left.items[i] == *other)) return false;
  }
  return true;
}

void AppendJson(const JsonValue& value, std::string& out) { Append(value, false, 0, out); }

void AppendPrettyJson(const JsonValue& value, std::string& out) { Append(value, true, 0, out); }

void AppendJsonAsText(const JsonValue& value, std::string& out) {
  if (value.kind == JsonKind::kString) {
    out += value.text;
  } else {
    AppendJson(value, out);
  }
}

std::string_view JsonKindName(JsonKind kind) {
  constexpr std::string_view kNames[] = {"null", "boolean", "number", "string", "array", "object"};
  return kNames[static_cast<size_t>(kind)];
}

Result<std::string> CanonicalJson(std::string_view text) {
  JsonValue value;
  if (!ReadJson(text, value)) {
    return Error{
        ErrorCode::kRuntimeArguments, "the text is not JSON: " + std::string(text), {}, ""};
  }
  std::string canonical;
  AppendJson(value, canonical);
  return canonical;
}

}  // namespace paisql
