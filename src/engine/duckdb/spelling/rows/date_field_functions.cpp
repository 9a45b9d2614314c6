#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

constexpr Spelling kDateFieldRows[] = {
    {"year", "(DATE) -> INT", "CAST(year($1) AS INTEGER)"},
    {"year", "(DATETIME) -> INT", "CAST(year($1) AS INTEGER)"},
    {"year", "(STRING) -> INT", "CAST(year(paisql_text_time($1, 'null')) AS INTEGER)"},
    {"quarter", "(DATE) -> INT", "CAST(quarter($1) AS INTEGER)"},
    {"quarter", "(DATETIME) -> INT", "CAST(quarter($1) AS INTEGER)"},
    {"quarter", "(STRING) -> INT", "CAST(quarter(paisql_text_time($1, 'null')) AS INTEGER)"},
    {"month", "(DATE) -> INT", "CAST(month($1) AS INTEGER)"},
    {"month", "(DATETIME) -> INT", "CAST(month($1) AS INTEGER)"},
    {"month", "(STRING) -> INT", "CAST(month(paisql_text_time($1, 'null')) AS INTEGER)"},
    {"day", "(DATE) -> INT", "CAST(day($1) AS INTEGER)"},
    {"day", "(DATETIME) -> INT", "CAST(day($1) AS INTEGER)"},
    {"day", "(STRING) -> INT", "CAST(day(paisql_text_time($1, 'null')) AS INTEGER)"},
    {"hour", "(DATETIME) -> INT", "CAST(hour($1) AS INTEGER)"},
    {"hour", "(STRING) -> INT", "CAST(hour(paisql_text_time($1, 'null')) AS INTEGER)"},
    {"minute", "(DATETIME) -> INT", "CAST(minute($1) AS INTEGER)"},
    {"minute", "(STRING) -> INT", "CAST(minute(paisql_text_time($1, 'null')) AS INTEGER)"},
    {"second", "(DATETIME) -> INT", "CAST(second($1) AS INTEGER)"},
    {"second", "(STRING) -> INT", "CAST(second(paisql_text_time($1, 'null')) AS INTEGER)"},
    {"dayofweek", "(DATE) -> INT", "CAST(dayofweek($1) + 1 AS INTEGER)"},
    {"dayofweek", "(DATETIME) -> INT", "CAST(dayofweek($1) + 1 AS INTEGER)"},
    {"dayofweek", "(STRING) -> INT",
     "CAST(dayofweek(paisql_text_time($1, 'null')) + 1 AS INTEGER)"},
    {"dayofyear", "(DATE) -> INT", "CAST(dayofyear($1) AS INTEGER)"},
    {"dayofyear", "(DATETIME) -> INT", "CAST(dayofyear($1) AS INTEGER)"},
    {"dayofyear", "(STRING) -> INT", "CAST(dayofyear(paisql_text_time($1, 'null')) AS INTEGER)"},
    {"datepart", "(DATETIME, const STRING) -> BIGINT", "paisql_datepart($1, $2)"},
    {"extract", "(const STRING, DATETIME) -> INT", "CAST(paisql_datepart($2, $1) AS INTEGER)"},
    {"extract", "(const STRING, STRING) -> INT",
     "CAST(paisql_datepart(paisql_text_time($2, 'null'), $1) AS INTEGER)"},
    {"weekday", "(DATETIME) -> BIGINT", "(isodow($1) - 1)"},
    {"weekday", "(STRING) -> BIGINT", "(isodow(paisql_text_time($1, '$mode')) - 1)"},
    {"weekofyear", "(DATETIME) -> BIGINT", "weekofyear($1)"},
    {"weekofyear", "(STRING) -> BIGINT", "weekofyear(paisql_text_time($1, 'null'))"},
};

}  // namespace

const std::span<const Spelling> kDateFieldSpelling = kDateFieldRows;

}  // namespace paisql::engine
