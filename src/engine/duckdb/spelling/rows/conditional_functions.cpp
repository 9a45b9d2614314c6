#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

constexpr Spelling kConditionalRows[] = {
    {"if", "(BOOLEAN, T, T) -> T", "CASE WHEN $1 THEN $2 ELSE $3 END"},
    {"coalesce", "(T...) -> T", "coalesce($*)"},
    {"nvl", "(T, T) -> T", "coalesce($1, $2)"},
    {"nullif", "(T, T) -> T", "nullif($1, $2)"},
    {"assert_true", "(BOOLEAN) -> BOOLEAN",
     "paisql_assert_true($1, 'in function assert_true, the condition is not true')"},
    {"assert_true", "(BOOLEAN, STRING) -> BOOLEAN", "paisql_assert_true($1, $2)"},
    {"failif", "(BOOLEAN, STRING) -> BOOLEAN",
     "CASE WHEN paisql_assert_true(NOT $1, $2) IS NULL AND $1 IS NOT NULL THEN true END"},
    {"greatest", "(T...) -> T", "greatest($*)"},
    {"greatest", "(T) -> T", "$1"},
    {"greatest", "(T, T) -> T",
     "CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN greatest($1, $2) END"},
    {"greatest", "(T, T, T...) -> T", "list_sort([$*], 'DESC', 'NULLS FIRST')[1]"},
    {"least", "(T) -> T", "$1"},
    {"least", "(T, T) -> T", "CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL ELSE least($1, $2) END"},
    {"least", "(T, T, T...) -> T", "list_sort([$*], 'ASC', 'NULLS FIRST')[1]"},
    {"ordinal", "(BIGINT, T...) -> T", "list_sort([$2*], 'ASC', 'NULLS FIRST')[$1]"},
    {"decode", "(BINARY, STRING) -> STRING", "paisql_decode($1, $2, '$mode')"},
    {"decode", "(ANY, ANY, ANY) -> ANY", "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 END"},
    {"decode", "(ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 ELSE $4 END"},
    {"decode", "(ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 END"},
    {"decode", "(ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 ELSE "
     "$6 END"},
    {"decode", "(ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 END"},
    {"decode", "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 ELSE $8 END"},
    {"decode", "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 WHEN $1 IS NOT DISTINCT FROM $8 THEN $9 END"},
    {"decode", "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 WHEN $1 IS NOT DISTINCT FROM $8 THEN $9 ELSE $10 END"},
    {"decode", "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 WHEN $1 IS NOT DISTINCT FROM $8 THEN $9 WHEN $1 IS NOT "
     "DISTINCT FROM $10 THEN $11 END"},
    {"decode", "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 WHEN $1 IS NOT DISTINCT FROM $8 THEN $9 WHEN $1 IS NOT "
     "DISTINCT FROM $10 THEN $11 ELSE $12 END"},
    {"decode", "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 WHEN $1 IS NOT DISTINCT FROM $8 THEN $9 WHEN $1 IS NOT "
     "DISTINCT FROM $10 THEN $11 WHEN $1 IS NOT DISTINCT FROM $12 THEN $13 END"},
    {"decode", "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 WHEN $1 IS NOT DISTINCT FROM $8 THEN $9 WHEN $1 IS NOT "
     "DISTINCT FROM $10 THEN $11 WHEN $1 IS NOT DISTINCT FROM $12 THEN $13 ELSE $14 END"},
    {"decode", "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 WHEN $1 IS NOT DISTINCT FROM $8 THEN $9 WHEN $1 IS NOT "
     "DISTINCT FROM $10 THEN $11 WHEN $1 IS NOT DISTINCT FROM $12 THEN $13 WHEN $1 IS NOT "
     "DISTINCT FROM $14 THEN $15 END"},
    {"decode",
     "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 WHEN $1 IS NOT DISTINCT FROM $8 THEN $9 WHEN $1 IS NOT "
     "DISTINCT FROM $10 THEN $11 WHEN $1 IS NOT DISTINCT FROM $12 THEN $13 WHEN $1 IS NOT "
     "DISTINCT FROM $14 THEN $15 ELSE $16 END"},
    {"decode",
     "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> "
     "ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 WHEN $1 IS NOT DISTINCT FROM $8 THEN $9 WHEN $1 IS NOT "
     "DISTINCT FROM $10 THEN $11 WHEN $1 IS NOT DISTINCT FROM $12 THEN $13 WHEN $1 IS NOT "
     "DISTINCT FROM $14 THEN $15 WHEN $1 IS NOT DISTINCT FROM $16 THEN $17 END"},
    {"decode",
     "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) "
     "-> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 WHEN $1 IS NOT DISTINCT FROM $8 THEN $9 WHEN $1 IS NOT "
     "DISTINCT FROM $10 THEN $11 WHEN $1 IS NOT DISTINCT FROM $12 THEN $13 WHEN $1 IS NOT "
     "DISTINCT FROM $14 THEN $15 WHEN $1 IS NOT DISTINCT FROM $16 THEN $17 ELSE $18 END"},
};

}  // namespace

const std::span<const Spelling> kConditionalSpelling = kConditionalRows;

}  // namespace paisql::engine
