#include "engine/spark/spelling/rows/spark_rows.h"

namespace paisql::engine::spark {
namespace {

constexpr SparkSpelling kOperatorTexts[] = {
    {"=", "(DOUBLE, DOUBLE) -> BOOLEAN", "$near($1 = $2)"},
    {"=", "(T, T) -> BOOLEAN", "($1 = $2)"},
    {"<>", "(DOUBLE, DOUBLE) -> BOOLEAN", "$near($1 <> $2)"},
    {"<>", "(T, T) -> BOOLEAN", "($1 <> $2)"},
    {"<", "(DOUBLE, DOUBLE) -> BOOLEAN", "$near($1 < $2)"},
    {"<", "(T, T) -> BOOLEAN", "($1 < $2)"},
    {"<=", "(DOUBLE, DOUBLE) -> BOOLEAN", "$near($1 <= $2)"},
    {"<=", "(T, T) -> BOOLEAN", "($1 <= $2)"},
    {">", "(DOUBLE, DOUBLE) -> BOOLEAN", "$near($1 > $2)"},
    {">", "(T, T) -> BOOLEAN", "($1 > $2)"},
    {">=", "(DOUBLE, DOUBLE) -> BOOLEAN", "$near($1 >= $2)"},
    {">=", "(T, T) -> BOOLEAN", "($1 >= $2)"},
    {"<=>", "(T, T) -> BOOLEAN", "($1 <=> $2)"},
    {"is_distinct_from", "(T, T) -> BOOLEAN", "(NOT ($1 <=> $2))"},
    {"in", "(DOUBLE, DOUBLE...) -> BOOLEAN", "$near($1 IN $2*)"},
    {"in", "(T, T...) -> BOOLEAN", "($1 IN ($2*))"},
    {"between", "(DOUBLE, DOUBLE, DOUBLE) -> BOOLEAN", "$near($1 BETWEEN $2)"},
    {"between", "(T, T, T) -> BOOLEAN", "($1 BETWEEN $2 AND $3)"},
    {"and", "(BOOLEAN, BOOLEAN) -> BOOLEAN", "($1 AND $2)"},
    {"or", "(BOOLEAN, BOOLEAN) -> BOOLEAN", "($1 OR $2)"},
    {"not", "(BOOLEAN) -> BOOLEAN", "(NOT $1)"},
    {"like_plain", "(STRING, STRING) -> BOOLEAN", "($1 LIKE $2)"},
    {"||", "(STRING, STRING) -> STRING", "concat($1, $2)"},
    {"is_null", "(ANY) -> BOOLEAN", "($1 IS NULL)"},
    {"is_not_null", "(ANY) -> BOOLEAN", "($1 IS NOT NULL)"},
    {"is_true", "(BOOLEAN) -> BOOLEAN", "($1 <=> true)"},
    {"is_not_true", "(BOOLEAN) -> BOOLEAN", "(NOT ($1 <=> true))"},
    {"is_false", "(BOOLEAN) -> BOOLEAN", "($1 <=> false)"},
    {"is_not_false", "(BOOLEAN) -> BOOLEAN", "(NOT ($1 <=> false))"},
};

}  // namespace

constinit const std::span<const SparkSpelling> kOperatorRows = kOperatorTexts;

}  // namespace paisql::engine::spark
