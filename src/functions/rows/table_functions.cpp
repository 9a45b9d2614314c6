#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

// Where the arguments decide how many columns there are, analysis makes the list of the rows; the
// row's rule names how.
constexpr Overload kExplode[] = {
    {"(ARRAY<T>) -> STRUCT<col:T>"},
    {"(MAP<K,V>) -> STRUCT<key:K,value:V>"},
};
constexpr Overload kPosexplode[] = {{"(ARRAY<T>) -> STRUCT<pos:BIGINT,val:T>"}};
constexpr Overload kInline[] = {{"(ARRAY<T>) -> ANY"}};
constexpr Overload kStack[] = {{"(const BIGINT, ANY...) -> ANY"}};
constexpr Overload kJsonTuple[] = {{"(STRING, STRING...) -> ANY"}};
constexpr Overload kJsonExplode[] = {{"(JSON) -> STRUCT<key:STRING,value:JSON>"}};
constexpr Overload kKeyvalueTuple[] = {{"(STRING, STRING, STRING, STRING...) -> ANY"}};
constexpr Overload kParseUrlTuple[] = {{"(STRING, const STRING...) -> ANY"}};
constexpr Overload kTransArray[] = {{"(const BIGINT, const STRING, ANY...) -> ANY"}};
constexpr Overload kTransCols[] = {{"(const BIGINT, ANY...) -> ANY"}};

constexpr FunctionKind kTableFunction = FunctionKind::kTable;

constexpr Function kTableFunctions[] = {
    {"explode", kTableFunction, kExplode, "EXPLODE(array | map): a row for each element"},
    {"posexplode", kTableFunction, kPosexplode, "POSEXPLODE(array): position from 0 and element"},
    {"inline",
     kTableFunction,
     kInline,
     "INLINE(array of structures): a row for each, a column for each field",
     &kReplaced,
     {},
     "inline"},
    {"stack",
     kTableFunction,
     kStack,
     "STACK(n, a, b, ...): the values in n rows: col0, col1, ...",
     &kReplaced,
     {},
     "stack"},
    {"json_tuple",
     kTableFunction,
     kJsonTuple,
     "JSON_TUPLE(text, key, ...): a column for each key, which may be a path a.b[0]",
     &kReplaced,
     {},
     "json_tuple"},
    {"json_explode", kTableFunction, kJsonExplode,
     "JSON_EXPLODE(json): a row for each element, its key NULL, or for each member"},
    {"keyvalue_tuple",
     kTableFunction,
     kKeyvalueTuple,
     "KEYVALUE_TUPLE(text, split1, split2, key, ...): a column for each key",
     &kReplaced,
     {},
     "keyvalue_tuple"},
    {"parse_url_tuple",
     kTableFunction,
     kParseUrlTuple,
     "PARSE_URL_TUPLE(url, 'HOST', 'QUERY:key', ...): a column for each part",
     &kReplaced,
     {},
     "parse_url_tuple"},
    {"trans_array",
     kTableFunction,
     kTransArray,
     "TRANS_ARRAY(keys, separator, key, ..., text, ...): texts cut, a row for each piece",
     &kReplaced,
     {},
     "trans_array"},
    {"trans_cols",
     kTableFunction,
     kTransCols,
     "TRANS_COLS(keys, key, ..., a, b, ...): a row for each of a, b, ... with its number",
     &kReplaced,
     {},
     "trans_cols"},
};

}  // namespace

std::span<const Function> TableFunctions() { return kTableFunctions; }

}  // namespace paisql::functions
