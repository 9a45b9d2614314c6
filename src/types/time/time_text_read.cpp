// Reading of dates and times; part of types/time/time_text.h.

#include "types/time/civil.h"
#include "types/time/time_text.h"

namespace paisql {
namespace {

constexpr size_t kDayBytes = 10;    // yyyy-mm-dd
constexpr size_t kTimeBytes = 19;   // yyyy-mm-dd hh:mi:ss
constexpr size_t kOffsetBytes = 6;  // +08:00
constexpr size_t kNanosDigits = 9;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// `count` digits at `at` as a number; -1 when one of them is none.
int Digits(std::string_view text, size_t at, size_t count) {
  int value = 0;
  for (size_t i = at; i < at + count; ++i) {
    if (i >= text.size() || !IsDigit(text[i])) return -1;
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

// The day in front of a text.
std::optional<int32_t> ReadDay(std::string_view text) {
  if (text.size() < kDayBytes || text[4] != '-' || text[7] != '-') return std::nullopt;
  const int year = Digits(text, 0, 4);
  const int month = Digits(text, 5, 2);
  const int day = Digits(text, 8, 2);
  if (!IsCivilDay(year, month, day)) return std::nullopt;
  return DaysFromCivil(year, month, day);
}

std::string_view WithoutOffset(std::string_view text) {
  constexpr int kMostHours = 14;
  if (text.size() < kTimeBytes + kOffsetBytes) return text;
  const size_t sign = text.size() - kOffsetBytes;
  const int hours = Digits(text, sign + 1, 2);
  const int minutes = Digits(text, sign + 4, 2);
  const bool is_offset = (text[sign] == '+' || text[sign] == '-') && text[sign + 3] == ':' &&
                         hours <= kMostHours && IsTimeOfDay(hours, minutes, 0);
  if (is_offset) text.remove_suffix(kOffsetBytes);
  return text;
}

}  // namespace

std::optional<WallTime> ReadTime(std::string_view text, const TimeForm& form) {
  if (form.offset) text = WithoutOffset(text);
  const auto day = ReadDay(text);
  if (!day || text.size() < kTimeBytes || text[10] != ' ' || text[13] != ':' || text[16] != ':') {
    return std::nullopt;
  }
  const int hour = Digits(text, 11, 2);
  const int minute = Digits(text, 14, 2);
  const int second = Digits(text, 17, 2);
  if (!IsTimeOfDay(hour, minute, second)) return std::nullopt;
  WallTime time;
  time.seconds = int64_t{*day} * 86400 + hour * 3600 + minute * 60 + second;
  if (text.size() == kTimeBytes) return time;
  const size_t digits = text.size() - kTimeBytes - 1;
  if (text[kTimeBytes] != '.' || digits < 1 || digits > form.most_fraction_digits) {
    return std::nullopt;
  }
  time.nanos = Digits(text, kTimeBytes + 1, digits);
  if (time.nanos < 0) return std::nullopt;
  for (size_t i = digits; i < kNanosDigits; ++i) time.nanos *= 10;
  return time;
}

std::optional<int32_t> ReadDate(std::string_view text) {
  return text.size() == kDayBytes ? ReadDay(text) : std::nullopt;
}

std::optional<int32_t> ReadDateOfTime(std::string_view text) {
  if (text.size() != kDayBytes && !ReadTime(text, kTimestampForm)) return std::nullopt;
  return ReadDay(text);
}

}  // namespace paisql
