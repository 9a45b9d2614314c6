#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

// The deviations of DECIMALs are computed as DOUBLE.
constexpr std::string_view kAsDecimal = "paisql_decimal_from_double_38_18_0($0)";

constexpr Spelling kStatisticRows[] = {
    {"median", "(DOUBLE) -> DOUBLE", "median($1)"},
    {"median", "(DECIMAL) -> DECIMAL", "median(CAST($1 AS $type))"},
    {"stddev", "(DOUBLE) -> DOUBLE", "paisql_stddev_pop($1)"},
    {"stddev",
     "(DECIMAL) -> DECIMAL(38,18)",
     "paisql_stddev_pop(CAST($1 AS DOUBLE))",
     {.finish = kAsDecimal}},
    {"stddev_samp", "(DOUBLE) -> DOUBLE", "paisql_stddev_samp($1)"},
    {"stddev_samp",
     "(DECIMAL) -> DECIMAL(38,18)",
     "paisql_stddev_samp(CAST($1 AS DOUBLE))",
     {.finish = kAsDecimal}},
    {"variance", "(DOUBLE) -> DOUBLE", "paisql_var_pop($1)"},
    {"variance",
     "(DECIMAL) -> DECIMAL(38,18)",
     "paisql_var_pop(CAST($1 AS DOUBLE))",
     {.finish = kAsDecimal}},
    {"var_samp", "(DOUBLE) -> DOUBLE", "paisql_var_samp($1)"},
    {"var_samp",
     "(DECIMAL) -> DECIMAL(38,18)",
     "paisql_var_samp(CAST($1 AS DOUBLE))",
     {.finish = kAsDecimal}},
    {"covar_pop", "(DOUBLE, DOUBLE) -> DOUBLE", "paisql_covar_pop($1, $2)"},
    {"covar_samp", "(DOUBLE, DOUBLE) -> DOUBLE", "paisql_covar_samp($1, $2)"},
    {"corr", "(DOUBLE, DOUBLE) -> DOUBLE", "paisql_corr($1, $2)"},
    {"percentile", "(BIGINT, const DOUBLE) -> DOUBLE", "quantile_cont(CAST($1 AS DOUBLE), $2)"},
    {"percentile", "(BIGINT, const ARRAY<DOUBLE>) -> ARRAY<DOUBLE>",
     "quantile_cont(CAST($1 AS DOUBLE), $2)"},
    {"percentile", "(DOUBLE, const DOUBLE) -> DOUBLE", "quantile_cont(trunc($1), $2)"},
    {"percentile", "(DOUBLE, const ARRAY<DOUBLE>) -> ARRAY<DOUBLE>",
     "quantile_cont(trunc($1), $2)"},
    {"percentile_approx", "(DOUBLE, const DOUBLE) -> DOUBLE", "quantile_cont($1, $2)"},
    {"percentile_approx", "(DOUBLE, const DOUBLE, const BIGINT) -> DOUBLE",
     "quantile_cont($1, $2)"},
    {"percentile_approx", "(DOUBLE, const ARRAY<DOUBLE>) -> ARRAY<DOUBLE>",
     "quantile_cont($1, $2)"},
    {"percentile_approx", "(DOUBLE, const ARRAY<DOUBLE>, const BIGINT) -> ARRAY<DOUBLE>",
     "quantile_cont($1, $2)"},
    {"percentile_cont", "(DOUBLE, const DOUBLE) -> DOUBLE", "quantile_cont($1, $2)"},
    {"percentile_disc", "(T, const DOUBLE) -> T", "quantile_disc($1, $2)"},
};

}  // namespace

const std::span<const Spelling> kStatisticSpelling = kStatisticRows;

}  // namespace paisql::engine
