// TIMESTAMP and TIMESTAMP_NTZ by their parts. The form in which DuckDB holds them is known only to
// functions of the engine (engine/duckdb/values/timestamp_form.h), which templates and casts need
// not name:
//   paisql_timestamp_micros(t)        the whole microseconds as a plain time
//   paisql_timestamp_nanos(t)         the nanoseconds after them, 0 to 999
//   paisql_timestamp_of(time, nanos)  the two put together
//   paisql_timestamp_within(t, a, b, mode)  t; where it is not from a to b NULL, or an error where
//                                           the mode is error
// A TIMESTAMP holds the UTC instant, a TIMESTAMP_NTZ the wall clock.

#include "engine/duckdb/macros/tables.h"

namespace paisql::engine {
namespace {

constexpr Macro kTimestampMacroRows[] = {
    // The mode judges a value that the calendar has no room for. The bounds of a TIMESTAMP are
    // those of the session's zone.
    {"paisql_timestamp_range", "_t, _mode",
     "paisql_timestamp_within(_t, "
     "paisql_timestamp_of(timezone('UTC', CAST('0001-01-01 00:00:00' AS TIMESTAMPTZ)), 0), "
     "paisql_timestamp_of(timezone('UTC', CAST('9999-12-31 23:59:59.999999' AS TIMESTAMPTZ)), "
     "999), _mode)"},
    {"paisql_timestamp_ntz_range", "_t, _mode",
     "paisql_timestamp_within(_t, paisql_timestamp_of(TIMESTAMP '0001-01-01 00:00:00', 0), "
     "paisql_timestamp_of(TIMESTAMP '9999-12-31 23:59:59.999999', 999), _mode)"},

    // DATETIME is an instant with microseconds: to TIMESTAMP and back.
    {"paisql_to_timestamp", "_d", "paisql_timestamp_of(timezone('UTC', _d), 0)"},
    {"paisql_from_timestamp", "_t", "timezone('UTC', paisql_timestamp_micros(_t))"},
    {"paisql_timestamp_wall", "_t", "CAST(paisql_from_timestamp(_t) AS TIMESTAMP)"},
    // The wall clock of a zone when it is _wall in UTC, shown unchanged in the session's zone.
    {"paisql_utc_to_zone", "_wall, _zone, _nanos, _mode",
     "paisql_timestamp_range(paisql_timestamp_of(timezone('UTC', "
     "CAST(paisql_zone_wall(timezone('UTC', _wall), _zone) AS TIMESTAMPTZ)), _nanos), _mode)"},

    // Plus an INTERVAL, wherever that leads. Months of a TIMESTAMP count by the calendar of the
    // session's zone.
    {"paisql_timestamp_shift", "_t, _i",
     "paisql_timestamp_of(paisql_timestamp_micros(_t) + _i, paisql_timestamp_nanos(_t))"},
    {"paisql_timestamp_shift_months", "_t, _i",
     "paisql_timestamp_of(timezone('UTC', paisql_from_timestamp(_t) + _i), "
     "paisql_timestamp_nanos(_t))"},

    // The sums of the operators: a TIMESTAMP and days to seconds, months, and a TIMESTAMP_NTZ.
    {"paisql_timestamp_plus", "_t, _i, _mode",
     "paisql_timestamp_range(paisql_timestamp_shift(_t, _i), _mode)"},
    {"paisql_timestamp_months", "_t, _i, _mode",
     "paisql_timestamp_range(paisql_timestamp_shift_months(_t, _i), _mode)"},
    {"paisql_timestamp_ntz_plus", "_t, _i, _mode",
     "paisql_timestamp_ntz_range(paisql_timestamp_shift(_t, _i), _mode)"},
    // DATEADD and DATETRUNC, of TIMESTAMP by the calendar of the session's zone; the parts are
    // those
    // of paisql_dateadd.
    {"paisql_timestamp_dateadd", "_t, _n, _p, _mode",
     "paisql_timestamp_range(paisql_timestamp_of(timezone('UTC', "
     "paisql_dateadd(paisql_from_timestamp(_t), _n, _p)), paisql_timestamp_nanos(_t)), _mode)"},
    {"paisql_ntz_dateadd", "_t, _n, _p, _mode",
     "paisql_timestamp_ntz_range(paisql_timestamp_of(paisql_dateadd(paisql_timestamp_micros(_t), "
     "_n, "
     "_p), paisql_timestamp_nanos(_t)), _mode)"},
    {"paisql_timestamp_trunc", "_t, _p",
     "paisql_timestamp_of(timezone('UTC', paisql_datetrunc(paisql_from_timestamp(_t), _p)), 0)"},
    {"paisql_timestamp_trunc_in", "_t, _p, _zone",
     "paisql_timestamp_of(timezone('UTC', paisql_wall_of_zone(CAST(paisql_datetrunc("
     "paisql_zone_wall(paisql_from_timestamp(_t), _zone), _p) AS TIMESTAMP), _zone)), 0)"},
    {"paisql_ntz_trunc", "_t, _p",
     "paisql_timestamp_of(paisql_datetrunc(paisql_timestamp_micros(_t), _p), 0)"},
};

}  // namespace

const std::span<const Macro> kTimestampMacros = kTimestampMacroRows;

}  // namespace paisql::engine
