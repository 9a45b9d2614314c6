#pragma once

// How Spark writes overloads of the function table, where it means exactly what the platform does:
// one row an overload, as in duckdb/spelling/spelling.h. An overload without a row runs as a kernel
// (engine/kernel/kernel.h), so a row is there to be fast, and a doubtful one is better left out.
//
// A text is an expression in which $1 $2 … are the arguments, $* all of them, $2* those from the
// second on, and $type the result's type. Aggregates and window functions are plain calls;
// DISTINCT, FILTER and OVER are put in by the printer. "sum($1) / count($1)" is the DECIMAL
// quotient of two such calls, "$decimal($1 * $2)" a product whose text depends on the types
// (print/spark_decimal.h), "$near($1 = $2)" a comparison of DOUBLEs (print/spark_near.h).
// An aggregate with a row skips the rows whose first argument is NULL.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "functions/function.h"
#include "plan/relation.h"

namespace paisql::engine::spark {

// The modes of a call (EvaluationMode) in which a row holds.
using CallModes = unsigned;
inline constexpr CallModes kNormalCalls = 1;
inline constexpr CallModes kStrictCalls = 2;
inline constexpr CallModes kHiveCalls = 4;
inline constexpr CallModes kAllCalls = kNormalCalls | kStrictCalls | kHiveCalls;

// Whether a row holds for the arguments of a call.
using SpellingTest = bool (*)(const std::vector<plan::ExpressionPtr>& arguments);

struct SparkSpelling {
  std::string_view function;  // by its first name
  std::string_view signature;
  std::string_view text;
  CallModes modes = kAllCalls;
  // Only for an aggregate: the expression around the complete call, which stands in it as $0.
  std::string_view finish = {};
  // Not for Sail, which says something else by the same words.
  bool spark_alone = false;
  // Not all arguments are computed for each row, or one stands in the text twice: so none of them
  // may be a kernel's, which Spark computes for all rows.
  bool lazy = false;
  SpellingTest only = nullptr;
};

// A function has several overloads of one signature where its modes differ: the row is for all.
std::vector<const functions::Overload*> SpelledOverloads(const functions::Function& function,
                                                         const SparkSpelling& row);

// nullptr where the call is a kernel's.
const SparkSpelling* FindSparkSpelling(const functions::Overload& overload, EvaluationMode mode,
                                       const std::vector<plan::ExpressionPtr>& arguments,
                                       bool sail);

// The template with its arguments.
std::string Expand(std::string_view text, const std::vector<std::string>& arguments,
                   const std::string& type, const std::string& call);

struct SparkSpellingTable {
  std::span<const SparkSpelling> rows;
  const functions::Function* (*find)(std::string_view name) = functions::FindFunction;
};
std::span<const SparkSpellingTable> SparkSpellingTables();

}  // namespace paisql::engine::spark
