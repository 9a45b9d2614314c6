#include <cmath>

#include "engine/spark/spelling/rows/spark_rows.h"

namespace paisql::engine::spark {
namespace {

// Known numbers, whose array any process holds.
bool IsShortRun(const std::vector<plan::ExpressionPtr>& arguments) {
  constexpr double kMost = 10'000'000;
  const std::optional<int64_t> start = ConstantBigint(*arguments[0]);
  const std::optional<int64_t> stop = ConstantBigint(*arguments[1]);
  return start && stop &&
         std::abs(static_cast<double>(*stop) - static_cast<double>(*start)) < kMost;
}

constexpr SparkSpelling kCollectionTexts[] = {
    {.function = "sequence",
     .signature = "(BIGINT, BIGINT) -> ARRAY<BIGINT>",
     .text = "sequence($1, $2)",
     .only = IsShortRun},
};

}  // namespace

constinit const std::span<const SparkSpelling> kCollectionRows = kCollectionTexts;

}  // namespace paisql::engine::spark
