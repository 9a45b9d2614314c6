#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

constexpr GeneratedList kRepeated = {"$2", "$1"};
constexpr GeneratedList kWhole = {"paisql_sequence_length($1, $2, paisql_sequence_step($1, $2))",
                                  "$1 + $p * paisql_sequence_step($1, $2)"};
constexpr GeneratedList kWholeByStep = {"paisql_sequence_length($1, $2, $3)", "$1 + $p * $3"};
constexpr GeneratedList kDays = {"paisql_sequence_length(0, $2 - $1, paisql_sequence_step($1, $2))",
                                 "$1 + CAST($p * paisql_sequence_step($1, $2) AS INTEGER)"};
constexpr GeneratedList kDatesByDays = {
    "paisql_sequence_length(0, $2 - $1, paisql_interval_days($3))",
    "$1 + CAST($p * paisql_interval_days($3) AS INTEGER)"};
constexpr GeneratedList kDatesByMonths = {
    "paisql_sequence_months_length($1, $2, paisql_interval_months($3))",
    "CAST($1 + to_months(CAST($p * paisql_interval_months($3) AS INTEGER)) AS DATE)"};
constexpr GeneratedList kTimes = {
    "paisql_sequence_length(0, epoch_us($2) - epoch_us($1), 86400000000 * "
    "paisql_sequence_step($1, $2))",
    "$1 + to_microseconds($p * 86400000000 * paisql_sequence_step($1, $2))"};
constexpr GeneratedList kTimesByMonths = {
    "paisql_sequence_months_length($1, $2, paisql_interval_months($3))",
    "$1 + to_months(CAST($p * paisql_interval_months($3) AS INTEGER))"};
constexpr GeneratedList kTimesByStep = {
    "paisql_sequence_length(0, epoch_us($2) - epoch_us($1), epoch_us($3))",
    "$1 + to_microseconds($p * epoch_us($3))"};

