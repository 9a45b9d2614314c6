#pragma once

// How values are printed: one place for every output format, CAST to STRING and job manifests. Each
// function appends to `out` so that printing millions of cells allocates nothing.

#include <cstdint>
#include <string>
#include <string_view>

namespace paisql {

// The 128-bit integer of the compiler, spelled so that -Wpedantic accepts it.
__extension__ typedef __int128 Int128;

// Shortest text that reads back as the same DOUBLE, always with a point or an exponent ("3.0",
// "1e16", "2.6794896585028633e-8", "NaN", "Infinity"): plain digits from 1e-4 up to 1e16, else a
// lower-case exponent without a plus sign (docs/sql.md, "Numbers").
void AppendDouble(double value, std::string& out);
void AppendFloat(float value, std::string& out);
// unscaled 128-bit value in two's complement halves; scale digits after the point, trailing zeros
// cut when asked (odps.sql.decimal.tostring.trimzero).
void AppendDecimal(Int128 unscaled, int scale, bool trim_zeros, std::string& out);
void AppendDate(int32_t days_since_epoch, std::string& out);
// Wall-clock microseconds since 1970-01-01 00:00:00 as "yyyy-mm-dd hh:mi:ss", without a fraction.
void AppendDatetime(int64_t wall_micros, std::string& out);
// Wall-clock seconds and nanoseconds, fraction with trailing zeros cut ("… 00:00:00.123", "…
// 00:00:00").
void AppendTimestamp(int64_t wall_seconds, int32_t nanos, std::string& out);
// A JSON string with quotes and escapes, for cells of nested types.
void AppendJsonString(std::string_view text, std::string& out);

}  // namespace paisql
