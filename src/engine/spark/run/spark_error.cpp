#include "engine/spark/run/spark_error.h"

#include <nlohmann/json.hpp>
#include <string_view>

namespace paisql::engine::spark {
namespace {

using Kind = FailureOrigin::Kind;

// Spark's class of an error (error-conditions.json of Spark; src/python/paisql/spark/told_errors.py
// for those of Sail), and what it is on the platform.
struct SparkClass {
  std::string_view name;
  ErrorCode code;
  std::string_view words;
  std::string_view hint;
  FailureOrigin::Kind raised_by;
  std::string_view function;
};

constexpr SparkClass kClasses[] = {
    {"SCALAR_SUBQUERY_TOO_MANY_ROWS", ErrorCode::kSubqueryRows,
     "Data Set should contains exactly one row", "aggregate the subquery or limit it to one row",
     Kind::kSubquery, ""},
    {"ARITHMETIC_OVERFLOW", ErrorCode::kDataOverflow, "a number is out of the range of its type",
     "", Kind::kAnyFunction, ""},
    {"CAST_OVERFLOW", ErrorCode::kDataOverflow, "a number is out of the range of its type", "",
     Kind::kAnyFunction, ""},
    {"NUMERIC_VALUE_OUT_OF_RANGE", ErrorCode::kDataOverflow,
     "a number is out of the range of its type", "", Kind::kAnyFunction, ""},
    {"DUPLICATED_MAP_KEY", ErrorCode::kRuntimeArguments, "a key of a MAP comes twice", "",
     Kind::kFunction, "map"},
    {"NULL_MAP_KEY", ErrorCode::kRuntimeArguments, "a key is NULL", "", Kind::kFunction, "map"},
    {"OPERATION_CANCELED", ErrorCode::kInstanceCancelled, "the statement was interrupted", "",
     Kind::kUnknown, ""},
};

// "CAST_OVERFLOW" of "CAST_OVERFLOW.WITH_SUGGESTION".
std::string_view MainClass(std::string_view name) { return name.substr(0, name.find('.')); }

// EXPLODE makes its rows one by one on one machine only.
void NameArrays(Error& error) {
  constexpr std::string_view kCure = ": explode(sequence(a, b)) makes its rows";
  const size_t at = error.detail.find(kCure);
  if (error.code != ErrorCode::kOutOfMemory || at == std::string::npos) return;
  error.detail.resize(at);
  error.detail += " on Spark, where EXPLODE has its array as a whole";
  error.hint = "SET paisql.engine=duckdb";
}

}  // namespace

bool EndsClient(const workers::Frame& frame) {
  const nlohmann::json told = nlohmann::json::parse(frame.text, nullptr, false);
  return told.is_object() && told.contains("ends");
}

Failure ReadSparkError(const workers::Frame& frame) {
  if (std::optional<Failure> failure = FailureFromJson(frame.text)) {
    NameArrays(failure->error);
    return *std::move(failure);
  }
  const nlohmann::json told = nlohmann::json::parse(frame.text, nullptr, false);
  if (!told.is_object()) return {{ErrorCode::kEnvironment, frame.text, {}, ""}, {}};
  const std::string name = told.value("class", "");
  for (const SparkClass& row : kClasses) {
    if (row.name != MainClass(name)) continue;
    return {{row.code, std::string(row.words), {}, std::string(row.hint)},
            {row.raised_by, std::string(row.function)}};
  }
  constexpr std::string_view kCure =
      "SET paisql.engine=duckdb; PAISQL_SPARK_LOG=FILE collects what Spark's client says";
  return {{ErrorCode::kScript, told.value("message", ""), {}, std::string(kCure)}, {}};
}

}  // namespace paisql::engine::spark
