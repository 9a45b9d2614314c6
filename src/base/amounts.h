#pragma once

// Counts, sizes and times as people read them: as exact as they need it.

#include <cstdint>
#include <string>

namespace paisql {

// "9999", "1.2 M".
std::string CountText(int64_t count);
// "999 B", "340.0 MB": thousands, not 1024s.
std::string BytesText(int64_t bytes);
// "12 s", "3 min 5 s", "2 h 3 min".
std::string DurationText(int64_t duration_ms);
// Of a time that is guessed: "7 s", "25 s", "3 min", "2 h 10 min".
std::string RoughDurationText(int64_t duration_ms);

}  // namespace paisql
