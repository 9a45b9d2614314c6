#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

constexpr Overload kIf[] = {{"(BOOLEAN, T, T) -> T", "CASE WHEN $1 THEN $2 ELSE $3 END"}};
constexpr Overload kCoalesce[] = {{"(T...) -> T", "coalesce($*)"}};
constexpr Overload kNvl[] = {{"(T, T) -> T", "coalesce($1, $2)"}};
constexpr Overload kNullif[] = {{"(T, T) -> T", "nullif($1, $2)"}};
// NULL is the smallest value: it wins LEAST and loses GREATEST.
// In Hive mode a NULL makes both NULL, which is the same for LEAST.
constexpr Overload kGreatest[] = {
    {"(T...) -> T", "greatest($*)", "", modes::kNotHive},
    {"(T) -> T", "$1", "", modes::kHive},
    {"(T, T) -> T", "CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN greatest($1, $2) END", "",
     modes::kHive},
    {"(T, T, T...) -> T", "list_sort([$*], 'DESC', 'NULLS FIRST')[1]", "", modes::kHive},
};
constexpr Overload kLeast[] = {
    {"(T) -> T", "$1"},
    {"(T, T) -> T", "CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL ELSE least($1, $2) END"},
    {"(T, T, T...) -> T", "list_sort([$*], 'ASC', 'NULLS FIRST')[1]"},
};
constexpr Overload kOrdinal[] = {
    {"(BIGINT, T...) -> T", "list_sort([$2*], 'ASC', 'NULLS FIRST')[$1]"}};
// Up to 8 pairs: each WHEN compares with the first argument, so each number of pairs is a row.
constexpr Overload kDecode[] = {
    // Another function of the same name.
    {"(BINARY, STRING) -> STRING", "paisql_decode($1, $2, '$mode')"},
    {"(ANY, ANY, ANY) -> ANY", "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 END"},
    {"(ANY, ANY, ANY, ANY) -> ANY", "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 ELSE $4 END"},
    {"(ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 END"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 ELSE "
     "$6 END"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 END"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 ELSE $8 END"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 WHEN $1 IS NOT DISTINCT FROM $8 THEN $9 END"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 WHEN $1 IS NOT DISTINCT FROM $8 THEN $9 ELSE $10 END"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 WHEN $1 IS NOT DISTINCT FROM $8 THEN $9 WHEN $1 IS NOT "
     "DISTINCT FROM $10 THEN $11 END"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 WHEN $1 IS NOT DISTINCT FROM $8 THEN $9 WHEN $1 IS NOT "
     "DISTINCT FROM $10 THEN $11 ELSE $12 END"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 WHEN $1 IS NOT DISTINCT FROM $8 THEN $9 WHEN $1 IS NOT "
     "DISTINCT FROM $10 THEN $11 WHEN $1 IS NOT DISTINCT FROM $12 THEN $13 END"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 WHEN $1 IS NOT DISTINCT FROM $8 THEN $9 WHEN $1 IS NOT "
     "DISTINCT FROM $10 THEN $11 WHEN $1 IS NOT DISTINCT FROM $12 THEN $13 ELSE $14 END"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 WHEN $1 IS NOT DISTINCT FROM $8 THEN $9 WHEN $1 IS NOT "
     "DISTINCT FROM $10 THEN $11 WHEN $1 IS NOT DISTINCT FROM $12 THEN $13 WHEN $1 IS NOT "
     "DISTINCT FROM $14 THEN $15 END"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 WHEN $1 IS NOT DISTINCT FROM $8 THEN $9 WHEN $1 IS NOT "
     "DISTINCT FROM $10 THEN $11 WHEN $1 IS NOT DISTINCT FROM $12 THEN $13 WHEN $1 IS NOT "
     "DISTINCT FROM $14 THEN $15 ELSE $16 END"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> "
     "ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 WHEN $1 IS NOT DISTINCT FROM $8 THEN $9 WHEN $1 IS NOT "
     "DISTINCT FROM $10 THEN $11 WHEN $1 IS NOT DISTINCT FROM $12 THEN $13 WHEN $1 IS NOT "
     "DISTINCT FROM $14 THEN $15 WHEN $1 IS NOT DISTINCT FROM $16 THEN $17 END"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) "
     "-> ANY",
     "CASE WHEN $1 IS NOT DISTINCT FROM $2 THEN $3 WHEN $1 IS NOT DISTINCT FROM $4 THEN $5 WHEN "
     "$1 IS NOT DISTINCT FROM $6 THEN $7 WHEN $1 IS NOT DISTINCT FROM $8 THEN $9 WHEN $1 IS NOT "
     "DISTINCT FROM $10 THEN $11 WHEN $1 IS NOT DISTINCT FROM $12 THEN $13 WHEN $1 IS NOT "
     "DISTINCT FROM $14 THEN $15 WHEN $1 IS NOT DISTINCT FROM $16 THEN $17 ELSE $18 END"},
};
// The analysis asks the catalog and puts a constant in its place.
constexpr Overload kMaxPt[] = {{"(const STRING) -> STRING", "$1"}};

constexpr FunctionKind kScalar = FunctionKind::kScalar;
constexpr FunctionFlags kCompares = {.compares = true};
constexpr FunctionFlags kNeedsType = {.needs_type = true};

constexpr Function kTable[] = {
    {"if", kScalar, kIf, "IF(condition, then, else)"},
    {"coalesce", kScalar, kCoalesce, "COALESCE(a, ...): the first argument that is not NULL",
     kNeedsType},
    {"nvl", kScalar, kNvl, "NVL(a, b): b where a is NULL"},
    {"nullif", kScalar, kNullif, "NULLIF(a, b): NULL where a equals b, else a", kCompares},
    {"greatest", kScalar, kGreatest,
     "GREATEST(a, ...): NULL is the smallest value; in Hive mode NULL when one is NULL", kCompares},
    {"least", kScalar, kLeast, "LEAST(a, ...): NULL is the smallest value", kCompares},
    {"ordinal", kScalar, kOrdinal, "ORDINAL(n, a, ...): the n-th smallest, NULL first", kCompares},
    {"decode",
     kScalar,
     kDecode,
     "DECODE(e, s1, r1, ...[, otherwise]): up to 8 pairs; NULL matches NULL. DECODE(binary, "
     "charset): "
     "the text of bytes",
     {},
     {},
     "decode"},
    {"max_pt", kScalar, kMaxPt,
     "MAX_PT('project.table'): the greatest first-level partition that holds data"},
};

}  // namespace

std::span<const Function> ConditionalFunctions() { return kTable; }

}  // namespace paisql::functions
