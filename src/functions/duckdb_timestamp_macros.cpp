// TIMESTAMP and TIMESTAMP_NTZ as DuckDB holds them. paisql_timestamp_micros, paisql_timestamp_nanos
// and paisql_timestamp_of are the only ones that know the form; every template, macro and cast
// (engine/duckdb/timestamp_form.h) goes through them. A TIMESTAMP holds the UTC instant, a
// TIMESTAMP_NTZ the wall clock.

#include "functions/duckdb_macro_tables.h"

namespace paisql::functions {
namespace {

constexpr DuckdbMacro kTable[] = {
    // The whole microseconds as a plain time, and what lies behind them: 0 to 999.
    {"paisql_timestamp_micros", "_t",
     "make_timestamp((epoch_ns(_t) - paisql_timestamp_nanos(_t)) // 1000)"},
    {"paisql_timestamp_nanos", "_t", "((epoch_ns(_t) % 1000 + 1000) % 1000)"},
    // A plain time and the nanoseconds behind its microseconds, put together.
    {"paisql_timestamp_of", "_time, _nanos", "make_timestamp_ns(epoch_us(_time) * 1000 + _nanos)"},

    // DATETIME is an instant with microseconds: to TIMESTAMP and back.
    {"paisql_to_timestamp", "_d", "CAST(timezone('UTC', _d) AS TIMESTAMP_NS)"},
    {"paisql_from_timestamp", "_t", "timezone('UTC', paisql_timestamp_micros(_t))"},
    {"paisql_utc_to_zone", "_wall, _zone",
     "paisql_to_timestamp(CAST(timezone(_zone, timezone('UTC', _wall)) AS TIMESTAMPTZ))"},

    // Plus an INTERVAL. Months of a TIMESTAMP count by the calendar of the session's zone.
    {"paisql_timestamp_plus", "_t, _i",
     "paisql_timestamp_of(paisql_timestamp_micros(_t) + _i, paisql_timestamp_nanos(_t))"},
    {"paisql_timestamp_months", "_t, _i",
     "paisql_timestamp_of(timezone('UTC', paisql_from_timestamp(_t) + _i), "
     "paisql_timestamp_nanos(_t))"},
};

}  // namespace

const std::span<const DuckdbMacro> kTimestampMacros = kTable;

}  // namespace paisql::functions
