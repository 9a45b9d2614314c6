#include "engine/spark/spelling/rows/spark_rows.h"

namespace paisql::engine::spark {
namespace {

constexpr SparkSpelling Lazy(std::string_view function, std::string_view signature,
                             std::string_view text) {
  return {function, signature, text, kAllCalls, {}, false, true};
}

constexpr SparkSpelling kConditionalTexts[] = {
    Lazy("if", "(BOOLEAN, T, T) -> T", "(CASE WHEN $1 THEN $2 ELSE $3 END)"),
    Lazy("coalesce", "(T...) -> T", "coalesce($*)"),
    Lazy("nvl", "(T, T) -> T", "coalesce($1, $2)"),
    Lazy("nullif", "(T, T) -> T", "nullif($1, $2)"),
    Lazy("greatest", "(T, T) -> T",
         "(CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN greatest($1, $2) END)"),
    Lazy("least", "(T, T) -> T",
         "(CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN least($1, $2) END)"),
    Lazy("decode", "(ANY, ANY, ANY) -> ANY", "(CASE WHEN $1 <=> $2 THEN $3 END)"),
    Lazy("decode", "(ANY, ANY, ANY, ANY) -> ANY", "(CASE WHEN $1 <=> $2 THEN $3 ELSE $4 END)"),
    Lazy("decode", "(ANY, ANY, ANY, ANY, ANY) -> ANY",
         "(CASE WHEN $1 <=> $2 THEN $3 WHEN $1 <=> $4 THEN $5 END)"),
    Lazy("decode", "(ANY, ANY, ANY, ANY, ANY, ANY) -> ANY",
         "(CASE WHEN $1 <=> $2 THEN $3 WHEN $1 <=> $4 THEN $5 ELSE $6 END)"),
};

}  // namespace

constinit const std::span<const SparkSpelling> kConditionalRows = kConditionalTexts;

}  // namespace paisql::engine::spark
