#pragma once

// How DuckDB holds TIMESTAMP and TIMESTAMP_NTZ: as a DECIMAL(21,9), the seconds since 1970 with
// nine digits after the decimal point. 64 bits do not hold the nanoseconds from the year 1 to 9999;
// one number of 128 bits does, and DuckDB compares, hashes, orders, frames and prunes it as any
// other number. A TIMESTAMP holds the UTC instant, a TIMESTAMP_NTZ the wall clock.
//
// Nothing but the functions here knows this: templates, macros and casts call them by name. Files
// of earlier versions hold 64 bits of nanoseconds: kFromOldForm.

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/duckdb/macros/macros.h"
#include "engine/duckdb/values/handles.h"
#include "types/data_type.h"

namespace paisql::engine {

namespace timestamp {
inline constexpr std::string_view kType = "DECIMAL(21,9)";
inline constexpr std::string_view kMicros = "paisql_timestamp_micros";  // a plain TIMESTAMP
inline constexpr std::string_view kNanos = "paisql_timestamp_nanos";    // after those: 0 to 999
inline constexpr std::string_view kOfParts = "paisql_timestamp_of";     // (plain TIMESTAMP, nanos)
inline constexpr std::string_view kReadText = "paisql_timestamp_read";  // of a canonical text
// (value, mode): the value, outside of the calendar NULL, or an error where the mode is 'error'.
inline constexpr std::string_view kWithinYears = "paisql_timestamp_range";
inline constexpr std::string_view kFromDatetime = "paisql_to_timestamp";
// Between the UTC instant and the wall clock of a zone: (value, zone).
inline constexpr std::string_view kWallFromInstant = "paisql_timestamp_clock";
inline constexpr std::string_view kInstantFromWall = "paisql_timestamp_of_clock";
// Plus an INTERVAL, without a look at the bounds.
inline constexpr std::string_view kShift = "paisql_timestamp_shift";
inline constexpr std::string_view kShiftByCalendar = "paisql_timestamp_shift_months";  // TIMESTAMP
inline constexpr std::string_view kSpan = "paisql_timestamp_span";  // of INTERVAL_DAY_TIME
inline constexpr std::string_view kFromOldForm = "paisql_timestamp_old";
}  // namespace timestamp

inline bool IsTimestamp(const DataType& type) {
  return type.id() == TypeId::kTimestamp || type.id() == TypeId::kTimestampNtz;
}

// Whether the type or one of its parts is such a time.
bool HasTimestamp(const DataType& type);

// A cell of DuckDB's vector.
struct TimestampParts {
  int64_t seconds = 0;  // since 1970, rounded down
  int32_t nanos = 0;    // 0 to 999,999,999
};
TimestampParts PartsOfTimestamp(const duckdb_hugeint& cell);
duckdb_hugeint TimestampOfParts(int64_t seconds, int32_t nanos);

TypeHandle MakeTimestampType(const DuckdbApi& api);
bool IsTimestampForm(const DuckdbApi& api, duckdb_logical_type physical);

// The macros among the names above that no spelling calls; nullptr for any other
// name.
const Macro* FindTimestampMacro(std::string_view name);

// Makes one of the functions that take the form apart and put it together; false when the name is
// none of them. An empty `error` means success.
bool RegisterTimestamp(const DuckdbApi& api, duckdb_connection connection, std::string_view name,
                       std::string& error);

}  // namespace paisql::engine
