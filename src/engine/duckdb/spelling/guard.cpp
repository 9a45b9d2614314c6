// The text of a call whose arguments its function cannot take.

#include <cctype>

#include "base/assert.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/spelling/spelling.h"

namespace paisql::engine {
namespace {

using functions::Guard;
using functions::Instead;

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

std::string_view InsteadText(Instead instead) {
  switch (instead) {
    case Instead::kNull:
      return "NULL";
    case Instead::kEmptyText:
      return "''";
    case Instead::kFirstArgument:
      return "$1";
    case Instead::kNearestBigint:
      return "CASE WHEN isnan(CAST($1 AS DOUBLE)) THEN 0 WHEN $1 > 0 THEN 9223372036854775807 "
             "ELSE CAST(-9223372036854775808 AS BIGINT) END";
    case Instead::kInfinity:
      return "CAST('infinity' AS DOUBLE)";
    case Instead::kNan:
      return "CAST('nan' AS DOUBLE)";
  }
  PAISQL_UNREACHABLE("a value without a text");
}

// 'CODE|in function f, ' || $2 || ' is not a number': the form that errors.cpp reads.
std::string ErrorText(const Guard& guard) {
  std::string plain = std::string(ErrorCodeName(guard.code)) + "|";
  std::string text = "error(";
  for (size_t at = 0; at < guard.message.size(); ++at) {
    if (guard.message[at] != '$') {
      plain += guard.message[at];
      continue;
    }
    text += QuoteText(plain) + " || $";
    plain.clear();
    while (at + 1 < guard.message.size() &&
           std::isdigit(static_cast<unsigned char>(guard.message[at + 1])) != 0) {
      text += guard.message[++at];
    }
    if (at + 1 < guard.message.size()) text += " || ";
  }
  if (!plain.empty()) text += QuoteText(plain);
  return text + ")";
}

std::string Outcome(const Guard& guard, EvaluationMode mode) {
  if (mode == EvaluationMode::kHive) return std::string(InsteadText(guard.hive));
  if (mode == EvaluationMode::kStrict || guard.refuses) return ErrorText(guard);
  return std::string(InsteadText(guard.normal));
}

}  // namespace

std::string GuardedText(const Spelling& spelling, const functions::Overload& overload,
                        EvaluationMode mode) {
  std::string text(spelling.text);
  if (overload.guard != nullptr) {
    text = "CASE WHEN " + std::string(spelling.extra.bad) + " THEN " +
           Outcome(*overload.guard, mode) + " ELSE " + text + " END";
  }
  constexpr std::string_view kMode = "$mode";
  for (size_t at = text.find(kMode); at != std::string::npos; at = text.find(kMode, at)) {
    text.replace(at, kMode.size(), ModeWord(mode));
  }
  return text;
}

}  // namespace paisql::engine
