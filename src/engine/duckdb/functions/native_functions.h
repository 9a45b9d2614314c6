#pragma once

// Functions that we give DuckDB: C++ over whole vectors. They are made on the connection when a
// statement first names them, so that a session which needs none pays nothing.

#include <string>
#include <string_view>

#include "engine/duckdb/run/statement_state.h"
#include "engine/duckdb/values/api.h"

namespace paisql::engine {

// A mode is the number of an EvaluationMode.
namespace native {
inline constexpr std::string_view kTextFromDouble = "paisql_cast_double_text";
inline constexpr std::string_view kTextFromFloat = "paisql_cast_float_text";
inline constexpr std::string_view kTextFromDatetime = "paisql_cast_datetime_text";  // of wall clock
inline constexpr std::string_view kTextFromTimestamp =
    "paisql_cast_timestamp_text";                                                  // of wall clock
inline constexpr std::string_view kTextFromMonths = "paisql_cast_months_text";     // of INTERVAL
inline constexpr std::string_view kTextFromDayTime = "paisql_cast_day_time_text";  // of INTERVAL
inline constexpr std::string_view kBigintFromText = "paisql_cast_text_bigint";     // (text, mode)
inline constexpr std::string_view kDoubleFromText = "paisql_cast_text_double";     // (text, mode)
inline constexpr std::string_view kDecimalFromText =
    "paisql_cast_text_decimal";  // (text, precision, scale, mode)
// These three read wall clock: (text, mode)
inline constexpr std::string_view kDatetimeFromText = "paisql_cast_text_datetime";
inline constexpr std::string_view kTimestampFromText = "paisql_cast_text_timestamp";
inline constexpr std::string_view kDateFromText =
    "paisql_cast_text_date";  // (text, mode, whether a time of day may follow)
// These give a value within the calendar. A value outside it becomes NULL, or an error where the
// mode is error. An argument is computed once.
inline constexpr std::string_view kDateInRange = "paisql_date_range";  // (date, mode)
inline constexpr std::string_view kDatetimeInRange =
    "paisql_datetime_between";  // (value, from, to, mode)
// Hive's conversions (arithmetic_functions.h).
inline constexpr std::string_view kJavaBigint = "paisql_java_bigint";
inline constexpr std::string_view kJavaInt = "paisql_java_int";
inline constexpr std::string_view kJavaFloat = "paisql_java_float";
inline constexpr std::string_view kWrapTinyint = "paisql_wrap_tinyint";
inline constexpr std::string_view kWrapSmallint = "paisql_wrap_smallint";
inline constexpr std::string_view kWrapInt = "paisql_wrap_int";
inline constexpr std::string_view kPartitionValue =
    "paisql_partition_value";  // (column name, value)
// Times by patterns: engine/duckdb/functions/time_functions.h. Spellings and macros name
// them.
inline constexpr std::string_view kPlatformTimeText = "paisql_time_text";
inline constexpr std::string_view kDateFormatText = "paisql_date_format_text";
inline constexpr std::string_view kJavaTimeText = "paisql_java_time_text";
inline constexpr std::string_view kTimeFromPlatformText = "paisql_read_time";
inline constexpr std::string_view kTimeFromTimestampText = "paisql_read_timestamp";
inline constexpr std::string_view kTimeFromPlainText = "paisql_text_time";
inline constexpr std::string_view kTimeFromJavaText = "paisql_read_java_time";
}  // namespace native

// Makes one of the functions above, of engine/duckdb/native/native_row.h or of another family;
// false for any other name. `statements` must outlive the database. An empty `error` means success.
// A function that takes long looks at its statement's `stop`.
bool RegisterNative(const DuckdbApi& api, duckdb_connection connection, Statements& statements,
                    std::string_view name, std::string& error);

}  // namespace paisql::engine
