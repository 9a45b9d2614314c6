#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

constexpr Overload kArray[] = {Total("(T*) -> ARRAY<T>")};
constexpr Overload kArrayContains[] = {{"(ARRAY<T>, T) -> BOOLEAN"}};
constexpr Overload kSortArray[] = {
    {"(ARRAY<T>) -> ARRAY<T>"},
    {"(ARRAY<T>, BOOLEAN) -> ARRAY<T>"},
};
constexpr Overload kArrayDistinct[] = {{"(ARRAY<T>) -> ARRAY<T>"}};
constexpr Overload kArrayJoin[] = {
    {"(ARRAY<STRING>, STRING) -> STRING"},
    {"(ARRAY<STRING>, STRING, STRING) -> STRING"},
};
constexpr Overload kArrayMax[] = {{"(ARRAY<T>) -> T"}};
constexpr Overload kArrayMin[] = {{"(ARRAY<T>) -> T"}};
constexpr Overload kArrayNormalize[] = {
    {"(ARRAY<DOUBLE>, DOUBLE) -> ARRAY<DOUBLE>"},
    {"(ARRAY<FLOAT>, DOUBLE) -> ARRAY<FLOAT>"},
};
constexpr Overload kArrayPosition[] = {{"(ARRAY<T>, T) -> BIGINT"}};
constexpr Overload kArrayRemove[] = {{"(ARRAY<T>, T) -> ARRAY<T>"}};
constexpr Overload kArrayRepeat[] = {{"(T, BIGINT) -> ARRAY<T>"}};
constexpr Overload kArrayUnion[] = {{"(ARRAY<T>, ARRAY<T>) -> ARRAY<T>"}};
constexpr Overload kArrayIntersect[] = {{"(ARRAY<T>, ARRAY<T>) -> ARRAY<T>"}};
// The platform's page says that an empty side gives the other one without its repetitions.
constexpr Overload kArrayExcept[] = {{"(ARRAY<T>, ARRAY<T>) -> ARRAY<T>"}};
constexpr Overload kFlatten[] = {{"(ARRAY<ARRAY<T>>) -> ARRAY<T>"}};
constexpr Overload kShuffle[] = {{"(ARRAY<T>) -> ARRAY<T>"}};
constexpr Overload kSlice[] = {{"(ARRAY<T>, BIGINT, BIGINT) -> ARRAY<T>"}};
constexpr Overload kSequence[] = {
    {"(BIGINT, BIGINT) -> ARRAY<BIGINT>"},
    {"(BIGINT, BIGINT, BIGINT) -> ARRAY<BIGINT>"},
    {"(DATE, DATE) -> ARRAY<DATE>"},
    {"(DATE, DATE, INTERVAL_YEAR_MONTH) -> ARRAY<DATE>"},
    {"(DATE, DATE, INTERVAL_DAY_TIME) -> ARRAY<DATE>"},
    {"(DATETIME, DATETIME) -> ARRAY<DATETIME>"},
    {"(DATETIME, DATETIME, INTERVAL_YEAR_MONTH) -> ARRAY<DATETIME>"},
    {"(DATETIME, DATETIME, INTERVAL_DAY_TIME) -> ARRAY<DATETIME>"},
};
constexpr Overload kArraysOverlap[] = {{"(ARRAY<T>, ARRAY<T>) -> BOOLEAN"}};
constexpr Overload kArraysZip[] = {
    {"(ANY, ANY) -> ANY"},
    {"(ANY, ANY, ANY) -> ANY"},
    {"(ANY, ANY, ANY, ANY) -> ANY"},
};
constexpr Overload kNgrams[] = {{"(ARRAY<T>, BIGINT) -> ARRAY<ARRAY<T>>"}};
constexpr Overload kCombinations[] = {{"(ARRAY<T>, BIGINT) -> ARRAY<ARRAY<T>>"}};
constexpr Overload kIndex[] = {
    {"(ARRAY<T>, BIGINT) -> T"},
    Total("(MAP<K,V>, K) -> V"),
    {"(JSON, STRING) -> JSON"},
    {"(JSON, BIGINT) -> JSON"},
};
constexpr Overload kSize[] = {
    {"(ARRAY<T>) -> BIGINT", modes::kNotHive},
    {"(MAP<K,V>) -> BIGINT", modes::kNotHive},
    {"(ARRAY<T>) -> INT", modes::kHive},
    {"(MAP<K,V>) -> INT", modes::kHive},
};

constexpr Function kCollectionFunctions[] = {
    {"array", kScalar, kArray, "ARRAY(a, ...)"},
    {"array_contains", kScalar, kArrayContains, "ARRAY_CONTAINS(array, a)", &kKeepsFamily},
    {"sort_array", kScalar, kSortArray, "SORT_ARRAY(array[, ascending]): NULL is the smallest"},
    {"array_distinct", kScalar, kArrayDistinct, "ARRAY_DISTINCT(array)"},
    {"array_join", kScalar, kArrayJoin, "ARRAY_JOIN(array, separator[, text for NULL])"},
    {"array_max", kScalar, kArrayMax, "ARRAY_MAX(array)"},
    {"array_min", kScalar, kArrayMin, "ARRAY_MIN(array)"},
    {"array_normalize", kScalar, kArrayNormalize,
     "ARRAY_NORMALIZE(array, p): each element divided by the p-norm; NULL where one is NULL"},
    {"array_position", kScalar, kArrayPosition, "ARRAY_POSITION(array, a): from 1, or 0"},
    {"array_remove", kScalar, kArrayRemove, "ARRAY_REMOVE(array, a)"},
    {"array_repeat", kScalar, kArrayRepeat, "ARRAY_REPEAT(a, n)"},
    {"array_union", kScalar, kArrayUnion, "ARRAY_UNION(a, b)"},
    {"array_intersect", kScalar, kArrayIntersect, "ARRAY_INTERSECT(a, b)"},
    {"array_except", kScalar, kArrayExcept, "ARRAY_EXCEPT(a, b)"},
    {"flatten", kScalar, kFlatten, "FLATTEN(array of arrays)"},
    {"shuffle", kScalar, kShuffle, "SHUFFLE(array): in a random order", &kVolatile},
    {"slice", kScalar, kSlice, "SLICE(array, start, length): start counts from 1, or back"},
    {"sequence", kScalar, kSequence,
     "SEQUENCE(start, stop[, step]): integers by 1, times by a day, or by a step or INTERVAL"},
    {"arrays_overlap", kScalar, kArraysOverlap,
     "ARRAYS_OVERLAP(a, b): NULL where only a NULL could be common"},
    {"arrays_zip",
     kScalar,
     kArraysZip,
     "ARRAYS_ZIP(a, b, ...): structures of the fields 0, 1, ..., up to 4 arrays",
     &kNoFlags,
     {},
     "zip"},
    {"ngrams", kScalar, kNgrams, "NGRAMS(array, n): all runs of n elements"},
    {"combinations", kScalar, kCombinations, "COMBINATIONS(array, n): n from 1 to 5"},
    {"index", kScalar, kIndex, "INDEX(array, n) from 0, INDEX(map, key); NULL when absent"},
    {"size", kScalar, kSize, "SIZE(array | map)"},
};

}  // namespace

std::span<const Function> CollectionFunctions() { return kCollectionFunctions; }

}  // namespace paisql::functions
