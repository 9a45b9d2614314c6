#pragma once

// The tables of spellings, one a file.

#include <span>

#include "engine/spark/spelling/spark_spelling.h"

namespace paisql::engine::spark {

extern const std::span<const SparkSpelling> kOperatorRows;
extern const std::span<const SparkSpelling> kAggregateRows;

}  // namespace paisql::engine::spark
