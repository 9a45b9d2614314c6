#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

// A table function is an expression for the list of its rows, each a structure of the output
// columns. Where the arguments decide how many columns there are, analysis makes the list (the
// row's rule names how), and the template here is not used.
constexpr Overload kExplode[] = {
    {"(ARRAY<T>) -> STRUCT<col:T>", "list_transform($1, lambda _x: {'col': _x})"},
    {"(MAP<K,V>) -> STRUCT<key:K,value:V>", "map_entries($1)"},
};
constexpr Overload kPosexplode[] = {
    {"(ARRAY<T>) -> STRUCT<pos:BIGINT,val:T>",
     "list_transform($1, lambda _x, _i: {'pos': _i - 1, 'val': _x})"}};
constexpr Overload kInline[] = {{"(ARRAY<T>) -> ANY", "$1"}};
constexpr Overload kStack[] = {{"(const BIGINT, ANY...) -> ANY", "[$2*]"}};
constexpr Overload kJsonTuple[] = {{"(STRING, STRING...) -> ANY", "[$2*]"}};
constexpr Overload kJsonExplode[] = {
    {"(JSON) -> STRUCT<key:STRING,value:JSON>", "paisql_json_entries($1)"}};
constexpr Overload kKeyvalueTuple[] = {{"(STRING, STRING, STRING, STRING...) -> ANY", "[$4*]"}};
constexpr Overload kParseUrlTuple[] = {{"(STRING, const STRING...) -> ANY", "[$2*]"}};
constexpr Overload kTransArray[] = {{"(const BIGINT, const STRING, ANY...) -> ANY", "[$3*]"}};
constexpr Overload kTransCols[] = {{"(const BIGINT, ANY...) -> ANY", "[$2*]"}};

constexpr FunctionKind kTableFunction = FunctionKind::kTable;

constexpr Function kTable[] = {
    {"explode", kTableFunction, kExplode, "EXPLODE(array | map): a row for each element"},
    {"posexplode", kTableFunction, kPosexplode, "POSEXPLODE(array): position from 0 and element"},
    {"inline",
     kTableFunction,
     kInline,
     "INLINE(array of structures): a row for each, a column for each field",
     {},
     {},
     "inline"},
    {"stack",
     kTableFunction,
     kStack,
     "STACK(n, a, b, ...): the values in n rows: col0, col1, ...",
     {},
     {},
     "stack"},
    {"json_tuple",
     kTableFunction,
     kJsonTuple,
     "JSON_TUPLE(text, key, ...): a column for each key, which may be a path a.b[0]",
     {},
     {},
     "json_tuple"},
    {"json_explode", kTableFunction, kJsonExplode,
     "JSON_EXPLODE(json): a row for each element, its key NULL, or for each member"},
    {"keyvalue_tuple",
     kTableFunction,
     kKeyvalueTuple,
     "KEYVALUE_TUPLE(text, split1, split2, key, ...): a column for each key",
     {},
     {},
     "keyvalue_tuple"},
    {"parse_url_tuple",
     kTableFunction,
     kParseUrlTuple,
     "PARSE_URL_TUPLE(url, 'HOST', 'QUERY:key', ...): a column for each part",
     {},
     {},
     "parse_url_tuple"},
    {"trans_array",
     kTableFunction,
     kTransArray,
     "TRANS_ARRAY(keys, separator, key, ..., text, ...): texts cut, a row for each piece",
     {},
     {},
     "trans_array"},
    {"trans_cols",
     kTableFunction,
     kTransCols,
     "TRANS_COLS(keys, key, ..., a, b, ...): a row for each of a, b, ... with its number",
     {},
     {},
     "trans_cols"},
};

}  // namespace

std::span<const Function> TableFunctions() { return kTable; }

}  // namespace paisql::functions
