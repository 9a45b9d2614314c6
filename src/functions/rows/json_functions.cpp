#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

// A path into a STRING is the older kind, which knows no modes and quotes nothing.
constexpr Overload kGetJsonObject[] = {
    {"(STRING, STRING) -> STRING"},
    {"(JSON, STRING) -> STRING"},
};
constexpr Overload kFromJson[] = {{"(STRING, const STRING) -> ANY"}};
constexpr Overload kToJson[] = {{"(ANY) -> STRING"}};
constexpr Overload kJsonParse[] = {{"(STRING) -> JSON"}};
constexpr Overload kJsonFormat[] = {{"(JSON) -> STRING"}};
constexpr Overload kJsonPretty[] = {{"(JSON) -> STRING"}};
constexpr Overload kJsonUnquote[] = {{"(JSON) -> STRING"}};
constexpr Overload kJsonValid[] = {{"(STRING) -> BOOLEAN"}};
constexpr Overload kJsonType[] = {{"(JSON) -> STRING"}};
constexpr Overload kJsonExtract[] = {{"(JSON, STRING) -> JSON"}};
constexpr Overload kJsonExists[] = {{"(JSON, STRING) -> BOOLEAN"}};
constexpr Overload kJsonLength[] = {
    {"(JSON) -> BIGINT"},
    {"(JSON, STRING) -> BIGINT"},
};
constexpr Overload kJsonContains[] = {
    {"(JSON, JSON) -> BOOLEAN"},
    {"(JSON, JSON, STRING) -> BOOLEAN"},
};
// The values become JSON: see result_rules.h.
constexpr Overload kJsonObject[] = {{"(ANY*) -> JSON"}};
constexpr Overload kJsonArray[] = {{"(ANY*) -> JSON"}};
constexpr Overload kJsonSet[] = {
    {"(JSON, ARRAY<STRING>, JSON) -> JSON"},
    {"(JSON, ARRAY<STRING>, JSON, BOOLEAN) -> JSON"},
};
constexpr Overload kJsonInsert[] = {
    {"(JSON, ARRAY<STRING>, JSON) -> JSON"},
    {"(JSON, ARRAY<STRING>, JSON, BOOLEAN) -> JSON"},
};
constexpr Overload kJsonStripNulls[] = {
    {"(JSON) -> JSON"},
    {"(JSON, BOOLEAN) -> JSON"},
    {"(JSON, BOOLEAN, BOOLEAN) -> JSON"},
    {"(JSON, BOOLEAN, BOOLEAN, STRING) -> JSON"},
};

constexpr Function kJsonFunctions[] = {
    {"get_json_object", kScalar, kGetJsonObject,
     "GET_JSON_OBJECT(text | json, path): NULL for an invalid text or path"},
    {"from_json",
     kScalar,
     kFromJson,
     "FROM_JSON(text, 'array<bigint>' | 'a int, b double' | ...): what does not fit is left out",
     &kNoFlags,
     {},
     "from_json"},
    {"to_json", kScalar, kToJson, "TO_JSON(a): text, without fields that are NULL"},
    {"json_parse", kScalar, kJsonParse, "JSON_PARSE(text): an error for a text that is not JSON"},
    {"json_valid", kScalar, kJsonValid, "JSON_VALID(text): whether it is JSON"},
    {"json_format", kScalar, kJsonFormat, "JSON_FORMAT(json): its text"},
    {"json_pretty", kScalar, kJsonPretty, "JSON_PRETTY(json): its text in lines"},
    {"json_unquote", kScalar, kJsonUnquote, "JSON_UNQUOTE(json): a string without its quotes"},
    {"json_type", kScalar, kJsonType,
     "JSON_TYPE(json): string, number, boolean, null, object or array"},
    {"json_extract", kScalar, kJsonExtract,
     "JSON_EXTRACT(json, path): NULL where the path leads to nothing"},
    {"json_exists", kScalar, kJsonExists, "JSON_EXISTS(json, path)"},
    {"json_length", kScalar, kJsonLength,
     "JSON_LENGTH(json[, path]): elements or members, 1 for all else"},
    {"json_contains", kScalar, kJsonContains, "JSON_CONTAINS(json, candidate[, path])"},
    {"json_object",
     kScalar,
     kJsonObject,
     "JSON_OBJECT(key, value, ...)",
     &kNoFlags,
     {},
     "json_object"},
    {"json_array", kScalar, kJsonArray, "JSON_ARRAY(value, ...)", &kNoFlags, {}, "json_array"},
    {"json_set", kScalar, kJsonSet,
     "JSON_SET(json, array of steps, value[, create_if_missing]): a value put in another's place"},
    {"json_insert", kScalar, kJsonInsert,
     "JSON_INSERT(json, array of steps, value[, insert_after]): a value put in"},
    {"json_strip_nulls", kScalar, kJsonStripNulls,
     "JSON_STRIP_NULLS(json[, include_arrays[, remove_empty[, path]]])"},
};

}  // namespace

std::span<const Function> JsonFunctions() { return kJsonFunctions; }

}  // namespace paisql::functions
