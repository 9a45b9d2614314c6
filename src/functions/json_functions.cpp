#include "functions/tables.h"

namespace paisql::functions {
namespace {

constexpr Overload kGetJsonObject[] = {
    {"(STRING, STRING) -> STRING", "paisql_get_json_object($1, $2)"}};

constexpr Function kTable[] = {
    {"get_json_object", FunctionKind::kScalar, kGetJsonObject,
     "GET_JSON_OBJECT(text, path): NULL for an invalid text or path"},
};

}  // namespace

std::span<const Function> JsonFunctions() { return kTable; }

}  // namespace paisql::functions
