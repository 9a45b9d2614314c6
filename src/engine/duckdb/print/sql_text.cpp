#include "engine/duckdb/print/sql_text.h"

#include <cctype>
#include <charconv>

#include "engine/duckdb/values/timestamp_form.h"

namespace paisql::engine {
namespace {

bool IsWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

std::string ColumnName(plan::ColumnId id) { return "c" + std::to_string(id); }

void ForEachColumnName(std::string_view text,
                       const std::function<void(std::string_view, plan::ColumnId)>& visit) {
  bool quoted = false;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\'') quoted = !quoted;
    if (quoted || text[at] != 'c' || (at > 0 && IsWordCharacter(text[at - 1]))) continue;
    plan::ColumnId id = 0;
    const auto [end, failure] =
        std::from_chars(text.data() + at + 1, text.data() + text.size(), id);
    if (failure != std::errc()) continue;
    const auto size = static_cast<size_t>(end - text.data()) - at;
    const bool longer = at + size < text.size() && IsWordCharacter(text[at + size]);
    if (!longer) visit(text.substr(at, size), id);
    at += size - 1;
  }
}

std::string QuoteName(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + '"';
}

std::string QuoteText(std::string_view text) {
  std::string quoted;
  quoted.reserve(text.size() + 2);
  quoted += '\'';
  bool has_nul = false;
  for (const char c : text) {
    if (c == '\0') {
      quoted += "' || chr(0) || '";
      has_nul = true;
      continue;
    }
    if (c == '\'') quoted += '\'';
    quoted += c;
  }
  quoted += '\'';
  return has_nul ? "(" + quoted + ")" : quoted;
}

std::string QuotePath(std::string_view path) {
  std::string escaped;
  escaped.reserve(path.size());
  for (const char c : path) {
    if (c == '*' || c == '?' || c == '[') {
      escaped += '[';
      escaped += c;
      escaped += ']';
    } else {
      escaped += c;
    }
  }
  return QuoteText(escaped);
}

std::string TypeText(const DataType& type, TimeForm form) {
  switch (type.id()) {
    case TypeId::kVoid:
    case TypeId::kUnknown:
    case TypeId::kString:
    case TypeId::kVarchar:
    case TypeId::kChar:
      return "VARCHAR";
    case TypeId::kBoolean:
      return "BOOLEAN";
    case TypeId::kTinyint:
      return "TINYINT";
    case TypeId::kSmallint:
      return "SMALLINT";
    case TypeId::kInt:
      return "INTEGER";
    case TypeId::kBigint:
      return "BIGINT";
    case TypeId::kFloat:
      return "FLOAT";
    case TypeId::kDouble:
      return "DOUBLE";
    case TypeId::kDecimal:
      return "DECIMAL(" + std::to_string(type.precision()) + "," + std::to_string(type.scale()) +
             ")";
    case TypeId::kBinary:
      return "BLOB";
    case TypeId::kDate:
      return "DATE";
    case TypeId::kDatetime:
      return form == TimeForm::kStored ? "TIMESTAMPTZ" : "TIMESTAMP";
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      return std::string(timestamp::kType);
    case TypeId::kIntervalYearMonth:
    case TypeId::kIntervalDayTime:
      return "INTERVAL";
    case TypeId::kJson:
      return "JSON";
    case TypeId::kArray:
      return TypeText(type.element(), form) + "[]";
    case TypeId::kMap:
      return "MAP(" + TypeText(type.key(), form) + ", " + TypeText(type.value(), form) + ")";
    case TypeId::kStruct: {
      std::string text = "STRUCT(";
      for (size_t i = 0; i < type.fields().size(); ++i) {
        if (i > 0) text += ", ";
        text += QuoteName(type.field_names()[i]) + " " + TypeText(type.fields()[i], form);
      }
      return text + ")";
    }
  }
  PAISQL_UNREACHABLE("a type without a spelling");
}

std::string CastText(std::string_view operand, const DataType& type) {
  std::string text = "CAST(";
  text += operand;
  return text + " AS " + TypeText(type) + ")";
}

bool IsSelfContained(std::string_view text) {
  size_t at = 0;
  while (at < text.size() && IsWordCharacter(text[at])) ++at;
  if (at == text.size()) return at > 0;
  if (text[at] != '(') return false;
  int depth = 0;
  bool quoted = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\'') quoted = !quoted;
    if (quoted) continue;
    if (c == '(') ++depth;
    if (c == ')' && --depth == 0) return at + 1 == text.size();
  }
  return false;
}

}  // namespace paisql::engine
