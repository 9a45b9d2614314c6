#pragma once

// Moments as clients and files write them. Pure functions.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paisql::rest {

// The milliseconds since 1970 of "Sat, 21 Nov 2026 00:00:00 GMT"; nullopt for any other form.
std::optional<int64_t> ReadHttpDate(std::string_view text);
// Those of "2026-12-31T23:59:59Z", likewise.
std::optional<int64_t> ReadMoment(std::string_view text);
// "20261121": the day in UTC.
std::string DayOf(int64_t ms);

}  // namespace paisql::rest
