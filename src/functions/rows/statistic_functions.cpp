#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

// The deviations of DECIMALs are given as DECIMAL(38,18), the platform's default DECIMAL.

constexpr Overload kMedian[] = {
    {"(DOUBLE) -> DOUBLE"},
    {"(DECIMAL) -> DECIMAL"},
};
constexpr Overload kStddevPop[] = {
    {"(DOUBLE) -> DOUBLE"},
    {"(DECIMAL) -> DECIMAL(38,18)"},
};
constexpr Overload kStddevSamp[] = {
    {"(DOUBLE) -> DOUBLE"},
    {"(DECIMAL) -> DECIMAL(38,18)"},
};
constexpr Overload kVarPop[] = {
    {"(DOUBLE) -> DOUBLE"},
    {"(DECIMAL) -> DECIMAL(38,18)"},
};
constexpr Overload kVarSamp[] = {
    {"(DOUBLE) -> DOUBLE"},
    {"(DECIMAL) -> DECIMAL(38,18)"},
};
constexpr Overload kCovarPop[] = {{"(DOUBLE, DOUBLE) -> DOUBLE"}};
constexpr Overload kCovarSamp[] = {{"(DOUBLE, DOUBLE) -> DOUBLE"}};
constexpr Overload kCorr[] = {{"(DOUBLE, DOUBLE) -> DOUBLE"}};
// PERCENTILE knows whole numbers only: fractions are cut off its input.
constexpr Overload kPercentile[] = {
    {"(BIGINT, const DOUBLE) -> DOUBLE"},
    {"(BIGINT, const ARRAY<DOUBLE>) -> ARRAY<DOUBLE>"},
    {"(DOUBLE, const DOUBLE) -> DOUBLE"},
    {"(DOUBLE, const ARRAY<DOUBLE>) -> ARRAY<DOUBLE>"},
};
// The exact percentile is the best approximation; the number of histogram bins changes nothing
// then.
constexpr Overload kPercentileApprox[] = {
    {"(DOUBLE, const DOUBLE) -> DOUBLE"},
    {"(DOUBLE, const DOUBLE, const BIGINT) -> DOUBLE"},
    {"(DOUBLE, const ARRAY<DOUBLE>) -> ARRAY<DOUBLE>"},
    {"(DOUBLE, const ARRAY<DOUBLE>, const BIGINT) -> ARRAY<DOUBLE>"},
};
constexpr Overload kPercentileCont[] = {{"(DOUBLE, const DOUBLE) -> DOUBLE"}};
constexpr Overload kPercentileDisc[] = {{"(T, const DOUBLE) -> T"}};

constexpr Function kStatisticFunctions[] = {
    {"median", kAggregate, kMedian, "MEDIAN(a)"},
    {"stddev", kAggregate, kStddevPop, "STDDEV(a): population standard deviation"},
    {"stddev_pop", kAggregate, kStddevPop, "STDDEV_POP(a): STDDEV", &kNoFlags, "stddev"},
    {"stddev_samp", kAggregate, kStddevSamp, "STDDEV_SAMP(a): sample standard deviation"},
    {"variance", kAggregate, kVarPop, "VARIANCE(a): population variance"},
    {"var_pop", kAggregate, kVarPop, "VAR_POP(a): VARIANCE", &kNoFlags, "variance"},
    {"var_samp", kAggregate, kVarSamp, "VAR_SAMP(a): sample variance"},
    {"covar_pop", kAggregate, kCovarPop, "COVAR_POP(a, b): population covariance", &kInDouble},
    {"covar_samp", kAggregate, kCovarSamp, "COVAR_SAMP(a, b): sample covariance", &kInDouble},
    {"corr", kAggregate, kCorr, "CORR(a, b): Pearson's coefficient", &kInDouble},
    {"percentile", kAggregate, kPercentile,
     "PERCENTILE(a, p): of whole numbers, interpolated; p may be an array"},
    {"percentile_approx", kAggregate, kPercentileApprox, "PERCENTILE_APPROX(a, p[, bins])",
     &kInDouble},
    {"percentile_cont", kAggregate, kPercentileCont, "PERCENTILE_CONT(a, p): interpolated",
     &kInDouble},
    {"percentile_disc", kAggregate, kPercentileDisc, "PERCENTILE_DISC(a, p): a value of the set"},
};

}  // namespace

std::span<const Function> StatisticFunctions() { return kStatisticFunctions; }

}  // namespace paisql::functions
