#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

constexpr Overload kArray[] = {{"(T*) -> ARRAY<T>", "[$*]"}};
constexpr Overload kArrayContains[] = {{"(ARRAY<T>, T) -> BOOLEAN", "list_contains($1, $2)"}};
constexpr Overload kSortArray[] = {
    {"(ARRAY<T>) -> ARRAY<T>", "list_sort($1, 'ASC', 'NULLS FIRST')"},
    {"(ARRAY<T>, BOOLEAN) -> ARRAY<T>",
     "CASE WHEN $2 THEN list_sort($1, 'ASC', 'NULLS FIRST') "
     "ELSE list_sort($1, 'DESC', 'NULLS LAST') END"},
};
constexpr Overload kArrayDistinct[] = {{"(ARRAY<T>) -> ARRAY<T>", "paisql_array_distinct($1)"}};
constexpr Overload kArrayJoin[] = {
    {"(ARRAY<STRING>, STRING) -> STRING", "paisql_array_join($1, $2)"},
    {"(ARRAY<STRING>, STRING, STRING) -> STRING",
     "paisql_array_join(list_transform($1, lambda _x: coalesce(_x, $3)), $2)"},
};
constexpr Overload kArrayMax[] = {{"(ARRAY<T>) -> T", "list_max($1)"}};
constexpr Overload kArrayMin[] = {{"(ARRAY<T>) -> T", "list_min($1)"}};
constexpr Overload kArrayPosition[] = {
    {"(ARRAY<T>, T) -> BIGINT",
     "CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL "
     "THEN CAST(coalesce(list_position($1, $2), 0) AS BIGINT) END"}};
constexpr Overload kArrayRemove[] = {
    {"(ARRAY<T>, T) -> ARRAY<T>",
     "CASE WHEN $2 IS NOT NULL THEN list_filter($1, lambda _x: _x IS DISTINCT FROM $2) END"}};
constexpr Overload kArrayRepeat[] = {{"(T, BIGINT) -> ARRAY<T>", "paisql_array_repeat($1, $2)"}};
constexpr Overload kArrayUnion[] = {{"(ARRAY<T>, ARRAY<T>) -> ARRAY<T>",
                                     "CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL "
                                     "THEN paisql_array_distinct(list_concat($1, $2)) END"}};
constexpr Overload kArrayIntersect[] = {
    {"(ARRAY<T>, ARRAY<T>) -> ARRAY<T>",
     "paisql_array_distinct(list_filter($1, lambda _x: paisql_has($2, _x)))"}};
// The platform's page says that an empty side gives the other one without its repetitions.
constexpr Overload kArrayExcept[] = {
    {"(ARRAY<T>, ARRAY<T>) -> ARRAY<T>",
     "CASE WHEN len($1) = 0 THEN paisql_array_distinct($2) ELSE "
     "paisql_array_distinct(list_filter($1, lambda _x: NOT paisql_has($2, _x))) END"}};
constexpr Overload kFlatten[] = {{"(ARRAY<ARRAY<T>>) -> ARRAY<T>", "flatten($1)"}};
constexpr Overload kSlice[] = {
    {"(ARRAY<T>, BIGINT, BIGINT) -> ARRAY<T>", "paisql_slice($1, $2, $3)"}};
// generated_lists.cpp has the same templates.
constexpr Overload kSequence[] = {
    {"(BIGINT, BIGINT) -> ARRAY<BIGINT>", "paisql_sequence($1, $2, paisql_sequence_step($1, $2))"},
    {"(BIGINT, BIGINT, BIGINT) -> ARRAY<BIGINT>", "paisql_sequence($1, $2, $3)"},
    {"(DATE, DATE) -> ARRAY<DATE>", "paisql_sequence_days($1, $2, paisql_sequence_step($1, $2))"},
    {"(DATE, DATE, INTERVAL_YEAR_MONTH) -> ARRAY<DATE>",
     "paisql_sequence_dates($1, $2, paisql_interval_months($3))"},
    {"(DATE, DATE, INTERVAL_DAY_TIME) -> ARRAY<DATE>",
     "paisql_sequence_days($1, $2, paisql_interval_days($3))"},
    {"(DATETIME, DATETIME) -> ARRAY<DATETIME>",
     "paisql_sequence_micros($1, $2, 86400000000 * paisql_sequence_step($1, $2))"},
    {"(DATETIME, DATETIME, INTERVAL_YEAR_MONTH) -> ARRAY<DATETIME>",
     "paisql_sequence_months($1, $2, paisql_interval_months($3))"},
    {"(DATETIME, DATETIME, INTERVAL_DAY_TIME) -> ARRAY<DATETIME>",
     "paisql_sequence_micros($1, $2, epoch_us($3))"},
};
constexpr Overload kArraysOverlap[] = {
    {"(ARRAY<T>, ARRAY<T>) -> BOOLEAN", "paisql_arrays_overlap($1, $2)"}};
