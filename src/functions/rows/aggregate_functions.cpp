#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

// Several arguments are counted where none of them is NULL, as COUNT(DISTINCT a, b) needs it.
constexpr Overload kCount[] = {
    {"(ANY) -> BIGINT"},
    {"(ANY, ANY) -> BIGINT"},
    {"(ANY, ANY, ANY) -> BIGINT"},
    {"(ANY, ANY, ANY, ANY) -> BIGINT"},
};
constexpr Overload kCountIf[] = {{"(BOOLEAN) -> BIGINT"}};
constexpr Overload kSum[] = {
    {"(INT) -> BIGINT"},
    {"(BIGINT) -> BIGINT"},
    {"(DOUBLE) -> DOUBLE"},
    {"(DECIMAL) -> DECIMAL"},
};
constexpr Overload kAvg[] = {
    {"(BIGINT) -> DOUBLE"},
    {"(DOUBLE) -> DOUBLE"},
    {"(DECIMAL) -> DECIMAL"},
};
constexpr Overload kMax[] = {{"(T) -> T"}};
constexpr Overload kMin[] = {{"(T) -> T"}};
constexpr Overload kWmConcat[] = {{"(const STRING, STRING) -> STRING"}};
constexpr Overload kCollectList[] = {{"(T) -> ARRAY<T>"}};
constexpr Overload kCollectSet[] = {{"(T) -> ARRAY<T>"}};
constexpr Overload kAnyValue[] = {{"(T) -> T"}};
constexpr Overload kArgMax[] = {{"(K, V) -> V"}};
constexpr Overload kArgMin[] = {{"(K, V) -> V"}};
constexpr Overload kMaxBy[] = {{"(V, K) -> V"}};
constexpr Overload kMinBy[] = {{"(V, K) -> V"}};
constexpr Overload kApproxDistinct[] = {{"(ANY) -> BIGINT"}};
constexpr Overload kBoolAnd[] = {{"(BOOLEAN) -> BOOLEAN"}};
constexpr Overload kBoolOr[] = {{"(BOOLEAN) -> BOOLEAN"}};
constexpr Overload kBitAndAgg[] = {{"(BIGINT) -> BIGINT"}};
constexpr Overload kBitOrAgg[] = {{"(BIGINT) -> BIGINT"}};
constexpr Overload kBitXorAgg[] = {{"(BIGINT) -> BIGINT"}};

constexpr Function kAggregateFunctions[] = {
    {"count", kAggregate, kCount, "COUNT(*), COUNT([DISTINCT] a, ...): rows without a NULL"},
    {"count_if", kAggregate, kCountIf, "COUNT_IF(condition): rows where it is true"},
    {"sum", kAggregate, kSum, "SUM(a): BIGINT for integers, DOUBLE for texts"},
    {"avg", kAggregate, kAvg, "AVG(a): DOUBLE, or DECIMAL for DECIMAL"},
    {"max", kAggregate, kMax, "MAX(a)"},
    {"min", kAggregate, kMin, "MIN(a)"},
    {"wm_concat", kAggregate, kWmConcat,
     "WM_CONCAT(separator, text): joined texts without NULLs; NULL for no rows", &kOrdered},
    {"collect_list", kAggregate, kCollectList, "COLLECT_LIST(a): values without NULLs", &kOrdered},
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

std::span<const Function> AggregateFunctions() { return kAggregateFunctions; }

}  // namespace paisql::functions
