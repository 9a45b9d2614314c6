#include "nodes/document/json.h"

#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "types/json/json_reader.h"

namespace paisql::nodes {

namespace {

// An error is kParse with line and column in its range.
Error Refusal(std::string what, const SourceRange& at) {
  SourceRange range;
  range.line = at.line;
  range.column = at.column;
  return Error{ErrorCode::kParse, std::move(what), range, ""};
}

// Takes a tree apart into values with lines and columns.
class Converter {
 public:
  explicit Converter(std::string_view text) : lines_(text) {}

  Value Convert(JsonValue& json) {
    const SourceRange place = lines_.RangeOf(json.place);
    Value value;
    value.line = place.line;
    value.column = place.column;
    if (json.kind == JsonKind::kNull) return value;
    if (json.kind == JsonKind::kArray) {
      value.kind = Value::Kind::kList;
      for (JsonValue& item : json.items) value.items.push_back(Convert(item));
    } else if (json.kind == JsonKind::kObject) {
      value.kind = Value::Kind::kMap;
      for (size_t i = 0; i < json.items.size(); ++i) {
        const SourceRange key = lines_.RangeOf(json.items[i].key_place);
        Value member = Convert(json.items[i]);
        value.members.push_back({std::move(json.keys[i]), std::move(member), key.line, key.column});
      }
    } else {
      value.kind = Value::Kind::kScalar;
      value.text = std::move(json.text);
      value.quoted = json.kind == JsonKind::kString;
    }
    return value;
  }

 private:
  JsonLines lines_;
};

size_t CountOf(const JsonValue& value) {
  size_t count = 1;
  for (const JsonValue& item : value.items) count += CountOf(item);
  return count;
}

std::string WhyNot(const JsonFault& fault) {
  switch (fault.kind) {
    case JsonFault::Kind::kEqualKeys:
      return "'" + fault.key + "' stands here twice";
    case JsonFault::Kind::kDepth:
      return "values are nested too deeply";
    default:
      return fault.at_end ? "the JSON ends too early" : "this is not JSON";
  }
}

// True for texts that JSON has without quotes.
bool IsBare(const std::string& text) {
  JsonValue value;
  return ReadJson(text, value) &&
         (value.kind == JsonKind::kBoolean || value.kind == JsonKind::kNumber);
}

std::string Quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

class Writer {
 public:
  explicit Writer(const JsonStyle& style) : style_(style) {}

  void Write(const Value& value) {
    switch (value.kind) {
      case Value::Kind::kNull:
        out_ += "null";
        break;
      case Value::Kind::kScalar:
        out_ += !value.quoted && IsBare(value.text) ? value.text : Quoted(value.text);
        break;
      case Value::Kind::kList:
        Enclose('[', ']', value.items.size(), [&](size_t i) { Write(value.items[i]); });
        break;
      case Value::Kind::kMap:
        Enclose('{', '}', value.members.size(), [&](size_t i) {
          out_ += Quoted(value.members[i].key) + (style_.blank ? ": " : ":");
          Write(value.members[i].value);
        });
        break;
    }
  }

  std::string Take() { return std::move(out_) + (style_.newline ? "\n" : ""); }

 private:
  template <typename Each>
  void Enclose(char open, char close, size_t count, const Each& each) {
    out_ += open;
    ++depth_;
    for (size_t i = 0; i < count; ++i) {
      if (i > 0) out_ += ',';
      NewLine();
      each(i);
    }
    --depth_;
    if (count > 0) NewLine();
    out_ += close;
  }

  void NewLine() {
    if (style_.indent.empty()) return;
    out_ += '\n';
    for (int i = 0; i < depth_; ++i) out_ += style_.indent;
  }

  const JsonStyle& style_;
  int depth_ = 0;
  std::string out_;
};

}  // namespace

JsonStyle StyleOfJson(const std::string& text) {
  JsonStyle style;
  const size_t open = text.find_first_of("{[");
  if (open == std::string::npos) return style;
  const size_t next = text.find_first_not_of(" \t\r\n", open + 1);
  if (next == std::string::npos) return style;
  const size_t line = text.rfind('\n', next);
  const bool one_line = line == std::string::npos || line < open;
  style.indent = one_line ? "" : text.substr(line + 1, next - line - 1);
  const size_t colon = text.find("\":");
  style.blank =
      colon == std::string::npos ? !one_line : colon + 2 < text.size() && text[colon + 2] == ' ';
  style.newline = text.ends_with('\n');
  return style;
}

Result<Value> ReadJson(const std::string& text) {
  constexpr JsonRules kRules{kMaxDepth, JsonRules::EqualKeys::kFault, true, false};
  std::string_view bare = text;
  if (bare.starts_with(kByteOrderMark)) bare.remove_prefix(kByteOrderMark.size());
  JsonValue json;
  JsonFault fault;
  if (!paisql::ReadJson(bare, kRules, json, fault)) {
    return Refusal(WhyNot(fault), JsonLines(bare).RangeOf(fault.place));
  }
  if (!IsValidUtf8(bare)) return Refusal("this is not UTF-8", {0, 0, 1, 1});
  if (CountOf(json) > kMaxValues) return Refusal("the file has too many values", {0, 0, 1, 1});
  return Converter(bare).Convert(json);
}

std::string WriteJson(const Value& value, const JsonStyle& style) {
  Writer writer(style);
  writer.Write(value);
  return writer.Take();
}

}  // namespace paisql::nodes