constexpr Spelling kCollectionRows[] = {
    {"array", "(T*) -> ARRAY<T>", "[$*]"},
    {"array_contains", "(ARRAY<T>, T) -> BOOLEAN", "list_contains($1, $2)"},
    {"sort_array", "(ARRAY<T>) -> ARRAY<T>", "list_sort($1, 'ASC', 'NULLS FIRST')"},
    {"sort_array", "(ARRAY<T>, BOOLEAN) -> ARRAY<T>",
     "CASE WHEN $2 THEN list_sort($1, 'ASC', 'NULLS FIRST') "
     "ELSE list_sort($1, 'DESC', 'NULLS LAST') END"},
    {"array_distinct", "(ARRAY<T>) -> ARRAY<T>", "paisql_array_distinct($1)"},
    {"array_join", "(ARRAY<STRING>, STRING) -> STRING", "paisql_array_join($1, $2)"},
    {"array_join", "(ARRAY<STRING>, STRING, STRING) -> STRING",
     "paisql_array_join(list_transform($1, lambda _x: coalesce(_x, $3)), $2)"},
    {"array_max", "(ARRAY<T>) -> T", "list_max($1)"},
    {"array_min", "(ARRAY<T>) -> T", "list_min($1)"},
    {"array_normalize", "(ARRAY<DOUBLE>, DOUBLE) -> ARRAY<DOUBLE>",
     "paisql_array_normalize($1, $2)"},
    {"array_normalize", "(ARRAY<FLOAT>, DOUBLE) -> ARRAY<FLOAT>",
     "CAST(paisql_array_normalize(CAST($1 AS DOUBLE[]), $2) AS FLOAT[])"},
    {"array_position", "(ARRAY<T>, T) -> BIGINT",
     "CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL "
     "THEN CAST(coalesce(list_position($1, $2), 0) AS BIGINT) END"},
    {"array_remove", "(ARRAY<T>, T) -> ARRAY<T>",
     "CASE WHEN $2 IS NOT NULL THEN list_filter($1, lambda _x: _x IS DISTINCT FROM $2) END"},
    {"array_repeat",
     "(T, BIGINT) -> ARRAY<T>",
     "paisql_array_repeat($1, $2)",
     {.generated = &kRepeated}},
    {"array_union", "(ARRAY<T>, ARRAY<T>) -> ARRAY<T>",
     "CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL "
     "THEN paisql_array_distinct(list_concat($1, $2)) END"},
    {"array_intersect", "(ARRAY<T>, ARRAY<T>) -> ARRAY<T>",
     "paisql_array_distinct(list_filter($1, lambda _x: paisql_has($2, _x)))"},
    {"array_except", "(ARRAY<T>, ARRAY<T>) -> ARRAY<T>",
     "CASE WHEN len($1) = 0 THEN paisql_array_distinct($2) ELSE "
     "paisql_array_distinct(list_filter($1, lambda _x: NOT paisql_has($2, _x))) END"},
    {"flatten", "(ARRAY<ARRAY<T>>) -> ARRAY<T>", "flatten($1)"},
    {"shuffle", "(ARRAY<T>) -> ARRAY<T>",
     "list_transform(list_sort(list_transform($1, lambda _x: {'key': random(), 'value': _x})), "
     "lambda _x: _x.value)"},
    {"slice", "(ARRAY<T>, BIGINT, BIGINT) -> ARRAY<T>", "paisql_slice($1, $2, $3)"},
    {"sequence",
     "(BIGINT, BIGINT) -> ARRAY<BIGINT>",
     "paisql_sequence($1, $2, paisql_sequence_step($1, $2))",
     {.generated = &kWhole}},
    {"sequence",
     "(BIGINT, BIGINT, BIGINT) -> ARRAY<BIGINT>",
     "paisql_sequence($1, $2, $3)",
     {.generated = &kWholeByStep}},
    {"sequence",
     "(DATE, DATE) -> ARRAY<DATE>",
     "paisql_sequence_days($1, $2, paisql_sequence_step($1, $2))",
     {.generated = &kDays}},
    {"sequence",
     "(DATE, DATE, INTERVAL_YEAR_MONTH) -> ARRAY<DATE>",
     "paisql_sequence_dates($1, $2, paisql_interval_months($3))",
     {.generated = &kDatesByMonths}},
    {"sequence",
     "(DATE, DATE, INTERVAL_DAY_TIME) -> ARRAY<DATE>",
     "paisql_sequence_days($1, $2, paisql_interval_days($3))",
     {.generated = &kDatesByDays}},
    {"sequence",
     "(DATETIME, DATETIME) -> ARRAY<DATETIME>",
     "paisql_sequence_micros($1, $2, 86400000000 * paisql_sequence_step($1, $2))",
     {.generated = &kTimes}},
    {"sequence",
     "(DATETIME, DATETIME, INTERVAL_YEAR_MONTH) -> ARRAY<DATETIME>",
     "paisql_sequence_months($1, $2, paisql_interval_months($3))",
     {.generated = &kTimesByMonths}},
    {"sequence",
     "(DATETIME, DATETIME, INTERVAL_DAY_TIME) -> ARRAY<DATETIME>",
     "paisql_sequence_micros($1, $2, epoch_us($3))",
     {.generated = &kTimesByStep}},
    {"arrays_overlap", "(ARRAY<T>, ARRAY<T>) -> BOOLEAN", "paisql_arrays_overlap($1, $2)"},
    {"arrays_zip", "(ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN CAST(list_zip($1, $2) AS $type) END"},
    {"arrays_zip", "(ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL AND $3 IS NOT NULL "
     "THEN CAST(list_zip($1, $2, $3) AS $type) END"},
    {"arrays_zip", "(ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL AND $3 IS NOT NULL AND $4 IS NOT NULL "
     "THEN CAST(list_zip($1, $2, $3, $4) AS $type) END"},
    {"ngrams", "(ARRAY<T>, BIGINT) -> ARRAY<ARRAY<T>>", "paisql_ngrams($1, $2)"},
    {"combinations", "(ARRAY<T>, BIGINT) -> ARRAY<ARRAY<T>>", "paisql_combinations($1, $2)"},
    {"index", "(ARRAY<T>, BIGINT) -> T", "paisql_index($1, $2)"},
    {"index", "(MAP<K,V>, K) -> V", "($1[$2])"},
    {"index", "(JSON, STRING) -> JSON", "paisql_json_member($1, $2)"},
    {"index", "(JSON, BIGINT) -> JSON", "paisql_json_element($1, $2)"},
    {"size", "(ARRAY<T>) -> BIGINT", "CAST(len($1) AS BIGINT)"},
    {"size", "(MAP<K,V>) -> BIGINT", "CAST(cardinality($1) AS BIGINT)"},
    {"size", "(ARRAY<T>) -> INT", "CAST(len($1) AS INTEGER)"},
    {"size", "(MAP<K,V>) -> INT", "CAST(cardinality($1) AS INTEGER)"},
};

}  // namespace

const std::span<const Spelling> kCollectionSpelling = kCollectionRows;

}  // namespace paisql::engine
