#pragma once

// Values of a result in PostgreSQL's binary form. Private to store/postgres.

#include <cstdint>
#include <string>
#include <string_view>

#include "store/postgres/libpq.h"

namespace paisql::store {

// Types by their number, which is the same in every server.
inline constexpr Oid kPostgresBool = 16;
inline constexpr Oid kPostgresBytes = 17;
inline constexpr Oid kPostgresInt8 = 20;
inline constexpr Oid kPostgresInt2 = 21;
inline constexpr Oid kPostgresInt4 = 23;
inline constexpr Oid kPostgresDouble = 701;
inline constexpr Oid kPostgresNumeric = 1700;

// The value as SQLite would convert it: a boolean is 0 or 1, a text the number that it begins with.
int64_t PostgresInt(Oid type, std::string_view bytes);
double PostgresDouble(Oid type, std::string_view bytes);
std::string PostgresText(Oid type, std::string_view bytes);

}  // namespace paisql::store
