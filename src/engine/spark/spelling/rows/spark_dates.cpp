#include "base/text.h"
#include "engine/spark/spelling/rows/spark_rows.h"

namespace paisql::engine::spark {
namespace {

// Fields of a DATETIME depend on the session's zone, so they are kernels.

// So many days lead from no day beyond what Spark's DATE holds.
bool AddsFewDays(const std::vector<plan::ExpressionPtr>& arguments) {
  constexpr int64_t kMost = 3'652'058;  // of the calendar
  const std::optional<int64_t> days = ConstantBigint(*arguments[1]);
  return days && *days >= -kMost && *days <= kMost;
}

bool IsDay(const plan::Expression& part) {
  if (part.kind != plan::ExpressionKind::kConstant) return false;
  const Value& value = plan::As<plan::Constant>(part).value;
  if (value.is_null() || !value.type.IsText()) return false;
  const std::string name = ToLower(value.as_text());
  return name == "dd" || name == "day";
}

bool AddsFewWholeDays(const std::vector<plan::ExpressionPtr>& arguments) {
  return AddsFewDays(arguments) && IsDay(*arguments[2]);
}

bool CountsDays(const std::vector<plan::ExpressionPtr>& arguments) { return IsDay(*arguments[2]); }

constexpr std::string_view kLater =
    "(CASE WHEN date_add($1, CAST($2 AS INT)) BETWEEN DATE '0001-01-01' AND DATE '9999-12-31' THEN "
    "date_add($1, CAST($2 AS INT)) END)";

constexpr SparkSpelling DaysLater(std::string_view function, std::string_view signature,
                                  SpellingTest only) {
  return {function, signature, kLater, kNormalCalls, {}, false, true, only};
}

constexpr SparkSpelling kDateTexts[] = {
    {"year", "(DATE) -> INT", "year($1)"},
    {"quarter", "(DATE) -> INT", "quarter($1)"},
    {"month", "(DATE) -> INT", "month($1)"},
    {"day", "(DATE) -> INT", "day($1)"},
    {"dayofweek", "(DATE) -> INT", "dayofweek($1)"},
    {"dayofyear", "(DATE) -> INT", "dayofyear($1)"},
    {"datediff", "(DATE, DATE) -> BIGINT", "CAST(datediff($1, $2) AS BIGINT)"},
    {.function = "datediff",
     .signature = "(DATE, DATE, const STRING) -> BIGINT",
     .text = "CAST(datediff($1, $2) AS BIGINT)",
     .only = CountsDays},
    {"last_day", "(DATE) -> STRING", "CAST(last_day($1) AS STRING)"},
    DaysLater("date_add", "(DATE, BIGINT) -> DATE", AddsFewDays),
    DaysLater("dateadd", "(DATE, BIGINT, const STRING) -> DATE", AddsFewWholeDays),
};

}  // namespace

constinit const std::span<const SparkSpelling> kDateRows = kDateTexts;

}  // namespace paisql::engine::spark
