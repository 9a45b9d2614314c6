#pragma once

// Counts, sizes and times as people read them: as exact as they need it.

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace paisql {

// "9999", "1.2 M".
std::string CountText(int64_t count);
// "1 file", "3 files".
template <std::integral Number>
std::string Counted(Number count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}
// "1 row", "123456 rows", "1.2 M rows": exact below a million.
std::string RowsText(int64_t rows);
// "-1,234,567".
std::string GroupedText(int64_t number);
// "999 B", "340.0 MB": thousands, not 1024s.
std::string BytesText(int64_t bytes);
// "12 s", "3 min 5 s", "2 h 3 min".
std::string DurationText(int64_t duration_ms);
// "0.4 s", "12.3 s", then as above.
std::string SecondsText(double seconds);
// Words for a guessed time: "7 s", "25 s", "3 min", "2 h 10 min".
std::string RoughDurationText(int64_t duration_ms);

}  // namespace paisql
