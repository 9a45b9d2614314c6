#include "functions/duckdb_macro_tables.h"

namespace paisql::functions {
namespace {

constexpr DuckdbMacro kTable[] = {
    // The platform's names of date parts; constants, so that DuckDB folds the CASE away.
    {"paisql_datepart_name", "_p",
     "CASE WHEN lower(_p) IN ('yyyy', 'year') THEN 'year' WHEN lower(_p) IN ('q', 'quarter') THEN "
     "'quarter' "
     "WHEN lower(_p) IN ('mm', 'mon', 'month') THEN 'month' WHEN lower(_p) IN ('week', 'isoweek') "
     "THEN 'week' "
     "WHEN lower(_p) IN ('dd', 'day') THEN 'day' WHEN lower(_p) IN ('hh', 'hour') THEN 'hour' "
     "WHEN lower(_p) IN ('mi', 'minute') THEN 'minute' WHEN lower(_p) IN ('ss', 'second') THEN "
     "'second' "
     "WHEN lower(_p) = 'ff3' THEN 'millisecond' WHEN lower(_p) = 'ff6' THEN 'microsecond' "
     "WHEN _p IS NOT NULL THEN error('ODPS-0121095|unknown date part ''' || _p || '''') END"},
    {"paisql_datepart", "_d, _p",
     "CASE paisql_datepart_name(_p) WHEN 'millisecond' THEN date_part('millisecond', _d) % 1000 "
     "WHEN 'microsecond' THEN date_part('microsecond', _d) % 1000000 "
     "ELSE date_part(paisql_datepart_name(_p), _d) END"},
    {"paisql_dateadd", "_d, _n, _p",
     "CASE paisql_datepart_name(_p) WHEN 'year' THEN _d + to_years(CAST(_n AS INTEGER)) "
     "WHEN 'quarter' THEN _d + to_months(CAST(_n * 3 AS INTEGER)) "
     "WHEN 'month' THEN _d + to_months(CAST(_n AS INTEGER)) "
     "WHEN 'week' THEN _d + to_days(CAST(_n * 7 AS INTEGER)) "
     "WHEN 'day' THEN _d + to_days(CAST(_n AS INTEGER)) WHEN 'hour' THEN _d + to_hours(_n) "
     "WHEN 'minute' THEN _d + to_minutes(_n) WHEN 'second' THEN _d + to_seconds(_n) "
     "WHEN 'millisecond' THEN _d + to_microseconds(_n * 1000) "
     "WHEN 'microsecond' THEN _d + to_microseconds(_n) END"},
    // A number of days that a DATE can bear; one that leads outside of the calendar from any day
    // still does.
    {"paisql_whole_days", "_n",
     "CAST(CASE WHEN _n > 4000000 THEN 4000000 WHEN _n < -4000000 THEN -4000000 ELSE _n END AS "
     "INTEGER)"},
    // Whole days stay DATEs: an INTERVAL would make a TIMESTAMP of each.
    {"paisql_dateadd_date", "_d, _n, _p",
     "paisql_date_range(CASE paisql_datepart_name(_p) WHEN 'day' THEN _d + paisql_whole_days(_n) "
     "WHEN 'week' THEN _d + paisql_whole_days(_n) * 7 ELSE CAST(paisql_dateadd(_d, _n, _p) AS "
     "DATE) END)"},
    // What the calendar has no room for is an error. The bounds of DATETIME are those of the
    // session's zone.
    {"paisql_datetime_range", "_d",
     "paisql_datetime_between(_d, CAST('0001-01-01 00:00:00' AS TIMESTAMPTZ), CAST('9999-12-31 "
     "23:59:59.999999' AS TIMESTAMPTZ))"},
    // "yyyy-mm-dd[ hh:mi:ss[.f]]" or "hh:mi:ss" as wall-clock time, NULL for anything else.
    {"paisql_text_datetime", "_s",
     R"(CASE WHEN regexp_full_match(_s, '\d{1,4}-\d{1,2}-\d{1,2}( )"
     R"(\d{1,2}:\d{1,2}:\d{1,2}(\.\d+)?)?') )"
     R"(THEN TRY_CAST(_s AS TIMESTAMP) WHEN regexp_full_match(_s, '\d{1,2}:\d{1,2}:\d{1,2}') )"
     R"(THEN TRY_CAST('1970-01-01 ' || _s AS TIMESTAMP) END)"},
    {"paisql_text_date", "_s",
     R"(CASE WHEN regexp_full_match(_s, '\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2}(\.\d+)?)?') )"
     R"(THEN CAST(TRY_CAST(_s AS TIMESTAMP) AS DATE) END)"},
    // A format such as "yyyymmdd hh:mi:ss" in the letters of strftime. Tokens pass through control
    // characters, so
    // that no token is found within the replacement of another.
    {"paisql_format_letters", "_f",
     "replace(replace(replace(replace(replace(replace(replace(_f, chr(1), '%Y'), chr(2), '%m'), "
     "chr(3), '%d'), "
     "chr(4), '%H'), chr(5), '%M'), chr(6), '%S'), chr(7), '%g')"},
    {"paisql_format", "_f",
     "paisql_format_letters(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_"
     "replace("
     "regexp_replace(regexp_replace(replace(_f, '%', '%%'), 'yyyy', chr(1), 'gi'), 'mm', chr(2), "
     "'gi'), "
     "'dd', chr(3), 'gi'), 'hh', chr(4), 'gi'), 'mi', chr(5), 'gi'), 'ss', chr(6), 'gi'), "
     "'ff3', chr(7), 'gi'))"},
    {"paisql_date_format", "_f", "paisql_format(regexp_replace(_f, 'sss', 'ff3', 'gi'))"},
    // Reading takes the first occurrence of each token; what follows is literal text.
    {"paisql_read_format", "_f",
     "paisql_format_letters(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_"
     "replace("
     "regexp_replace(regexp_replace(replace(_f, '%', '%%'), 'yyyy', chr(1), 'i'), 'mm', chr(2), "
     "'i'), "
     "'dd', chr(3), 'i'), 'hh', chr(4), 'i'), 'mi', chr(5), 'i'), 'ss', chr(6), 'i'), "
     "'ff3', chr(7), 'i'))"},
    {"paisql_read_pattern", "_f",
     "regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace("
     "regexp_replace(regexp_escape(_f), 'yyyy', '[0-9]{4}', 'i'), 'mm', '[0-9]{2}', 'i'), "
     "'dd', '[0-9]{2}', 'i'), 'hh', '[0-9]{2}', 'i'), 'mi', '[0-9]{2}', 'i'), 'ss', '[0-9]{2}', "
     "'i'), "
     "'ff3', '[0-9]{3}', 'i')"},
    // NULL unless the text has each field in its full width and the format has a year.
    {"paisql_readable", "_s, _f",
     "CASE WHEN regexp_matches(_f, '(?i)yyyy') AND regexp_full_match(_s, paisql_read_pattern(_f)) "
     "THEN _s END"},
    {"paisql_add_months", "_d, _n",
     "CAST(paisql_date_range(CAST(CAST(_d AS DATE) + to_months(CAST(_n AS INTEGER)) AS DATE)) AS "
     "VARCHAR)"},
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

const std::span<const DuckdbMacro> kDateMacros = kTable;

}  // namespace paisql::functions
