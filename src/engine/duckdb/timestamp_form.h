#pragma once

// TIMESTAMP and TIMESTAMP_NTZ for the printer: what takes their form in DuckDB apart and puts it
// together, by name. Only functions/duckdb_timestamp_macros.cpp knows the form.

#include <string_view>

#include "functions/duckdb_macros.h"
#include "types/data_type.h"

namespace paisql::engine {

namespace timestamp {
inline constexpr std::string_view kMicros = "paisql_timestamp_micros";  // a plain TIMESTAMP
inline constexpr std::string_view kNanos = "paisql_timestamp_nanos";    // behind those: 0 to 999
inline constexpr std::string_view kOfParts = "paisql_timestamp_of";     // (plain TIMESTAMP, nanos)
inline constexpr std::string_view kReadText = "paisql_timestamp_read";  // of a canonical text
inline constexpr std::string_view kFromDatetime = "paisql_to_timestamp";
// Between the UTC instant and the wall clock of a zone: (value, zone).
inline constexpr std::string_view kWallFromInstant = "paisql_timestamp_wall";
inline constexpr std::string_view kInstantFromWall = "paisql_timestamp_instant";
}  // namespace timestamp

// Those of the macros above that no row of the function table names; nullptr for any other name.
const functions::DuckdbMacro* FindTimestampMacro(std::string_view name);

inline bool IsTimestamp(const DataType& type) {
  return type.id() == TypeId::kTimestamp || type.id() == TypeId::kTimestampNtz;
}

}  // namespace paisql::engine
