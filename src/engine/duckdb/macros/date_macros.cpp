#include "engine/duckdb/macros/tables.h"

namespace paisql::engine {
namespace {

constexpr Macro kDateMacroRows[] = {
    // The platform's names of date parts; constants, so that DuckDB folds the CASE away.
    {"paisql_datepart_name", "_p",
     "CASE WHEN lower(_p) IN ('yyyy', 'year') THEN 'year' WHEN lower(_p) IN ('q', 'quarter') THEN "
     "'quarter' "
     "WHEN lower(_p) IN ('mm', 'mon', 'month') THEN 'month' WHEN lower(_p) IN ('w', 'week', "
     "'isoweek') THEN 'week' "
     "WHEN lower(_p) IN ('dd', 'day') THEN 'day' WHEN lower(_p) IN ('hh', 'hour') THEN 'hour' "
     "WHEN lower(_p) IN ('mi', 'minute') THEN 'minute' WHEN lower(_p) IN ('ss', 'second') THEN "
     "'second' "
     "WHEN lower(_p) = 'ff3' THEN 'millisecond' WHEN lower(_p) = 'ff6' THEN 'microsecond' "
     "WHEN _p IS NOT NULL THEN error('ODPS-0121095|unknown date part ''' || _p || '''') END"},
    // Days from Monday to the first day of the week that 'week(friday)' names.
    {"paisql_week_begin", "_p",
     "CASE lower(_p) WHEN 'week(monday)' THEN 0 WHEN 'week(tuesday)' THEN 1 WHEN 'week(wednesday)' "
     "THEN 2 WHEN 'week(thursday)' THEN 3 WHEN 'week(friday)' THEN 4 WHEN 'week(saturday)' THEN 5 "
     "WHEN 'week(sunday)' THEN 6 END"},
    {"paisql_datetrunc", "_d, _p",
     "CASE WHEN paisql_week_begin(_p) IS NULL THEN date_trunc(paisql_datepart_name(_p), _d) ELSE "
     "date_trunc('week', _d - to_days(paisql_week_begin(_p))) + to_days(paisql_week_begin(_p)) "
     "END"},
    {"paisql_datepart", "_d, _p",
     "CASE paisql_datepart_name(_p) WHEN 'millisecond' THEN date_part('millisecond', _d) % 1000 "
     "WHEN 'microsecond' THEN date_part('microsecond', _d) % 1000000 "
     "ELSE date_part(paisql_datepart_name(_p), _d) END"},
    // A number that leads outside of the calendar from any day is cut to one that still does, so
    // that
    // nothing overflows on the way.
    {"paisql_within", "_n, _most",
     "CASE WHEN _n > _most THEN _most WHEN _n < -_most THEN -_most ELSE _n END"},
    {"paisql_months", "_n", "to_months(CAST(_n AS INTEGER))"},
    {"paisql_whole_days", "_n", "CAST(paisql_within(_n, 4000000) AS INTEGER)"},
    {"paisql_dateadd", "_d, _n, _p",
     "CASE paisql_datepart_name(_p) WHEN 'year' THEN _d + paisql_months(paisql_within(_n, 10000) * "
     "12) WHEN 'quarter' THEN _d + paisql_months(paisql_within(_n, 40000) * 3) "
     "WHEN 'month' THEN _d + paisql_months(paisql_within(_n, 120000)) "
     "WHEN 'week' THEN _d + to_days(paisql_whole_days(_n) * 7) "
     "WHEN 'day' THEN _d + to_days(paisql_whole_days(_n)) "
     "WHEN 'hour' THEN _d + to_hours(paisql_within(_n, 96000000)) "
     "WHEN 'minute' THEN _d + to_minutes(paisql_within(_n, 5760000000)) "
     "WHEN 'second' THEN _d + to_seconds(paisql_within(_n, 345600000000)) "
     "WHEN 'millisecond' THEN _d + to_microseconds(paisql_within(_n, 345600000000000) * 1000) "
     "WHEN 'microsecond' THEN _d + to_microseconds(paisql_within(_n, 345600000000000000)) END"},
    // A DATETIME has milliseconds.
    {"paisql_datetime_add", "_d, _n, _p",
     "CASE paisql_datepart_name(_p) WHEN 'microsecond' THEN date_trunc('millisecond', "
     "paisql_dateadd(_d, _n, _p)) ELSE paisql_dateadd(_d, _n, _p) END"},
    // Whole days stay DATEs: an INTERVAL would make a TIMESTAMP of each.
    {"paisql_dateadd_date", "_d, _n, _p, _mode",
     "paisql_date_range(CASE paisql_datepart_name(_p) WHEN 'day' THEN _d + paisql_whole_days(_n) "
     "WHEN 'week' THEN _d + paisql_whole_days(_n) * 7 ELSE CAST(paisql_dateadd(_d, _n, _p) AS "
     "DATE) END, _mode)"},
    // The mode judges a value that the calendar has no room for. The bounds of DATETIME are those
    // of the session's zone.
    {"paisql_datetime_range", "_d, _mode",
     "paisql_datetime_between(_d, CAST('0001-01-01 00:00:00' AS TIMESTAMPTZ), CAST('9999-12-31 "
     "23:59:59.999999' AS TIMESTAMPTZ), _mode)"},
    {"paisql_text_date", "_s",
     R"(CASE WHEN regexp_full_match(_s, '\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2}(\.\d+)?)?') )"
     R"(THEN CAST(TRY_CAST(_s AS TIMESTAMP) AS DATE) END)"},
    // Zones are IANA's names, or offsets such as +8 and UTC-05:30.
    {"paisql_is_offset", "_z", "regexp_full_match(_z, '(?i)(utc|gmt)?[+-][0-9]{1,2}(:[0-9]{2})?')"},
    {"paisql_offset", "_z",
     "to_minutes(CASE WHEN contains(_z, '-') THEN -1 ELSE 1 END * (TRY_CAST(regexp_extract(_z, "
     "'[0-9]+') AS BIGINT) * 60 + coalesce(TRY_CAST(regexp_extract(_z, ':([0-9]+)', 1) AS BIGINT), "
     "0)))"},
    {"paisql_zone_wall", "_d, _z",
     "CASE WHEN paisql_is_offset(_z) THEN timezone('UTC', _d) + paisql_offset(_z) ELSE "
     "timezone(_z, _d) END"},
    {"paisql_wall_of_zone", "_w, _z",
     "CASE WHEN paisql_is_offset(_z) THEN timezone('UTC', _w - paisql_offset(_z)) ELSE "
     "timezone(_z, _w) END"},
    {"paisql_java_epoch", "_s, _f",
     "CAST(floor(epoch(CAST(paisql_read_java_time(_s, _f) AS TIMESTAMPTZ))) AS BIGINT)"},
    {"paisql_trunc_time", "_w, _p",
     "paisql_time_text(_w, CASE lower(_p) WHEN 'year' THEN 'yyyy' WHEN 'month' THEN 'yyyy-mm' WHEN "
     "'day' THEN 'yyyy-mm-dd' WHEN 'hour' THEN 'yyyy-mm-dd hh:00:00' ELSE "
     "error('ODPS-0121095|in function trunc_time, invalid datePart ' || coalesce(_p, 'NULL')) "
     "END)"},
    // Hive's TRUNC: a text, NULL for a part that it does not know.
    {"paisql_trunc_date", "_d, _p",
     "CAST(CAST(CASE WHEN upper(_p) IN ('YEAR', 'YYYY', 'YY') THEN date_trunc('year', _d) WHEN "
     "upper(_p) IN ('Q', 'QUARTER') THEN date_trunc('quarter', _d) WHEN upper(_p) IN ('MONTH', "
     "'MON', 'MM') THEN date_trunc('month', _d) END AS DATE) AS VARCHAR)"},
    // Weeks are counted by their Mondays; the engine counts seven days each.
    {"paisql_datediff", "_a, _b, _p",
     "CASE paisql_datepart_name(_p) WHEN 'week' THEN date_diff('day', date_trunc('week', _b), "
     "date_trunc('week', _a)) // 7 ELSE date_diff(paisql_datepart_name(_p), _b, _a) END"},
    {"paisql_month_jump", "_d, _n, _mode",
     "CAST(paisql_date_range(CAST(CAST(_d AS DATE) + paisql_months(paisql_within(_n, 120000)) AS "
     "DATE), _mode) AS VARCHAR)"},
    {"paisql_month_number", "_d", "(year(_d) * 12 + month(_d))"},
    {"paisql_is_month_end", "_d", "(CAST(_d AS DATE) = last_day(CAST(_d AS DATE)))"},
    {"paisql_day_seconds", "_d",
     "((day(_d) * 24 + hour(_d)) * 3600.0 + minute(_d) * 60.0 + second(_d))"},
    {"paisql_months_between", "_a, _b",
     "CAST(paisql_month_number(_a) - paisql_month_number(_b) AS DOUBLE) + "
     "CASE WHEN day(_a) = day(_b) OR (paisql_is_month_end(_a) AND paisql_is_month_end(_b)) THEN "
     "0.0 "
     "ELSE CAST(paisql_day_seconds(_a) - paisql_day_seconds(_b) AS DOUBLE) / CAST(2678400 AS "
     "DOUBLE) END"},
    {"paisql_weekday_number", "_w",
     "CASE WHEN upper(_w) IN ('MO', 'MON', 'MONDAY') THEN 1 WHEN upper(_w) IN ('TU', 'TUE', "
     "'TUESDAY') THEN 2 "
     "WHEN upper(_w) IN ('WE', 'WED', 'WEDNESDAY') THEN 3 WHEN upper(_w) IN ('TH', 'THU', "
     "'THURSDAY') THEN 4 "
     "WHEN upper(_w) IN ('FR', 'FRI', 'FRIDAY') THEN 5 WHEN upper(_w) IN ('SA', 'SAT', 'SATURDAY') "
     "THEN 6 "
     "WHEN upper(_w) IN ('SU', 'SUN', 'SUNDAY') THEN 7 END"},
    {"paisql_next_day", "_d, _w",
     "CAST(CAST(_d + to_days(CAST((paisql_weekday_number(_w) - isodow(_d) + 6) % 7 + 1 AS "
     "INTEGER)) AS DATE) "
     "AS VARCHAR)"},
};

}  // namespace

const std::span<const Macro> kDateMacros = kDateMacroRows;

}  // namespace paisql::engine
