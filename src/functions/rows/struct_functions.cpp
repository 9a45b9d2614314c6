#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

constexpr Overload kStruct[] = {{"(ANY...) -> ANY"}};
// The names are in the result's type.
constexpr Overload kNamedStruct[] = {
    {"(ANY, ANY) -> ANY"},
    {"(ANY, ANY, ANY, ANY) -> ANY"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY) -> ANY"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) "
     "-> ANY"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, "
     "ANY, ANY) -> ANY"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, "
     "ANY, ANY, ANY, ANY) -> ANY"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, "
     "ANY, ANY, ANY, ANY, ANY, ANY) -> ANY"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, "
     "ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, "
     "ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, "
     "ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY"},
    {"(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, "
     "ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY"},
};

// Analysis puts the field itself in its place.
constexpr Overload kFieldByName[] = {{"(ANY, const STRING) -> ANY"}};

constexpr Function kStructFunctions[] = {
    {"field", kScalar, kFieldByName, "FIELD(structure, 'name'): structure.name", &kReplaced},
    {"struct", kScalar, kStruct, "STRUCT(a, ...): fields col1, col2, ...", &kNoFlags, {}, "struct"},
    {"named_struct",
     kScalar,
     kNamedStruct,
     "NAMED_STRUCT('name', a, ...): up to 16 fields",
     &kNoFlags,
     {},
     "named_struct"},
};

}  // namespace

std::span<const Function> StructFunctions() { return kStructFunctions; }

}  // namespace paisql::functions