constexpr Overload kArraysZip[] = {
    {"(ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN CAST(list_zip($1, $2) AS $type) END"},
    {"(ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL AND $3 IS NOT NULL "
     "THEN CAST(list_zip($1, $2, $3) AS $type) END"},
    {"(ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL AND $3 IS NOT NULL AND $4 IS NOT NULL "
     "THEN CAST(list_zip($1, $2, $3, $4) AS $type) END"},
};
constexpr Overload kNgrams[] = {{"(ARRAY<T>, BIGINT) -> ARRAY<ARRAY<T>>", "paisql_ngrams($1, $2)"}};
constexpr Overload kCombinations[] = {
    {"(ARRAY<T>, BIGINT) -> ARRAY<ARRAY<T>>", "paisql_combinations($1, $2)"}};
constexpr Overload kIndex[] = {
    {"(ARRAY<T>, BIGINT) -> T", "paisql_index($1, $2)"},
    {"(MAP<K,V>, K) -> V", "($1[$2])"},
    {"(JSON, STRING) -> JSON", "paisql_json_member($1, $2)"},
    {"(JSON, BIGINT) -> JSON", "paisql_json_element($1, $2)"},
};
constexpr Overload kSize[] = {
    {"(ARRAY<T>) -> BIGINT", "CAST(len($1) AS BIGINT)", "", modes::kNotHive},
    {"(MAP<K,V>) -> BIGINT", "CAST(cardinality($1) AS BIGINT)", "", modes::kNotHive},
    {"(ARRAY<T>) -> INT", "CAST(len($1) AS INTEGER)", "", modes::kHive},
    {"(MAP<K,V>) -> INT", "CAST(cardinality($1) AS INTEGER)", "", modes::kHive},
};

constexpr FunctionKind kScalar = FunctionKind::kScalar;
constexpr FunctionFlags kKeepsFamily = {.keeps_family = true};

constexpr Function kTable[] = {
    {"array", kScalar, kArray, "ARRAY(a, ...)"},
    {"array_contains", kScalar, kArrayContains, "ARRAY_CONTAINS(array, a)", kKeepsFamily},
    {"sort_array", kScalar, kSortArray, "SORT_ARRAY(array[, ascending]): NULL is the smallest"},
    {"array_distinct", kScalar, kArrayDistinct, "ARRAY_DISTINCT(array)"},
    {"array_join", kScalar, kArrayJoin, "ARRAY_JOIN(array, separator[, text for NULL])"},
    {"array_max", kScalar, kArrayMax, "ARRAY_MAX(array)"},
    {"array_min", kScalar, kArrayMin, "ARRAY_MIN(array)"},
    {"array_position", kScalar, kArrayPosition, "ARRAY_POSITION(array, a): from 1, or 0"},
    {"array_remove", kScalar, kArrayRemove, "ARRAY_REMOVE(array, a)"},
    {"array_repeat", kScalar, kArrayRepeat, "ARRAY_REPEAT(a, n)"},
    {"array_union", kScalar, kArrayUnion, "ARRAY_UNION(a, b)"},
    {"array_intersect", kScalar, kArrayIntersect, "ARRAY_INTERSECT(a, b)"},
    {"array_except", kScalar, kArrayExcept, "ARRAY_EXCEPT(a, b)"},
    {"flatten", kScalar, kFlatten, "FLATTEN(array of arrays)"},
    {"slice", kScalar, kSlice, "SLICE(array, start, length): start counts from 1, or back"},
    {"sequence", kScalar, kSequence,
     "SEQUENCE(start, stop[, step]): integers by 1, times by a day, or by a step or INTERVAL"},
    {"arrays_overlap", kScalar, kArraysOverlap,
     "ARRAYS_OVERLAP(a, b): NULL where only a NULL could be common"},
    {"arrays_zip",
     kScalar,
     kArraysZip,
     "ARRAYS_ZIP(a, b, ...): structures of the fields 0, 1, ..., up to 4 arrays",
     {},
     {},
     "zip"},
    {"ngrams", kScalar, kNgrams, "NGRAMS(array, n): all runs of n elements"},
    {"combinations", kScalar, kCombinations, "COMBINATIONS(array, n): n from 1 to 5"},
    {"index", kScalar, kIndex, "INDEX(array, n) from 0, INDEX(map, key); NULL when absent"},
    {"size", kScalar, kSize, "SIZE(array | map)"},
};

}  // namespace

std::span<const Function> CollectionFunctions() { return kTable; }

}  // namespace paisql::functions
