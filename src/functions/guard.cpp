#include "base/assert.h"
#include "functions/function.h"

namespace paisql::functions {
namespace {

std::string_view ModeWord(EvaluationMode mode) {
  switch (mode) {
    case EvaluationMode::kNormal:
      return "null";
    case EvaluationMode::kStrict:
      return "error";
    case EvaluationMode::kHive:
      return "hive";
  }
  PAISQL_UNREACHABLE("an evaluation mode without a word");
}

std::string Outcome(const Guard& guard, EvaluationMode mode) {
  switch (mode) {
    case EvaluationMode::kNormal:
      if (!guard.refuses) return std::string(guard.normal);
      [[fallthrough]];
    case EvaluationMode::kStrict:
      return "error('" + std::string(ErrorCodeName(guard.code)) + "|' || " +
             std::string(guard.message) + ")";
    case EvaluationMode::kHive:
      return std::string(guard.hive);
  }
  PAISQL_UNREACHABLE("an evaluation mode without an outcome");
}

}  // namespace

std::string GuardedTemplate(const Overload& overload, EvaluationMode mode) {
  std::string text(overload.duckdb);
  if (overload.guard != nullptr) {
    text = "CASE WHEN " + std::string(overload.guard->bad) + " THEN " +
           Outcome(*overload.guard, mode) + " ELSE " + text + " END";
  }
  constexpr std::string_view kMode = "$mode";
  for (size_t at = text.find(kMode); at != std::string::npos; at = text.find(kMode, at)) {
    text.replace(at, kMode.size(), ModeWord(mode));
  }
  return text;
}

}  // namespace paisql::functions
