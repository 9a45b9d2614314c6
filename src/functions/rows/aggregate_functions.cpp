#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

// Several arguments are counted where none of them is NULL, as COUNT(DISTINCT a, b) needs it.
constexpr Overload kCount[] = {
    {"(ANY) -> BIGINT", "count($1)"},
    {"(ANY, ANY) -> BIGINT", "count(CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN row($*) END)"},
    {"(ANY, ANY, ANY) -> BIGINT",
     "count(CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL AND $3 IS NOT NULL THEN row($*) END)"},
    {"(ANY, ANY, ANY, ANY) -> BIGINT",
     "count(CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL AND $3 IS NOT NULL AND $4 IS NOT NULL "
     "THEN row($*) END)"},
};
constexpr Overload kCountIf[] = {
    {"(BOOLEAN) -> BIGINT", "count_if($1)", "CAST(coalesce($0, 0) AS BIGINT)"}};
// DuckDB sums integers in 128 bits; the CAST brings the overflow error that BIGINT has.
constexpr Overload kSum[] = {
    {"(INT) -> BIGINT", "sum($1)", "CAST($0 AS BIGINT)"},
    {"(BIGINT) -> BIGINT", "sum($1)", "CAST($0 AS BIGINT)"},
    {"(DOUBLE) -> DOUBLE", "sum($1)"},
    {"(DECIMAL) -> DECIMAL", "sum($1)", "CAST($0 AS $type)"},
};
// DuckDB's average of DECIMALs is a DOUBLE; the quotient of two aggregates divides exactly.
constexpr Overload kAvg[] = {
    {"(BIGINT) -> DOUBLE", "avg($1)"},
    {"(DOUBLE) -> DOUBLE", "avg($1)"},
    {"(DECIMAL) -> DECIMAL", "sum($1) / count($1)"},
};
constexpr Overload kMax[] = {{"(T) -> T", "max($1)"}};
constexpr Overload kMin[] = {{"(T) -> T", "min($1)"}};
constexpr Overload kWmConcat[] = {{"(const STRING, STRING) -> STRING", "string_agg($2, $1)"}};
constexpr Overload kCollectList[] = {
    {"(T) -> ARRAY<T>", "list($1)",
     "coalesce(list_filter($0, lambda _x: _x IS NOT NULL), CAST([] AS $type))"}};
constexpr Overload kCollectSet[] = {
    {"(T) -> ARRAY<T>", "list($1)", "coalesce(list_distinct($0), CAST([] AS $type))"}};
constexpr Overload kAnyValue[] = {{"(T) -> T", "any_value($1)"}};
constexpr Overload kArgMax[] = {{"(K, V) -> V", "arg_max_null($2, $1)"}};
constexpr Overload kArgMin[] = {{"(K, V) -> V", "arg_min_null($2, $1)"}};
constexpr Overload kMaxBy[] = {{"(V, K) -> V", "arg_max_null($1, $2)"}};
constexpr Overload kMinBy[] = {{"(V, K) -> V", "arg_min_null($1, $2)"}};
constexpr Overload kApproxDistinct[] = {{"(ANY) -> BIGINT", "approx_count_distinct($1)"}};
constexpr Overload kBoolAnd[] = {{"(BOOLEAN) -> BOOLEAN", "bool_and($1)"}};
constexpr Overload kBoolOr[] = {{"(BOOLEAN) -> BOOLEAN", "bool_or($1)"}};
constexpr Overload kBitAndAgg[] = {{"(BIGINT) -> BIGINT", "bit_and($1)"}};
constexpr Overload kBitOrAgg[] = {{"(BIGINT) -> BIGINT", "bit_or($1)"}};
constexpr Overload kBitXorAgg[] = {{"(BIGINT) -> BIGINT", "bit_xor($1)"}};

constexpr FunctionKind kAggregate = FunctionKind::kAggregate;
constexpr FunctionFlags kOrdered = {.order_sensitive = true};

constexpr Function kTable[] = {
    {"count", kAggregate, kCount, "COUNT(*), COUNT([DISTINCT] a, ...): rows without a NULL"},
    {"count_if", kAggregate, kCountIf, "COUNT_IF(condition): rows where it is true"},
    {"sum", kAggregate, kSum, "SUM(a): BIGINT for integers, DOUBLE for texts"},
    {"avg", kAggregate, kAvg, "AVG(a): DOUBLE, or DECIMAL for DECIMAL"},
    {"max", kAggregate, kMax, "MAX(a)"},
    {"min", kAggregate, kMin, "MIN(a)"},
    {"wm_concat", kAggregate, kWmConcat,
     "WM_CONCAT(separator, text): joined texts without NULLs; NULL for no rows", kOrdered},
    {"collect_list", kAggregate, kCollectList, "COLLECT_LIST(a): values without NULLs", kOrdered},
    {"collect_set", kAggregate, kCollectSet, "COLLECT_SET(a): different values without NULLs"},
    {"any", kAggregate, kBoolOr, "ANY(condition): true for some row, as BOOL_OR"},
    {"any_value", kAggregate, kAnyValue, "ANY_VALUE(a): some value that is not NULL"},
    {"arg_max", kAggregate, kArgMax, "ARG_MAX(maximized, returned)"},
    {"arg_min", kAggregate, kArgMin, "ARG_MIN(minimized, returned)"},
    {"max_by", kAggregate, kMaxBy, "MAX_BY(returned, maximized)"},
    {"min_by", kAggregate, kMinBy, "MIN_BY(returned, minimized)"},
    {"approx_distinct", kAggregate, kApproxDistinct,
     "APPROX_DISTINCT(a): about how many different values"},
    {"bool_and", kAggregate, kBoolAnd, "BOOL_AND(condition): true for every row"},
    {"bool_or", kAggregate, kBoolOr, "BOOL_OR(condition): true for some row"},
    {"bitwise_and_agg", kAggregate, kBitAndAgg, "BITWISE_AND_AGG(a)"},
    {"bitwise_or_agg", kAggregate, kBitOrAgg, "BITWISE_OR_AGG(a)"},
    {"bitwise_xor_agg", kAggregate, kBitXorAgg, "BITWISE_XOR_AGG(a)"},
};

}  // namespace

std::span<const Function> AggregateFunctions() { return kTable; }

}  // namespace paisql::functions
