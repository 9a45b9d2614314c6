#pragma once

// One constant of a plain type, as literals, VALUES rows and folded constants need it. Rows of
// tables never pass through Values: they stay columns inside an engine.

#include <cstdint>
#include <string>
#include <variant>

#include "types/data_type.h"

namespace paisql {

// The alternative of the variant that each type has:
//   kVoid or NULL of any type      std::monostate
//   kBoolean                       bool
//   kTinyint .. kBigint            int64_t
//   kFloat, kDouble                double
//   every other plain type         std::string in canonical text:
//     DECIMAL "12.50", DATE "2024-02-29", TIMESTAMP "…[.123456789]"
//     DATETIME "2024-02-29 08:00:00[.123]", wall clock of the session's zone
//     BINARY the bytes, text types the UTF-8 text
//     INTERVAL_YEAR_MONTH months, INTERVAL_DAY_TIME "seconds.nanos"
struct Value {
  DataType type;
  std::variant<std::monostate, bool, int64_t, double, std::string> data;

  bool is_null() const { return data.index() == 0; }
  bool as_bool() const { return std::get<bool>(data); }
  int64_t as_int() const { return std::get<int64_t>(data); }
  double as_double() const { return std::get<double>(data); }
  const std::string& as_text() const { return std::get<std::string>(data); }

  static Value Null(DataType type = TypeId::kVoid) { return {std::move(type), std::monostate{}}; }
  static Value Boolean(bool v) { return {TypeId::kBoolean, v}; }
  static Value Int(int64_t v) { return {TypeId::kInt, v}; }
  static Value Bigint(int64_t v) { return {TypeId::kBigint, v}; }
  static Value Double(double v) { return {TypeId::kDouble, v}; }
  static Value String(std::string v) { return {TypeId::kString, std::move(v)}; }

  friend bool operator==(const Value& left, const Value& right) = default;
};

}  // namespace paisql
