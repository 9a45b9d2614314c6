#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

constexpr Spelling kStructRows[] = {
    {"struct", "(ANY...) -> ANY", "CAST(row($*) AS $type)"},
    // The names are in the type, so only every second argument is printed.
    {"named_struct", "(ANY, ANY) -> ANY", "CAST(row($2) AS $type)"},
    {"named_struct", "(ANY, ANY, ANY, ANY) -> ANY", "CAST(row($2, $4) AS $type)"},
    {"named_struct", "(ANY, ANY, ANY, ANY, ANY, ANY) -> ANY", "CAST(row($2, $4, $6) AS $type)"},
    {"named_struct", "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8) AS $type)"},
    {"named_struct", "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8, $10) AS $type)"},
    {"named_struct", "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8, $10, $12) AS $type)"},
    {"named_struct",
     "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8, $10, $12, $14) AS $type)"},
    {"named_struct",
     "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8, $10, $12, $14, $16) AS $type)"},
    {"named_struct",
     "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) "
     "-> ANY",
     "CAST(row($2, $4, $6, $8, $10, $12, $14, $16, $18) AS $type)"},
    {"named_struct",
     "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, "
     "ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8, $10, $12, $14, $16, $18, $20) AS $type)"},
    {"named_struct",
     "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, "
     "ANY, ANY, ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8, $10, $12, $14, $16, $18, $20, $22) AS $type)"},
    {"named_struct",
     "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, "
     "ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8, $10, $12, $14, $16, $18, $20, $22, $24) AS $type)"},
    {"named_struct",
     "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, "
     "ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8, $10, $12, $14, $16, $18, $20, $22, $24, $26) AS $type)"},
    {"named_struct",
     "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, "
     "ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8, $10, $12, $14, $16, $18, $20, $22, $24, $26, $28) AS $type)"},
    {"named_struct",
     "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, "
     "ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8, $10, $12, $14, $16, $18, $20, $22, $24, $26, $28, $30) AS $type)"},
    {"named_struct",
     "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, "
     "ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8, $10, $12, $14, $16, $18, $20, $22, $24, $26, $28, $30, $32) AS "
     "$type)"},
};

}  // namespace

const std::span<const Spelling> kStructSpelling = kStructRows;

}  // namespace paisql::engine
