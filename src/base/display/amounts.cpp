#include "base/display/amounts.h"

#include <fmt/format.h>

#include <algorithm>

namespace paisql {

namespace {

constexpr std::string_view kUnits = "kMGTPE";
constexpr int64_t kSecondMs = 1000;
constexpr int64_t kMinute = 60;  // in seconds

// "1.2 M" of a count that is at least 1,000.
std::string Scaled(int64_t count) {
  auto value = static_cast<double>(count) / 1000;
  size_t unit = 0;
  // 999,950 and more would be shown as 1000.0 k.
  while (value >= 999.95 && unit + 1 < kUnits.size()) {
    value /= 1000;
    ++unit;
  }
  return fmt::format("{:.1f} {}", value, kUnits[unit]);
}

int64_t RoundedTo(int64_t value, int64_t step) { return (value + step / 2) / step * step; }

}  // namespace

std::string CountText(int64_t count) {
  constexpr int64_t kExact = 10'000;
  return count < kExact ? std::to_string(count) : Scaled(count);
}

std::string RowsText(int64_t rows) {
  constexpr int64_t kExact = 1'000'000;
  return rows < kExact ? Counted(rows, "row") : CountText(rows) + " rows";
}

std::string GroupedText(int64_t number) {
  std::string digits = std::to_string(number);
  const size_t first = number < 0 ? 1 : 0;
  for (size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string BytesText(int64_t bytes) {
  constexpr int64_t kExact = 1000;
  return (bytes < kExact ? std::to_string(bytes) + " " : Scaled(bytes)) + "B";
}

std::string DurationText(int64_t duration_ms) {
  const int64_t seconds = std::max<int64_t>(0, duration_ms) / kSecondMs;
  const int64_t minutes = seconds / kMinute;
  if (minutes == 0) return fmt::format("{} s", seconds);
  if (minutes < 60) return fmt::format("{} min {} s", minutes, seconds % kMinute);
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

std::string SecondsText(double seconds) {
  if (seconds < static_cast<double>(kMinute)) return fmt::format("{:.1f} s", seconds);
  return DurationText(static_cast<int64_t>(seconds) * kSecondMs);
}

std::string RoughDurationText(int64_t duration_ms) {
  constexpr int64_t kExactSeconds = 10;
  constexpr int64_t kSecondsStep = 5;
  constexpr int64_t kMinutesStep = 10;
  const int64_t seconds = RoundedTo(std::max<int64_t>(0, duration_ms), kSecondMs) / kSecondMs;
  if (seconds < kExactSeconds) return fmt::format("{} s", seconds);
  const int64_t rounded = RoundedTo(seconds, kSecondsStep);
  if (rounded < kMinute) return fmt::format("{} s", rounded);
  const int64_t minutes = RoundedTo(seconds, kMinute) / kMinute;
  if (minutes < 60) return fmt::format("{} min", minutes);
  const int64_t rough = RoundedTo(minutes, kMinutesStep);
  return fmt::format("{} h {} min", rough / 60, rough % 60);
}

}  // namespace paisql
