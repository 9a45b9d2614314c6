#pragma once

// The one place that says which type converts to which, how, and with what error, by the platform's
// page "Type conversions". Comparison, arithmetic, CASE, IN, UNION, COALESCE, INSERT and function
// arguments all ask here.

#include <optional>

#include "types/data_type.h"

namespace paisql {

// Decides the result of an operator, a conversion or a function for a value that it cannot take
// (1/0, an integer that overflows, SQRT(-1), CAST('x' AS BIGINT)), by the platform's page on the
// differences between its normal and its Hive-compatible mode.
enum class EvaluationMode {
  kNormal,  // NULL
  kStrict,  // an error: odps.function.strictmode=true
  kHive,    // Hive's silent value, NULL, NaN, Infinity, '' or a wrapped integer
};

// The settings under which conversions are judged; docs/sql.md, "Types" and "Modes".
struct TypeMode {
  bool odps2 = true;             // odps.sql.type.system.odps2
  bool decimal_odps2 = true;     // odps.sql.decimal.odps2
  bool hive_compatible = false;  // odps.sql.hive.compatible
  bool strict = false;           // odps.function.strictmode; without effect in Hive mode
  bool json = true;              // odps.sql.type.json.enable: the type JSON exists
  // odps.sql.decimal2.extended.scale.enable: the scale of a DECIMAL may be as large as its
  // precision
  bool extended_scale = false;

  EvaluationMode evaluation() const {
    if (hive_compatible) return EvaluationMode::kHive;
    return strict ? EvaluationMode::kStrict : EvaluationMode::kNormal;
  }

  int max_decimal_scale() const { return extended_scale ? kMaxDecimalPrecision : kMaxDecimalScale; }
};

enum class ConversionKind {
  kNone,      // not even by CAST
  kSame,      // equal types
  kImplicit,  // happens by itself where the context asks for it
  kExplicit,  // CAST only
};

ConversionKind Conversion(const DataType& from, const DataType& to, const TypeMode& mode);

// True for an implicit conversion that may lose data and deserves the platform's warning (STRING to
// DOUBLE).
bool ConversionLosesData(const DataType& from, const DataType& to);

// The type in which two operands of = <> < <= > >= IN BETWEEN meet; nullopt when they do not
// compare.
std::optional<DataType> ComparisonType(const DataType& left, const DataType& right,
                                       const TypeMode& mode);

// The type of `left op right` for op one of + - * / %; nullopt when the operator does not apply.
// Both operands convert to it, save where it is a DECIMAL: then each operand keeps its own
// precision and scale, and the overload of the operator says what a number of another kind becomes.
// `/` gives DOUBLE for every pair but DECIMAL ones; `DIV` is integral.
std::optional<DataType> ArithmeticType(char op, const DataType& left, const DataType& right,
                                       const TypeMode& mode);

// The type of `left op right` for op + or - with an INTERVAL among the operands; nullopt when the
// operator does not apply. A DATE with an INTERVAL of days and seconds becomes the DATETIME of its
// midnight.
std::optional<DataType> TimeArithmeticType(char op, const DataType& left, const DataType& right);

// True for types whose values = compares, so that they can be grouped, sorted and made distinct:
// every type without a MAP or JSON in it.
bool IsComparable(const DataType& type);

// The common type of CASE branches, COALESCE, UNION and VALUES columns; nullopt when there is none.
std::optional<DataType> CommonType(const DataType& left, const DataType& right,
                                   const TypeMode& mode);

}  // namespace paisql
