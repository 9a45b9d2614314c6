#pragma once

// The tables of spellings, one a file.

#include <cstdint>
#include <optional>
#include <span>

#include "engine/spark/spelling/spark_spelling.h"

namespace paisql::engine::spark {

extern const std::span<const SparkSpelling> kOperatorRows;
extern const std::span<const SparkSpelling> kArithmeticRows;
extern const std::span<const SparkSpelling> kConditionalRows;
extern const std::span<const SparkSpelling> kCollectionRows;
extern const std::span<const SparkSpelling> kDateRows;
extern const std::span<const SparkSpelling> kMathRows;
extern const std::span<const SparkSpelling> kStringRows;
extern const std::span<const SparkSpelling> kAggregateRows;
extern const std::span<const SparkSpelling> kWindowRows;

// The value of an argument that is a constant BIGINT.
std::optional<int64_t> ConstantBigint(const plan::Expression& argument);

// Spark changes the sign of a DECIMAL with 34 digits.
bool SignFits(const std::vector<plan::ExpressionPtr>& arguments);

}  // namespace paisql::engine::spark
