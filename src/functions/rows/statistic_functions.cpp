#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

// The deviations of DECIMALs are computed as DOUBLE and given as DECIMAL(38,18), the platform's
// default DECIMAL.
constexpr std::string_view kAsDecimal = "paisql_decimal_from_double_38_18_0($0)";

constexpr Overload kMedian[] = {
    {"(DOUBLE) -> DOUBLE", "median($1)"},
    {"(DECIMAL) -> DECIMAL", "median(CAST($1 AS $type))"},
};
constexpr Overload kStddevPop[] = {
    {"(DOUBLE) -> DOUBLE", "paisql_stddev_pop($1)"},
    {"(DECIMAL) -> DECIMAL(38,18)", "paisql_stddev_pop(CAST($1 AS DOUBLE))", kAsDecimal},
};
constexpr Overload kStddevSamp[] = {
    {"(DOUBLE) -> DOUBLE", "paisql_stddev_samp($1)"},
    {"(DECIMAL) -> DECIMAL(38,18)", "paisql_stddev_samp(CAST($1 AS DOUBLE))", kAsDecimal},
};
constexpr Overload kVarPop[] = {
    {"(DOUBLE) -> DOUBLE", "paisql_var_pop($1)"},
    {"(DECIMAL) -> DECIMAL(38,18)", "paisql_var_pop(CAST($1 AS DOUBLE))", kAsDecimal},
};
constexpr Overload kVarSamp[] = {
    {"(DOUBLE) -> DOUBLE", "paisql_var_samp($1)"},
    {"(DECIMAL) -> DECIMAL(38,18)", "paisql_var_samp(CAST($1 AS DOUBLE))", kAsDecimal},
};
constexpr Overload kCovarPop[] = {{"(DOUBLE, DOUBLE) -> DOUBLE", "paisql_covar_pop($1, $2)"}};
constexpr Overload kCovarSamp[] = {{"(DOUBLE, DOUBLE) -> DOUBLE", "paisql_covar_samp($1, $2)"}};
constexpr Overload kCorr[] = {{"(DOUBLE, DOUBLE) -> DOUBLE", "paisql_corr($1, $2)"}};
// PERCENTILE knows whole numbers only: fractions are cut off its input.
constexpr Overload kPercentile[] = {
    {"(BIGINT, const DOUBLE) -> DOUBLE", "quantile_cont(CAST($1 AS DOUBLE), $2)"},
    {"(BIGINT, const ARRAY<DOUBLE>) -> ARRAY<DOUBLE>", "quantile_cont(CAST($1 AS DOUBLE), $2)"},
    {"(DOUBLE, const DOUBLE) -> DOUBLE", "quantile_cont(trunc($1), $2)"},
    {"(DOUBLE, const ARRAY<DOUBLE>) -> ARRAY<DOUBLE>", "quantile_cont(trunc($1), $2)"},
};
// The exact percentile is the best approximation; the number of histogram bins changes nothing
// then.
constexpr Overload kPercentileApprox[] = {
    {"(DOUBLE, const DOUBLE) -> DOUBLE", "quantile_cont($1, $2)"},
    {"(DOUBLE, const DOUBLE, const BIGINT) -> DOUBLE", "quantile_cont($1, $2)"},
    {"(DOUBLE, const ARRAY<DOUBLE>) -> ARRAY<DOUBLE>", "quantile_cont($1, $2)"},
    {"(DOUBLE, const ARRAY<DOUBLE>, const BIGINT) -> ARRAY<DOUBLE>", "quantile_cont($1, $2)"},
};
constexpr Overload kPercentileCont[] = {
    {"(DOUBLE, const DOUBLE) -> DOUBLE", "quantile_cont($1, $2)"}};
constexpr Overload kPercentileDisc[] = {{"(T, const DOUBLE) -> T", "quantile_disc($1, $2)"}};

constexpr FunctionKind kAggregate = FunctionKind::kAggregate;
constexpr FunctionFlags kRefusesDecimal = {.refuses_decimal = true};

constexpr Function kTable[] = {
    {"median", kAggregate, kMedian, "MEDIAN(a)"},
    {"stddev", kAggregate, kStddevPop, "STDDEV(a): population standard deviation"},
    {"stddev_pop", kAggregate, kStddevPop, "STDDEV_POP(a): STDDEV", {}, "stddev"},
    {"stddev_samp", kAggregate, kStddevSamp, "STDDEV_SAMP(a): sample standard deviation"},
    {"variance", kAggregate, kVarPop, "VARIANCE(a): population variance"},
    {"var_pop", kAggregate, kVarPop, "VAR_POP(a): VARIANCE", {}, "variance"},
    {"var_samp", kAggregate, kVarSamp, "VAR_SAMP(a): sample variance"},
    {"covar_pop", kAggregate, kCovarPop, "COVAR_POP(a, b): population covariance"},
    {"covar_samp", kAggregate, kCovarSamp, "COVAR_SAMP(a, b): sample covariance"},
    {"corr", kAggregate, kCorr, "CORR(a, b): Pearson's coefficient"},
    {"percentile", kAggregate, kPercentile,
     "PERCENTILE(a, p): of whole numbers, interpolated; p may be an array", kRefusesDecimal},
    {"percentile_approx", kAggregate, kPercentileApprox, "PERCENTILE_APPROX(a, p[, bins])"},
    {"percentile_cont", kAggregate, kPercentileCont, "PERCENTILE_CONT(a, p): interpolated"},
    {"percentile_disc", kAggregate, kPercentileDisc, "PERCENTILE_DISC(a, p): a value of the set"},
};

}  // namespace

std::span<const Function> StatisticFunctions() { return kTable; }

}  // namespace paisql::functions
