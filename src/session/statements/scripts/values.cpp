#include "session/statements/scripts/values.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "base/text.h"

namespace paisql::session {

namespace {

template <typename T>
std::optional<T> Number(const std::string& text) {
  T value{};
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Value> Floating(const std::string& text, const DataType& type) {
  if (text == "NaN") return Value{type, std::numeric_limits<double>::quiet_NaN()};
  const bool negative = text.starts_with('-');
  if (text.substr(negative ? 1 : 0) == "Infinity") {
    const double value = std::numeric_limits<double>::infinity();
    return Value{type, negative ? -value : value};
  }
  const std::optional<double> value = Number<double>(text);
  if (!value) return std::nullopt;
  return Value{type, *value};
}

}  // namespace

std::optional<Value> ValueOfText(const std::string& text, const DataType& type) {
  switch (type.id()) {
    case TypeId::kBoolean:
      return Value{type, text == "true"};
    case TypeId::kTinyint:
    case TypeId::kSmallint:
    case TypeId::kInt:
    case TypeId::kBigint: {
      const std::optional<int64_t> value = Number<int64_t>(text);
      if (!value) return std::nullopt;
      return Value{type, *value};
    }
    case TypeId::kFloat:
    case TypeId::kDouble:
      return Floating(text, type);
    case TypeId::kDecimal:
    case TypeId::kDate:
    case TypeId::kDatetime:
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      return Value{type, text};
    default:
      if (type.IsText()) return Value{type, text};
      return std::nullopt;
  }
}

std::optional<Value> AnyValue(const DataType& type) {
  switch (type.id()) {
    case TypeId::kBoolean:
      return Value{type, true};
    case TypeId::kDate:
      return Value{type, std::string("2000-01-01")};
    case TypeId::kDatetime:
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      return Value{type, std::string("2000-01-01 00:00:00")};
    default:
      return ValueOfText("1", type);
  }
}

}  // namespace paisql::session
