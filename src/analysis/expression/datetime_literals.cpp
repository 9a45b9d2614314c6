// Typed literals as values; part of analysis/expression/constants.h.

#include <fmt/format.h>

#include "analysis/expression/constants.h"
#include "types/json/json_value.h"
#include "types/time/time_text.h"

namespace paisql::analysis {

Result<Value> TypedLiteralValue(const syntax::TypedLiteral& literal) {
  const DataType type(literal.type);
  std::string text = literal.text;
  bool valid = true;
  switch (literal.type) {
    case TypeId::kDate:
      valid = ReadDate(text).has_value();
      break;
    case TypeId::kDatetime:
      valid = ReadTime(text, kDatetimeLiteralForm).has_value();
      break;
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      // The time of day may be left out.
      if (ReadDate(text)) text += " 00:00:00";
      valid = ReadTime(text, kTimestampForm).has_value();
      break;
    case TypeId::kJson: {
      Result<std::string> canonical = CanonicalJson(literal.text);
      if (canonical.ok()) return Value{type, *std::move(canonical)};
      return Error{ErrorCode::kSemantic, canonical.error().detail, literal.range, ""};
    }
    default:
      return Value{type, text};
  }
  if (valid) return Value{type, text};
  const bool date = literal.type == TypeId::kDate;
  return Error{ErrorCode::kInvalidDatetime,
               fmt::format("'{}' is not a valid {}, the format must be {}", literal.text,
                           type.ToString(), date ? "yyyy-mm-dd" : "yyyy-mm-dd hh:mi:ss"),
               literal.range, ""};
}

}  // namespace paisql::analysis
