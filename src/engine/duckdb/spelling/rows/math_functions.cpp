#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

// NaN is the greatest number.
constexpr std::string_view kNoBigint =
    "$1 NOT BETWEEN CAST(-9223372036854775808 AS DOUBLE) AND CAST(9223372036854774784 AS DOUBLE)";
constexpr std::string_view kNoWholeCeil =
    "ceil($1) NOT BETWEEN -9223372036854775808 AND 9223372036854775807";
constexpr std::string_view kNoWholeFloor =
    "floor($1) NOT BETWEEN -9223372036854775808 AND 9223372036854775807";

constexpr Spelling kMathRows[] = {
    {"abs", "(INT) -> INT", "abs($1)", {.bad = "$1 = CAST(-2147483648 AS INTEGER)"}},
    {"abs", "(BIGINT) -> BIGINT", "abs($1)", {.bad = "$1 = CAST(-9223372036854775808 AS BIGINT)"}},
    {"abs", "(DOUBLE) -> DOUBLE", "abs($1)"},
    {"abs", "(DECIMAL) -> DECIMAL", "abs($1)"},
    {"ceil", "(BIGINT) -> BIGINT", "$1"},
    {"ceil", "(DOUBLE) -> BIGINT", "CAST(ceil($1) AS BIGINT)", {.bad = kNoBigint}},
    {"ceil", "(DECIMAL) -> BIGINT", "CAST(ceil($1) AS BIGINT)", {.bad = kNoWholeCeil}},
    {"ceil", "(DECIMAL) -> DECIMAL", "CAST(ceil($1) AS $type)"},
    {"floor", "(BIGINT) -> BIGINT", "$1"},
    {"floor", "(DOUBLE) -> BIGINT", "CAST(floor($1) AS BIGINT)", {.bad = kNoBigint}},
    {"floor", "(DECIMAL) -> BIGINT", "CAST(floor($1) AS BIGINT)", {.bad = kNoWholeFloor}},
    {"floor", "(DECIMAL) -> DECIMAL", "CAST(floor($1) AS $type)"},
    {"round", "(DOUBLE) -> DOUBLE", "round($1)"},
    {"round", "(DOUBLE, BIGINT) -> DOUBLE", "round($1, paisql_digits($2))"},
    {"round", "(DECIMAL) -> DECIMAL", "CAST(round($1) AS $type)"},
    {"round", "(DECIMAL, const BIGINT) -> DECIMAL", "CAST(round($1, paisql_digits($2)) AS $type)"},
    {"trunc", "(DOUBLE) -> DOUBLE", "trunc($1)"},
    {"trunc", "(DOUBLE, BIGINT) -> DOUBLE", "paisql_trunc($1, paisql_digits($2))"},
    {"trunc", "(DECIMAL) -> DECIMAL", "CAST(trunc($1) AS $type)"},
    {"trunc", "(DECIMAL, const BIGINT) -> DECIMAL", "CAST(trunc($1, paisql_digits($2)) AS $type)"},
    {"trunc", "(STRING, STRING) -> STRING",
     "paisql_trunc_date(CAST(paisql_text_time($1, 'null') AS DATE), $2)"},
    {"trunc", "(DATE, STRING) -> STRING", "paisql_trunc_date($1, $2)"},
    {"trunc", "(DATETIME, STRING) -> STRING", "paisql_trunc_date(CAST($1 AS DATE), $2)"},
    {"pow", "(DOUBLE, DOUBLE) -> DOUBLE", "paisql_pow_$mode($1, $2)"},
    {"sqrt", "(DOUBLE) -> DOUBLE", "sqrt($1)", {.bad = "$1 < 0"}},
    {"cbrt", "(DOUBLE) -> DOUBLE", "cbrt($1)"},
    {"exp", "(DOUBLE) -> DOUBLE", "exp($1)"},
    {"ln", "(DOUBLE) -> DOUBLE", "ln($1)", {.bad = "$1 <= 0"}},
    {"log",
     "(DOUBLE, DOUBLE) -> DOUBLE",
     "ln($2) / ln($1)",
     {.bad = "$1 <= 0 OR $1 = 1 OR $2 <= 0"}},
    {"log2", "(DOUBLE) -> DOUBLE", "ln($1) / ln(CAST(2 AS DOUBLE))", {.bad = "$1 <= 0"}},
    {"log10", "(DOUBLE) -> DOUBLE", "ln($1) / ln(CAST(10 AS DOUBLE))", {.bad = "$1 <= 0"}},
    {"sign", "(DOUBLE) -> DOUBLE", "CAST(sign($1) AS DOUBLE)"},
    {"sign", "(DECIMAL) -> DECIMAL", "CAST(sign($1) AS $type)"},
    {"sign", "(DOUBLE) -> INT", "CAST(sign($1) AS INTEGER)"},
    {"sign", "(DECIMAL) -> INT", "CAST(sign($1) AS INTEGER)"},
    {"factorial", "(BIGINT) -> BIGINT",
     "CASE WHEN $1 BETWEEN 0 AND 20 THEN CAST(factorial(CAST($1 AS INTEGER)) AS BIGINT) END"},
    {"negative", "(BIGINT) -> BIGINT", "paisql_negate_bigint_$mode($1)"},
    {"negative", "(DOUBLE) -> DOUBLE", "(- $1)"},
    {"negative", "(DECIMAL) -> DECIMAL", "(- $1)"},
    {"positive", "(BIGINT) -> BIGINT", "$1"},
    {"positive", "(DOUBLE) -> DOUBLE", "$1"},
    {"positive", "(DECIMAL) -> DECIMAL", "$1"},
    {"isnan", "(DOUBLE) -> BOOLEAN", "coalesce(isnan($1), false)"},
    {"pi", "() -> DOUBLE", "pi()"},
    {"e", "() -> DOUBLE", "exp(CAST(1 AS DOUBLE))"},
    {"width_bucket",
     "(DOUBLE, DOUBLE, DOUBLE, BIGINT) -> BIGINT",
     "paisql_width_bucket($1, $2, $3, $4)",
     {.bad = "$4 <= 0 OR $2 >= $3"}},
    {"width_bucket",
     "(DECIMAL, DECIMAL, DECIMAL, BIGINT) -> BIGINT",
     "paisql_width_bucket_decimal(CAST($1 AS VARCHAR), CAST($2 AS VARCHAR), CAST($3 AS VARCHAR), "
     "$4, '$mode')",
     {.bad = "$4 <= 0 OR $2 >= $3"}},
    {"shiftleft", "(INT, INT) -> INT", "paisql_shiftleft32($1, $2)"},
    {"shiftleft", "(BIGINT, INT) -> BIGINT", "paisql_shiftleft64($1, $2)"},
    {"shiftright", "(INT, INT) -> INT", "($1 >> ($2 & 31))"},
    {"shiftright", "(BIGINT, INT) -> BIGINT", "($1 >> CAST($2 & 63 AS BIGINT))"},
    {"shiftrightunsigned", "(INT, INT) -> INT", "paisql_shiftrightunsigned32($1, $2)"},
    {"shiftrightunsigned", "(BIGINT, INT) -> BIGINT", "paisql_shiftrightunsigned64($1, $2)"},
};

}  // namespace

const std::span<const Spelling> kMathSpelling = kMathRows;

}  // namespace paisql::engine
