#include "engine/spark/print/spark_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/text.h"

namespace paisql::engine::spark {

std::string NameOf(plan::ColumnId id) { return "c" + std::to_string(id); }

std::string NamesOf(const std::vector<plan::OutputColumn>& columns) {
  std::vector<std::string> names;
  for (const plan::OutputColumn& column : columns) names.push_back(NameOf(column.id));
  return names.empty() ? "1" : Join(names, ", ");
}

std::string DirectionOf(const plan::SortKey& key) {
  return std::string(key.descending ? " DESC" : " ASC") +
         (key.nulls_first ? " NULLS FIRST" : " NULLS LAST");
}

std::string QuoteName(std::string_view name) {
  std::string quoted = "`";
  for (const char c : name) {
    if (c == '`') quoted += '`';
    quoted += c;
  }
  return quoted + "`";
}

namespace {

std::string JoinByHalves(const std::vector<std::string>& parts, std::string_view word, size_t begin,
                         size_t end) {
  if (end - begin == 1) return parts[begin];
  const size_t middle = begin + (end - begin) / 2;
  return "(" + JoinByHalves(parts, word, begin, middle) + std::string(word) +
         JoinByHalves(parts, word, middle, end) + ")";
}

}  // namespace

std::string JoinByHalves(const std::vector<std::string>& parts, std::string_view word) {
  return JoinByHalves(parts, word, 0, parts.size());
}

std::string QuoteText(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\\' || c == '\'') quoted += '\\';
    if (c == '\0') {
      quoted += "\\u0000";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::optional<std::string> TypeText(const DataType& type) {
  switch (type.id()) {
    case TypeId::kBoolean:
      return "BOOLEAN";
    case TypeId::kTinyint:
      return "TINYINT";
    case TypeId::kSmallint:
      return "SMALLINT";
    case TypeId::kInt:
    case TypeId::kIntervalYearMonth:
      return "INT";
    case TypeId::kBigint:
    case TypeId::kIntervalDayTime:
      return "BIGINT";
    case TypeId::kFloat:
      return "FLOAT";
    case TypeId::kDouble:
      return "DOUBLE";
    case TypeId::kDecimal:
      return fmt::format("DECIMAL({},{})", type.precision(), type.scale());
    case TypeId::kVoid:
    case TypeId::kString:
    case TypeId::kVarchar:
    case TypeId::kChar:
    case TypeId::kJson:
      return "STRING";
    case TypeId::kBinary:
      return "BINARY";
    case TypeId::kDate:
      return "DATE";
    case TypeId::kDatetime:
      return "TIMESTAMP";
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      return "DECIMAL(21,9)";
    case TypeId::kUnknown:
      return std::nullopt;
    case TypeId::kArray: {
      const std::optional<std::string> element = TypeText(type.element());
      if (!element) return std::nullopt;
      return "ARRAY<" + *element + ">";
    }
    case TypeId::kMap: {
      const std::optional<std::string> key = TypeText(type.key());
      const std::optional<std::string> value = TypeText(type.value());
      if (!key || !value) return std::nullopt;
      return "MAP<" + *key + ", " + *value + ">";
    }
    case TypeId::kStruct: {
      std::vector<std::string> fields;
      for (size_t i = 0; i < type.fields().size(); ++i) {
        const std::optional<std::string> field = TypeText(type.fields()[i]);
        if (!field) return std::nullopt;
        fields.push_back(QuoteName(type.field_names()[i]) + ": " + *field);
      }
      return "STRUCT<" + Join(fields, ", ") + ">";
    }
  }
  PAISQL_UNREACHABLE("a type of unknown kind");
}

bool HasMap(const DataType& type) {
  if (type.id() == TypeId::kMap) return true;
  return type.IsNested() && std::any_of(type.fields().begin(), type.fields().end(), HasMap);
}

bool HasJson(const DataType& type) {
  if (type.id() == TypeId::kJson) return true;
  return type.IsNested() && std::any_of(type.fields().begin(), type.fields().end(), HasJson);
}

bool HasInstant(const DataType& type) {
  if (type.IsNested()) return std::any_of(type.fields().begin(), type.fields().end(), HasInstant);
  return type.id() == TypeId::kDatetime || type.id() == TypeId::kTimestamp;
}

std::optional<std::string> Literal(const Value& value) {
  const std::optional<std::string> type = TypeText(value.type);
  if (!type) return std::nullopt;
  if (value.is_null()) return "CAST(NULL AS " + *type + ")";
  switch (value.type.id()) {
    case TypeId::kBoolean:
      return value.as_bool() ? "true" : "false";
    case TypeId::kTinyint:
    case TypeId::kSmallint:
    case TypeId::kInt:
    case TypeId::kBigint:
      return fmt::format("CAST('{}' AS {})", value.as_int(), *type);
    case TypeId::kFloat:
    case TypeId::kDouble: {
      const double number = value.as_double();
      if (std::isnan(number)) return "CAST('NaN' AS " + *type + ")";
      if (std::isinf(number)) {
        return fmt::format("CAST('{}Infinity' AS {})", number < 0 ? "-" : "", *type);
      }
      return fmt::format("CAST('{}' AS {})", number, *type);
    }
    case TypeId::kDecimal:
    case TypeId::kDate:
      return "CAST(" + QuoteText(value.as_text()) + " AS " + *type + ")";
    case TypeId::kString:
    case TypeId::kVarchar:
      return QuoteText(value.as_text());
    default:
      return std::nullopt;
  }
}

}  // namespace paisql::engine::spark
