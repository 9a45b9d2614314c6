#pragma once

// How people write an amount of memory: "8GB", "1.5 gib". Pure functions.

#include <cstdint>
#include <optional>
#include <string_view>

namespace paisql {

// The bytes of a number above 0 with a unit: B, KB, MB, GB, TB are powers of 1000, KiB and the
// others powers of 1024, as DuckDB reads them; at least 1. nullopt for another form, and for more
// than an int64_t holds.
std::optional<int64_t> ParseByteSize(std::string_view text);

}  // namespace paisql
