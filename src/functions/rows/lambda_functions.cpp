#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

constexpr Overload kTransform[] = {{"(ARRAY<T>, LAMBDA<T,R>) -> ARRAY<R>"}};
constexpr Overload kFilter[] = {{"(ARRAY<T>, LAMBDA<T,BOOLEAN>) -> ARRAY<T>"}};
// Three-valued: one true decides, an unknown one leaves the answer unknown, no element is false.
constexpr Overload kAnyMatch[] = {{"(ARRAY<T>, LAMBDA<T,BOOLEAN>) -> BOOLEAN"}};
constexpr Overload kAllMatch[] = {{"(ARRAY<T>, LAMBDA<T,BOOLEAN>) -> BOOLEAN"}};
constexpr Overload kArraySort[] = {{"(ARRAY<T>, LAMBDA<T,T,BIGINT>) -> ARRAY<T>"}};
constexpr Overload kArrayReduce[] = {{"(ARRAY<T>, S, LAMBDA<S,T,S>, LAMBDA<S,R>) -> R"}};
constexpr Overload kZipWith[] = {{"(ARRAY<T>, ARRAY<S>, LAMBDA<T,S,R>) -> ARRAY<R>"}};
constexpr Overload kMapFilter[] = {{"(MAP<K,V>, LAMBDA<K,V,BOOLEAN>) -> MAP<K,V>"}};
constexpr Overload kTransformValues[] = {{"(MAP<K,V>, LAMBDA<K,V,R>) -> MAP<K,R>"}};
constexpr Overload kTransformKeys[] = {
    {"(MAP<K,V>, LAMBDA<K,V,R>) -> MAP<R,V>"},
    {"(const STRING, MAP<K,V>, LAMBDA<K,V,R>) -> MAP<R,V>"},
};
constexpr Overload kMapZipWith[] = {{"(MAP<K,V>, MAP<K,W>, LAMBDA<K,V,W,R>) -> MAP<K,R>"}};

constexpr Function kLambdaFunctions[] = {
    {"transform", kScalar, kTransform, "TRANSFORM(array, x -> a): the array of what it gives"},
    {"filter", kScalar, kFilter, "FILTER(array, x -> condition): elements for which it is true"},
    {"any_match", kScalar, kAnyMatch, "ANY_MATCH(array, x -> condition): true for some element"},
    {"all_match", kScalar, kAllMatch, "ALL_MATCH(array, x -> condition): true for every element"},
    {"array_sort", kScalar, kArraySort,
     "ARRAY_SORT(array, (a, b) -> n): negative for a before b; NULL is an error"},
    {"array_reduce", kScalar, kArrayReduce,
     "ARRAY_REDUCE(array, start, (sum, x) -> sum, sum -> result)"},
    {"zip_with", kScalar, kZipWith, "ZIP_WITH(a, b, (x, y) -> c): the shorter one gets NULLs"},
    {"map_filter", kScalar, kMapFilter, "MAP_FILTER(map, (key, value) -> condition)"},
    {"transform_keys", kScalar, kTransformKeys,
     "TRANSFORM_KEYS(['exception' or 'last_win',] map, (key, value) -> key)"},
    {"transform_values", kScalar, kTransformValues, "TRANSFORM_VALUES(map, (key, value) -> value)"},
    {"map_zip_with", kScalar, kMapZipWith,
     "MAP_ZIP_WITH(a, b, (key, x, y) -> value): all keys of both, NULL for the absent value"},
};

}  // namespace

std::span<const Function> LambdaFunctions() { return kLambdaFunctions; }

}  // namespace paisql::functions
