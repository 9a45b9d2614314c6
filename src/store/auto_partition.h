#pragma once

// AUTO PARTITIONED BY (TRUNC_TIME(column, 'unit') AS name): each row's partition is computed from
// one of its columns. The rule is kept among the table's properties, under a key of its own, and
// names the column by its id. Such a table has one partition column, which is STRING.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "store/types.h"

namespace paisql::store {

inline constexpr std::string_view kAutoPartitionProperty = "paisql.auto_partition";
// The property of a table whose column _partitiontime holds the time at which a row was written.
inline constexpr std::string_view kIngestionProperty = "ingestion_time_partition";
inline constexpr std::string_view kIngestionColumn = "_partitiontime";
// The partition of rows whose column is NULL.
inline constexpr std::string_view kNullPartition = "__NULL__";

struct AutoPartition {
  int64_t column_id = 0;
  std::string unit;        // "year", "month", "day" or "hour"
  bool ingestion = false;  // writers fill the column with the time of the write
};

// nullopt for a table whose partitions are named by its writers.
std::optional<AutoPartition> AutoPartitionOf(const Table& table);
void SetAutoPartition(Table& table, const AutoPartition& rule);

// The column from which the partition is computed.
const Column& AutoPartitionSource(const Table& table, const AutoPartition& rule);

// Whether statements may not write the column, and no * has it: the partition column, and
// _partitiontime of the time of writing.
bool IsGenerated(const Table& table, std::string_view column);

// "TRUNC_TIME(`ts`, 'day')"
std::string AutoPartitionText(const Table& table, const AutoPartition& rule);

}  // namespace paisql::store
