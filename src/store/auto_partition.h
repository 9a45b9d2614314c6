#pragma once

// A table whose one partition column is computed from a data column when rows are written:
// AUTO PARTITIONED BY (TRUNC_TIME(c, 'day')). It is kept among the table's properties, under a key
// of its own.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "store/types.h"

namespace paisql::store {

inline constexpr std::string_view kAutoPartitionProperty = "paisql.auto.partition";

struct AutoPartition {
  int64_t column_id = 0;  // of the data column
  std::string unit;       // "year", "month", "day" or "hour"
};

// nullopt for a table whose partitions are named by whoever writes.
std::optional<AutoPartition> AutoPartitionOf(const Table& table);
void SetAutoPartition(Table& table, const AutoPartition& partition);

}  // namespace paisql::store
