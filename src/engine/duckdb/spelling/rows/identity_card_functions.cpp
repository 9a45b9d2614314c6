#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

constexpr Spelling kIdentityCardRows[] = {
    {"get_idcard_age", "(STRING) -> BIGINT",
     "CAST(year(timezone($tz, $now)) - CAST(left(paisql_idcard_birthday($1), 4) AS INTEGER) AS "
     "BIGINT)"},
    {"get_idcard_birthday", "(STRING) -> DATETIME",
     "timezone($tz, strptime(paisql_idcard_birthday($1), '%Y%m%d'))"},
    {"get_idcard_sex", "(STRING) -> STRING", "paisql_idcard_sex($1)"},
};

}  // namespace

const std::span<const Spelling> kIdentityCardSpelling = kIdentityCardRows;

}  // namespace paisql::engine
