#include "engine/spark/spelling/rows/spark_rows.h"

namespace paisql::engine::spark {
namespace {

// In normal mode an answer that does not exist is NULL; strict mode's error has the operands in its
// words, and Hive's integers wrap: those are kernels.
constexpr std::string_view kFinite[] = {
    "nullif(nullif(nullif($1 + $2, CAST('Infinity' AS DOUBLE)), CAST('-Infinity' AS DOUBLE)), "
    "CAST('NaN' AS DOUBLE))",
    "nullif(nullif(nullif($1 - $2, CAST('Infinity' AS DOUBLE)), CAST('-Infinity' AS DOUBLE)), "
    "CAST('NaN' AS DOUBLE))",
    "nullif(nullif(nullif($1 * $2, CAST('Infinity' AS DOUBLE)), CAST('-Infinity' AS DOUBLE)), "
    "CAST('NaN' AS DOUBLE))",
    "nullif(nullif(nullif(try_divide($1, $2), CAST('Infinity' AS DOUBLE)), CAST('-Infinity' AS "
    "DOUBLE)), CAST('NaN' AS DOUBLE))",
};

constexpr std::string_view kWholeQuotient =
    "TRY_CAST(CAST($1 AS BIGINT) DIV nullif(CAST($2 AS BIGINT), CAST(0 AS BIGINT)) AS $type)";

constexpr SparkSpelling kArithmeticTexts[] = {
    {"+", "(TINYINT, TINYINT) -> TINYINT", "try_add($1, $2)", kNormalCalls, {}, true},
    {"+", "(SMALLINT, SMALLINT) -> SMALLINT", "try_add($1, $2)", kNormalCalls, {}, true},
    {"+", "(INT, INT) -> INT", "try_add($1, $2)", kNormalCalls},
    {"+", "(BIGINT, BIGINT) -> BIGINT", "try_add($1, $2)", kNormalCalls},
    {"+", "(DOUBLE, DOUBLE) -> DOUBLE", kFinite[0], kNormalCalls, {}, true},
    {"+", "(DECIMAL, DECIMAL) -> DECIMAL", "$decimal($1 + $2)"},
    {"-", "(TINYINT, TINYINT) -> TINYINT", "try_subtract($1, $2)", kNormalCalls, {}, true},
    {"-", "(SMALLINT, SMALLINT) -> SMALLINT", "try_subtract($1, $2)", kNormalCalls, {}, true},
    {"-", "(INT, INT) -> INT", "try_subtract($1, $2)", kNormalCalls},
    {"-", "(BIGINT, BIGINT) -> BIGINT", "try_subtract($1, $2)", kNormalCalls},
    {"-", "(DOUBLE, DOUBLE) -> DOUBLE", kFinite[1], kNormalCalls, {}, true},
    {"-", "(DECIMAL, DECIMAL) -> DECIMAL", "$decimal($1 - $2)"},
    {"*", "(TINYINT, TINYINT) -> TINYINT", "try_multiply($1, $2)", kNormalCalls, {}, true},
    {"*", "(SMALLINT, SMALLINT) -> SMALLINT", "try_multiply($1, $2)", kNormalCalls, {}, true},
    {"*", "(INT, INT) -> INT", "try_multiply($1, $2)", kNormalCalls},
    {"*", "(BIGINT, BIGINT) -> BIGINT", "try_multiply($1, $2)", kNormalCalls},
    {"*", "(DOUBLE, DOUBLE) -> DOUBLE", kFinite[2], kNormalCalls, {}, true},
    {"*", "(DECIMAL, DECIMAL) -> DECIMAL", "$decimal($1 * $2)"},
    {"/", "(DOUBLE, DOUBLE) -> DOUBLE", kFinite[3], kNormalCalls, {}, true},
    {"/", "(DECIMAL, DECIMAL) -> DECIMAL", "$decimal($1 / $2)"},
    {"divide_whole", "(DOUBLE, DOUBLE) -> DOUBLE", kFinite[3], kNormalCalls, {}, true},
    {"%", "(INT, INT) -> INT", "try_mod($1, $2)", kNormalCalls, {}, true},
    {"%", "(BIGINT, BIGINT) -> BIGINT", "try_mod($1, $2)", kNormalCalls, {}, true},
    {"div", "(INT, INT) -> INT", kWholeQuotient, kNormalCalls},
    {"negate", "(INT) -> INT", "try_subtract(CAST(0 AS INT), $1)", kNormalCalls},
    {"negate", "(BIGINT) -> BIGINT", "try_subtract(CAST(0 AS BIGINT), $1)", kNormalCalls},
    {"negate", "(DOUBLE) -> DOUBLE", "(- $1)"},
    {"negate", "(DECIMAL) -> DECIMAL", "(- $1)", kAllCalls, {}, false, false, SignFits},
    {"bit_and", "(INT, INT) -> INT", "($1 & $2)"},
    {"bit_or", "(INT, INT) -> INT", "($1 | $2)"},
    {"bit_xor", "(INT, INT) -> INT", "($1 ^ $2)"},
    {"bit_not", "(INT) -> INT", "(~ $1)"},
};

}  // namespace

constinit const std::span<const SparkSpelling> kArithmeticRows = kArithmeticTexts;

}  // namespace paisql::engine::spark
