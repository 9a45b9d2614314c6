#include "engine/spark/print/spark_cast.h"

#include <fmt/format.h>

#include "engine/spark/print/spark_text.h"
#include "types/decimal_rules.h"

namespace paisql::engine::spark {
namespace {

// Digits of a DECIMAL that a DOUBLE holds exactly: so many divided by a power of ten round once.
constexpr int kDoubleDigits = 15;

bool IsPlainText(const DataType& type) {
  return type.id() == TypeId::kString || type.id() == TypeId::kVarchar;
}

// The texts of numbers have another order than these: Sail, which takes a cast for a function that
// keeps the order, would fail by the statistics of a file. It knows nothing of other functions.
std::optional<std::string> ToText(const DataType& from, const DataType& to, bool sail) {
  std::string text;
  if (IsPlainText(from)) {
    text = "$1";
  } else if (from.id() == TypeId::kChar) {
    text = "rtrim($1)";  // the blanks that pad a CHAR do not belong to its text
  } else if (from.IsInteger()) {
    text = sail ? "trim(CAST($1 AS STRING))" : "CAST($1 AS STRING)";
  } else if (from.id() == TypeId::kBoolean || from.id() == TypeId::kDate) {
    text = "CAST($1 AS STRING)";
  } else {
    return std::nullopt;
  }
  if (to.id() == TypeId::kString) return text;
  if (to.id() == TypeId::kVarchar) return fmt::format("substring({}, 1, {})", text, to.length());
  if (to.id() == TypeId::kChar) return fmt::format("rpad({}, {}, ' ')", text, to.length());
  return std::nullopt;
}

std::optional<std::string> Tried(const std::string& type, EvaluationMode mode, bool exact) {
  if (exact) return "CAST($1 AS " + type + ")";
  if (mode != EvaluationMode::kNormal) return std::nullopt;
  return "TRY_CAST($1 AS " + type + ")";
}

std::optional<std::string> ToDecimal(const DataType& from, const DataType& to,
                                     const std::string& type, EvaluationMode mode) {
  if (!from.IsInteger() && from.id() != TypeId::kDecimal) return std::nullopt;
  const DataType digits = AsDecimal(from);
  const int room = (to.precision() - to.scale()) - (digits.precision() - digits.scale());
  return Tried(type, mode, room > 0 || (room == 0 && to.scale() >= digits.scale()));
}

}  // namespace

std::optional<std::string> CastText(const DataType& from, const DataType& to, EvaluationMode mode,
                                    bool sail) {
  if (from == to) return "$1";
  if (to.IsText()) return ToText(from, to, sail);
  const std::optional<std::string> type = TypeText(to);
  if (!type) return std::nullopt;
  if (to.id() == TypeId::kBoolean && (from.IsInteger() || from.id() == TypeId::kDecimal)) {
    return "($1 <> CAST(0 AS " + TypeText(from).value_or("INT") + "))";
  }
  if (from.id() == TypeId::kBoolean && to.IsInteger()) return "CAST($1 AS " + *type + ")";
  if (to.id() == TypeId::kDecimal) return ToDecimal(from, to, *type, mode);
  if (from.IsInteger() && to.IsInteger()) return Tried(*type, mode, from.id() < to.id());
  // Sail rounds where the platform cuts the fraction off.
  if (from.id() == TypeId::kDecimal && to.IsInteger() && !sail) return Tried(*type, mode, false);
  if (to.id() != TypeId::kDouble) return std::nullopt;
  const bool exact = from.IsInteger() || from.id() == TypeId::kFloat ||
                     (from.id() == TypeId::kDecimal && from.precision() <= kDoubleDigits);
  return exact ? std::optional("CAST($1 AS DOUBLE)") : std::nullopt;
}

}  // namespace paisql::engine::spark
