#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

constexpr Overload kIf[] = {Total("(BOOLEAN, T, T) -> T")};
constexpr Overload kCoalesce[] = {{"(T...) -> T"}};
constexpr Overload kNvl[] = {{"(T, T) -> T"}};
constexpr Overload kNullif[] = {{"(T, T) -> T"}};
// NULL is the smallest value: it wins LEAST and loses GREATEST.
// In Hive mode a NULL makes both NULL, which is the same for LEAST.
constexpr Overload kGreatest[] = {
    {"(T...) -> T", modes::kNotHive},
    Total("(T) -> T", modes::kHive),
    {"(T, T) -> T", modes::kHive},
    {"(T, T, T...) -> T", modes::kHive},
};
constexpr Overload kLeast[] = {
    Total("(T) -> T"),
    {"(T, T) -> T"},
    {"(T, T, T...) -> T"},
};
constexpr Overload kOrdinal[] = {{"(BIGINT, T...) -> T"}};
// Up to 8 pairs, each number of them a row.
constexpr Overload kDecode[] = {
    // Another function of the same name.
    {"(BINARY, STRING) -> STRING"},
    Total("(ANY, ANY, ANY) -> ANY"),
    Total("(ANY, ANY, ANY, ANY) -> ANY"),
    Total("(ANY, ANY, ANY, ANY, ANY) -> ANY"),
    Total("(ANY, ANY, ANY, ANY, ANY, ANY) -> ANY"),
    Total("(ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY"),
    Total("(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY"),
    Total("(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY"),
    Total("(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY"),
    Total("(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY"),
    Total("(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY"),
    Total("(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY"),
    Total("(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY"),
    Total("(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY"),
    Total(
        "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> ANY"),
    Total(
        "(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY) -> "
        "ANY"),
    Total("(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, "
          "ANY) "
          "-> ANY"),
};
constexpr Overload kAssertTrue[] = {
    {"(BOOLEAN) -> BOOLEAN"},
    {"(BOOLEAN, STRING) -> BOOLEAN"},
};
// The analysis asks the catalog and puts a constant in its place.
constexpr Overload kFailIf[] = {{"(BOOLEAN, STRING) -> BOOLEAN"}};
constexpr Overload kMaxPt[] = {{"(const STRING) -> STRING"}};

constexpr Function kConditionalFunctions[] = {
    {"if", kScalar, kIf, "IF(condition, then, else)"},
    {"coalesce", kScalar, kCoalesce, "COALESCE(a, ...): the first argument that is not NULL",
     &kNeedsType},
    {"nvl", kScalar, kNvl, "NVL(a, b): b where a is NULL"},
    {"nullif", kScalar, kNullif, "NULLIF(a, b): NULL where a equals b, else a", &kCompares},
    {"greatest", kScalar, kGreatest,
     "GREATEST(a, ...): NULL is the smallest value; in Hive mode NULL when one is NULL",
     &kCompares},
    {"least", kScalar, kLeast, "LEAST(a, ...): NULL is the smallest value", &kCompares},
    {"ordinal", kScalar, kOrdinal, "ORDINAL(n, a, ...): the n-th smallest, NULL first", &kCompares},
    {"decode",
     kScalar,
     kDecode,
     "DECODE(e, s1, r1, ...[, otherwise]): up to 8 pairs; NULL matches NULL. DECODE(binary, "
     "charset): "
     "the text of bytes",
     &kNoFlags,
     {},
     "decode"},
    {"assert_true", kScalar, kAssertTrue,
     "ASSERT_TRUE(condition[, text]): NULL where it is true, else an error with the text; as in "
     "Hive and Spark"},
    {"failif", kScalar, kFailIf,
     "FAILIF(condition, text): true where it is false, else an error with the text"},
    {"max_pt", kScalar, kMaxPt,
     "MAX_PT('project.table'): the greatest first-level partition that holds data", &kReplaced},
};

}  // namespace

std::span<const Function> ConditionalFunctions() { return kConditionalFunctions; }

}  // namespace paisql::functions
