#pragma once

// Functions that we give DuckDB: C++ over whole vectors. They are made on the connection when a
// statement first names them, so that a session which needs none pays nothing.

#include <string>
#include <string_view>

#include "engine/duckdb/api.h"

namespace paisql::engine {

namespace native {
inline constexpr std::string_view kTextFromDouble = "paisql_cast_double_text";
inline constexpr std::string_view kTextFromFloat = "paisql_cast_float_text";
inline constexpr std::string_view kTextFromDatetime = "paisql_cast_datetime_text";  // of wall clock
inline constexpr std::string_view kTextFromTimestamp =
    "paisql_cast_timestamp_text";                                                  // of wall clock
inline constexpr std::string_view kTextFromMonths = "paisql_cast_months_text";     // of INTERVAL
inline constexpr std::string_view kTextFromDayTime = "paisql_cast_day_time_text";  // of INTERVAL
inline constexpr std::string_view kBigintFromText = "paisql_cast_text_bigint";     // (text, strict)
inline constexpr std::string_view kDoubleFromText = "paisql_cast_text_double";     // (text, strict)
inline constexpr std::string_view kDecimalFromText =
    "paisql_cast_text_decimal";  // (text, precision, scale, strict)
inline constexpr std::string_view kDatetimeFromText = "paisql_cast_text_datetime";    // wall clock
inline constexpr std::string_view kTimestampFromText = "paisql_cast_text_timestamp";  // wall clock
inline constexpr std::string_view kDateFromText = "paisql_cast_text_date";
// What lies within the calendar; an error stops what does not. An argument is computed once.
inline constexpr std::string_view kDateInRange = "paisql_date_range";  // (date)
inline constexpr std::string_view kDatetimeInRange =
    "paisql_datetime_between";  // (value, from, to)
inline constexpr std::string_view kPartitionValue =
    "paisql_partition_value";  // (column name, value)
}  // namespace native

// Makes one of the functions above; false when the name is none of them. An empty `error` means
// success.
bool RegisterNative(const DuckdbApi& api, duckdb_connection connection, std::string_view name,
                    std::string& error);

}  // namespace paisql::engine
