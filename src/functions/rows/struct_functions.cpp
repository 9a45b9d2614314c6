#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

constexpr Overload kStruct[] = {{"(ANY...) -> ANY", "CAST(row($*) AS $type)"}};
// The names are in the result's type, so only every second argument is printed.
constexpr Overload kNamedStruct[] = {
    {"(ANY, ANY) -> ANY", "CAST(row($2) AS $type)"},
    {"(ANY, ANY, ANY, ANY) -> ANY", "CAST(row($2, $4) AS $type)"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY) -> ANY", "CAST(row($2, $4, $6) AS $type)"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY", "CAST(row($2, $4, $6, $8) AS $type)"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8, $10) AS $type)"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8, $10, $12) AS $type)"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8, $10, $12, $14) AS $type)"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8, $10, $12, $14, $16) AS $type)"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) "
     "-> ANY",
     "CAST(row($2, $4, $6, $8, $10, $12, $14, $16, $18) AS $type)"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, "
     "ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8, $10, $12, $14, $16, $18, $20) AS $type)"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, "
     "ANY, ANY, ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8, $10, $12, $14, $16, $18, $20, $22) AS $type)"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, "
     "ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8, $10, $12, $14, $16, $18, $20, $22, $24) AS $type)"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, "
     "ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8, $10, $12, $14, $16, $18, $20, $22, $24, $26) AS $type)"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, "
     "ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8, $10, $12, $14, $16, $18, $20, $22, $24, $26, $28) AS $type)"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, "
     "ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8, $10, $12, $14, $16, $18, $20, $22, $24, $26, $28, $30) AS $type)"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, "
     "ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
     "CAST(row($2, $4, $6, $8, $10, $12, $14, $16, $18, $20, $22, $24, $26, $28, $30, $32) AS "
     "$type)"},
};

constexpr FunctionKind kScalar = FunctionKind::kScalar;

constexpr Function kTable[] = {
    {"struct", kScalar, kStruct, "STRUCT(a, ...): fields col1, col2, ...", {}, {}, "struct"},
    {"named_struct",
     kScalar,
     kNamedStruct,
     "NAMED_STRUCT('name', a, ...): up to 16 fields",
     {},
     {},
     "named_struct"},
};

}  // namespace

std::span<const Function> StructFunctions() { return kTable; }

}  // namespace paisql::functions
