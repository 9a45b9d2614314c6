#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

constexpr std::string_view kHiveConv = "paisql_conv(paisql_conv_prefix($1, $2), $2, $3)";
constexpr std::string_view kHiveConvOfNumber =
    "paisql_conv(paisql_conv_prefix(CAST($1 AS VARCHAR), $2), $2, $3)";

constexpr Spelling kNumberTextRows[] = {
    {"conv",
     "(STRING, BIGINT, BIGINT) -> STRING",
     "paisql_conv($1, $2, $3)",
     {.bad = "NOT paisql_conv_is_number($1, $2, $3)", .modes = functions::modes::kNotHive}},
    {"conv",
     "(STRING, BIGINT, BIGINT) -> STRING",
     kHiveConv,
     {.bad = "NOT paisql_conv_is_number(paisql_conv_prefix($1, $2), $2, $3)",
      .modes = functions::modes::kHive}},
    {"conv",
     "(BIGINT, BIGINT, BIGINT) -> STRING",
     "paisql_conv(CAST($1 AS VARCHAR), $2, $3)",
     {.bad = "NOT paisql_conv_is_number(CAST($1 AS VARCHAR), $2, $3)",
      .modes = functions::modes::kNotHive}},
    {"conv",
     "(BIGINT, BIGINT, BIGINT) -> STRING",
     kHiveConvOfNumber,
     {.modes = functions::modes::kHive}},
    {"conv",
     "(DOUBLE, BIGINT, BIGINT) -> STRING",
     "paisql_conv(paisql_conv_double($1), $2, $3)",
     {.bad = "NOT paisql_conv_is_number(paisql_conv_double($1), $2, $3)",
      .modes = functions::modes::kNotHive}},
    {"conv",
     "(DOUBLE, BIGINT, BIGINT) -> STRING",
     kHiveConvOfNumber,
     {.modes = functions::modes::kHive}},
    {"conv",
     "(DECIMAL, BIGINT, BIGINT) -> STRING",
     "paisql_conv(paisql_conv_decimal($1), $2, $3)",
     {.bad = "NOT paisql_conv_is_number(paisql_conv_decimal($1), $2, $3)",
      .modes = functions::modes::kNotHive}},
    {"conv",
     "(DECIMAL, BIGINT, BIGINT) -> STRING",
     kHiveConvOfNumber,
     {.modes = functions::modes::kHive}},
    {"bin", "(BIGINT) -> STRING", "bin($1)"},
    {"hex", "(BIGINT) -> STRING", "hex($1)"},
    {"hex", "(STRING) -> STRING", "hex($1)"},
    {"hex", "(BINARY) -> STRING", "hex($1)"},
    {"unhex",
     "(STRING) -> BINARY",
     "unhex($1)",
     {.bad = "length($1) % 2 = 1 OR NOT regexp_full_match($1, '[0-9A-Fa-f]*')"}},
    {"format_number", "(BIGINT, BIGINT) -> STRING", "paisql_format_decimal($1, $2)"},
    {"format_number", "(DOUBLE, BIGINT) -> STRING", "paisql_format_number($1, $2)"},
    {"format_number", "(DECIMAL, BIGINT) -> STRING", "paisql_format_decimal($1, $2)"},
    {"format_number", "(BIGINT, STRING) -> STRING",
     "paisql_format_decimal_pattern(CAST($1 AS VARCHAR), $2, '$mode')"},
    {"format_number", "(DECIMAL, STRING) -> STRING",
     "paisql_format_decimal_pattern(CAST($1 AS VARCHAR), $2, '$mode')"},
    {"format_number", "(DOUBLE, STRING) -> STRING",
     "paisql_format_number_pattern($1, $2, '$mode')"},
    {"rand", "() -> DOUBLE", "random()"},
    {"rand", "(const BIGINT) -> DOUBLE", "paisql_random($1)"},
    {"bit_count", "(BIGINT) -> BIGINT", "CAST(bit_count($1) AS BIGINT)"},
    {"sample", "(const BIGINT) -> BOOLEAN", "CAST(floor(random() * $1) AS BIGINT) = 0"},
    {"sample", "(const BIGINT, const BIGINT) -> BOOLEAN",
     "CAST(floor(random() * $1) AS BIGINT) = $2 - 1"},
    {"sample", "(const BIGINT, const BIGINT, ANY...) -> BOOLEAN",
     "CAST(hash($3*) % CAST($1 AS UBIGINT) AS BIGINT) = $2 - 1"},
};

}  // namespace

const std::span<const Spelling> kNumberTextSpelling = kNumberTextRows;

}  // namespace paisql::engine
