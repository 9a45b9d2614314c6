#include <limits>

#include "engine/spark/spelling/rows/spark_rows.h"

namespace paisql::engine::spark {
namespace {

// Letters of many languages become others in UPPER and LOWER, and REVERSE keeps accents with their
// letters here: those are kernels.

bool IsPlace(const plan::Expression& argument, int64_t least) {
  const std::optional<int64_t> number = ConstantBigint(argument);
  return number && *number >= least && *number <= std::numeric_limits<int32_t>::max();
}

bool BeginsInText(const std::vector<plan::ExpressionPtr>& arguments) {
  return IsPlace(*arguments[1], 1) && (arguments.size() < 3 || IsPlace(*arguments[2], 0));
}

constexpr SparkSpelling kStringTexts[] = {
    {"concat", "(STRING) -> STRING", "$1"},
    {"concat", "(STRING, STRING) -> STRING", "concat($*)"},
    {"concat", "(STRING, STRING, STRING) -> STRING", "concat($*)"},
    {"concat", "(STRING, STRING, STRING, STRING) -> STRING", "concat($*)"},
    {"concat", "(STRING, STRING, STRING, STRING, STRING) -> STRING", "concat($*)"},
    {"length", "(STRING) -> BIGINT", "CAST(char_length($1) AS BIGINT)"},
    {"length", "(STRING) -> INT", "char_length($1)"},
    {"lengthb", "(STRING) -> BIGINT", "CAST(octet_length($1) AS BIGINT)"},
    {"lengthb", "(STRING) -> INT", "octet_length($1)"},
    {.function = "substr",
     .signature = "(STRING, BIGINT) -> STRING",
     .text = "substring($1, CAST($2 AS INT))",
     .only = BeginsInText},
    {.function = "substr",
     .signature = "(STRING, BIGINT, BIGINT) -> STRING",
     .text = "substring($1, CAST($2 AS INT), CAST($3 AS INT))",
     .only = BeginsInText},
    {"instr", "(STRING, STRING) -> BIGINT", "CAST(instr($1, $2) AS BIGINT)"},
    {"instr", "(STRING, STRING) -> INT", "instr($1, $2)"},
    {"locate", "(STRING, STRING) -> BIGINT", "CAST(instr($2, $1) AS BIGINT)"},
};

}  // namespace

constinit const std::span<const SparkSpelling> kStringRows = kStringTexts;

}  // namespace paisql::engine::spark
