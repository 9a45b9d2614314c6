#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

constexpr Spelling kLambdaRows[] = {
    {"transform", "(ARRAY<T>, LAMBDA<T,R>) -> ARRAY<R>",
     "list_transform($1, lambda $v1, $v2: CASE WHEN paisql_goes_on($v2) THEN $2($v1) END)"},
    {"filter", "(ARRAY<T>, LAMBDA<T,BOOLEAN>) -> ARRAY<T>",
     "list_filter($1, lambda $v1, $v2: CASE WHEN paisql_goes_on($v2) THEN $2($v1) END)"},
    {"any_match", "(ARRAY<T>, LAMBDA<T,BOOLEAN>) -> BOOLEAN",
     "CASE WHEN $1 IS NOT NULL THEN CASE coalesce(list_max(list_transform(list_transform($1, "
     "lambda $v1: $2($v1)), lambda $v2: CASE WHEN $v2 THEN 2 WHEN $v2 IS NULL THEN 1 ELSE 0 END)), "
     "0) WHEN 2 THEN true WHEN 0 THEN false END END"},
    {"all_match", "(ARRAY<T>, LAMBDA<T,BOOLEAN>) -> BOOLEAN",
     "CASE WHEN $1 IS NOT NULL THEN CASE coalesce(list_min(list_transform(list_transform($1, "
     "lambda $v1: $2($v1)), lambda $v2: CASE WHEN $v2 THEN 2 WHEN $v2 IS NULL THEN 1 ELSE 0 END)), "
     "2) WHEN 2 THEN true WHEN 0 THEN false END END"},
    // The stages of a sorting network, one after the other: v2 is the order so far, v3 the stage.
    {"array_sort", "(ARRAY<T>, LAMBDA<T,T,BIGINT>) -> ARRAY<T>",
     "list_transform([$1], lambda $v1: list_select($v1, list_reduce(paisql_sort_stages(len($v1)), "
     "lambda $v2, $v3: paisql_sort_exchange($v2, $v3, list_transform(list_zip(list_select($v1, "
     "paisql_sort_left($v2, $v3)), list_select($v1, paisql_sort_right($v2, $v3))), lambda $v4: "
     "$2(struct_extract_at($v4, 1), struct_extract_at($v4, 2)))))))[1]"},
    // a holds the result so far, x the next element.
    {"array_reduce", "(ARRAY<T>, S, LAMBDA<S,T,S>, LAMBDA<S,R>) -> R",
     "CASE WHEN $1 IS NOT NULL THEN list_transform([struct_extract(list_reduce(list_concat([{'a': "
     "$2, 'x': NULL}], list_transform($1, lambda $v1: {'a': NULL, 'x': $v1})), lambda $v2, $v3, "
     "$v5: "
     "{'a': CASE WHEN paisql_goes_on($v5) THEN $3(struct_extract($v2, 'a'), struct_extract($v3, "
     "'x')) END, 'x': NULL}), 'a')], lambda "
     "$v4: $4($v4))[1] END"},
    {"zip_with", "(ARRAY<T>, ARRAY<S>, LAMBDA<T,S,R>) -> ARRAY<R>",
     "CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN list_transform(list_zip($1, $2), lambda "
     "$v1, $v2: CASE WHEN paisql_goes_on($v2) THEN $3(struct_extract_at($v1, 1), "
     "struct_extract_at($v1, 2)) END) END"},
    {"map_filter", "(MAP<K,V>, LAMBDA<K,V,BOOLEAN>) -> MAP<K,V>",
     "map_from_entries(list_filter(map_entries($1), lambda $v1: $2(struct_extract($v1, 'key'), "
     "struct_extract($v1, 'value'))))"},
    {"transform_keys", "(MAP<K,V>, LAMBDA<K,V,R>) -> MAP<R,V>",
     "list_transform([list_transform(map_entries($1), lambda $v1: $2(struct_extract($v1, 'key'), "
     "struct_extract($v1, 'value')))], lambda $v2: paisql_map_of_keys('last_win', $v2, "
     "map_values($1)))[1]"},
    {"transform_keys", "(const STRING, MAP<K,V>, LAMBDA<K,V,R>) -> MAP<R,V>",
     "list_transform([list_transform(map_entries($2), lambda $v1: $3(struct_extract($v1, 'key'), "
     "struct_extract($v1, 'value')))], lambda $v2: paisql_map_of_keys($1, $v2, "
     "map_values($2)))[1]"},
    {"transform_values", "(MAP<K,V>, LAMBDA<K,V,R>) -> MAP<K,R>",
     "map_from_entries(list_transform(map_entries($1), lambda $v1: {'key': struct_extract($v1, "
     "'key'), 'value': $2(struct_extract($v1, 'key'), struct_extract($v1, 'value'))}))"},
    {"map_zip_with", "(MAP<K,V>, MAP<K,W>, LAMBDA<K,V,W,R>) -> MAP<K,R>",
     "CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN map_from_entries(list_transform("
     "paisql_array_distinct(list_concat(map_keys($1), map_keys($2))), lambda $v1: {'key': $v1, "
     "'value': $3($v1, $1[$v1], $2[$v1])})) END"},
};

}  // namespace

const std::span<const Spelling> kLambdaSpelling = kLambdaRows;

}  // namespace paisql::engine
