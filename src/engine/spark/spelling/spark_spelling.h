#pragma once

// How Spark writes overloads of the function table, where it means exactly what the platform does:
// one row an overload, as in duckdb/spelling/spelling.h. An overload without a row runs as a kernel
// (engine/kernel/kernel.h), so a row is there to be fast, and a doubtful one is better left out.
//
// A text is an expression in which $1 $2 … are the arguments, $* all of them, $2* those from the
// second on, and $type the result's type. Aggregates and window functions are plain calls;
// DISTINCT, FILTER and OVER are put in by the printer.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "functions/function.h"

namespace paisql::engine::spark {

// The modes of a call (EvaluationMode) in which a row holds.
using CallModes = unsigned;
inline constexpr CallModes kNormalCalls = 1;
inline constexpr CallModes kStrictCalls = 2;
inline constexpr CallModes kHiveCalls = 4;
inline constexpr CallModes kAllCalls = kNormalCalls | kStrictCalls | kHiveCalls;

struct SparkSpelling {
  std::string_view function;  // by its first name
  std::string_view signature;
  std::string_view text;
  CallModes modes = kAllCalls;
  // Only for an aggregate: the expression around the complete call, which stands in it as $0.
  std::string_view finish = {};
  // Not for Sail, which says something else by the same words.
  bool spark_alone = false;
};

// nullptr where the call is a kernel's.
const SparkSpelling* FindSparkSpelling(const functions::Overload& overload, EvaluationMode mode,
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
