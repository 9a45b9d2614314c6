#pragma once

// Text to numbers and times by the platform's CAST rules (maxcompute-types.md section 2). Pure
// functions, so that DuckDB's threads call them on whole vectors.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paisql::engine {

// How well a text names a number.
enum class TextFit {
  kWhole,   // all of it
  kPrefix,  // only its beginning: '12ab'
  kNone,    // not even its beginning, or the value does not fit the type
};

// Integer text is read exactly; text in DOUBLE form goes through DOUBLE and is truncated.
TextFit ReadBigint(std::string_view text, int64_t& value);
TextFit ReadDouble(std::string_view text, double& value);
// Plain digits with at most `scale` digits behind the point, the others cut: "1.239" with 2 gives
// "1.23".
TextFit ReadDecimal(std::string_view text, int scale, std::string& value);

struct WallTime {
  int64_t seconds = 0;  // since 1970-01-01 00:00:00 on the wall clock
  int32_t nanos = 0;
};

// "yyyy-mm-dd hh:mi:ss" with two-digit fields, optionally with up to nine digits of a fraction;
// nullopt for any other form and for a day or time that does not exist.
std::optional<WallTime> ReadDatetime(std::string_view text);
// The same, behind which an offset such as +08:00 may stand: it is passed over.
std::optional<WallTime> ReadTimestamp(std::string_view text);
// "yyyy-mm-dd", or the day of a datetime text.
std::optional<int32_t> ReadDate(std::string_view text);

}  // namespace paisql::engine
