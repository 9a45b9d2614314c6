// Reading of dates and times; part of types/time/time_text.h.

#include <algorithm>

#include "base/text.h"
#include "types/time/civil.h"
#include "types/time/time_text.h"

namespace paisql {
namespace {

constexpr size_t kDayBytes = 10;    // yyyy-mm-dd
constexpr size_t kTimeBytes = 19;   // yyyy-mm-dd hh:mi:ss
constexpr size_t kOffsetBytes = 6;  // +08:00
constexpr size_t kNanosDigits = 9;

// `count` digits at `at` as a number; -1 when one of them is not a digit.
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

// +08:00 or +0800.
bool IsOffset(std::string_view text) {
  constexpr int kMostHours = 14;
  const bool colon = text.size() == kOffsetBytes && text[3] == ':';
  if (!colon && text.size() != kOffsetBytes - 1) return false;
  if (text[0] != '+' && text[0] != '-') return false;
  const int hours = Digits(text, 1, 2);
  return hours <= kMostHours && IsTimeOfDay(hours, Digits(text, text.size() - 2, 2), 0);
}

std::string_view WithoutOffset(std::string_view text) {
  if (text.size() < kTimeBytes + kOffsetBytes) return text;
  const std::string_view tail = text.substr(text.size() - kOffsetBytes);
  if (tail[3] == ':' && IsOffset(tail)) text.remove_suffix(kOffsetBytes);
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

std::optional<IsoTime> ReadIsoTime(std::string_view text) {
  constexpr size_t kMinuteBytes = 16;  // yyyy-mm-ddThh:mi
  const size_t zone = std::min(text.find_first_of("Zz+-", kMinuteBytes), text.size());
  IsoTime iso;
  if (std::string_view rest = text.substr(zone); rest == "Z" || rest == "z") {
    iso.offset_seconds = 0;
  } else if (!rest.empty()) {
    if (!IsOffset(rest)) return std::nullopt;
    const int minutes = Digits(rest, 1, 2) * 60 + Digits(rest, rest.size() - 2, 2);
    iso.offset_seconds = (rest[0] == '-' ? -60 : 60) * minutes;
  }
  std::string local(text.substr(0, zone));
  if (local.size() < kMinuteBytes || std::string_view("Tt ").find(local[10]) == local.npos) {
    return std::nullopt;
  }
  if (local.size() == kMinuteBytes && local[kDayBytes] != ' ') local += ":00";
  local[kDayBytes] = ' ';
  const std::optional<WallTime> time = ReadTime(local, kTimestampForm);
  if (!time) return std::nullopt;
  iso.time = *time;
  iso.fraction_digits = local.size() > kTimeBytes ? local.size() - kTimeBytes - 1 : 0;
  return iso;
}

std::optional<int32_t> ReadDate(std::string_view text) {
  return text.size() == kDayBytes ? ReadDay(text) : std::nullopt;
}

std::optional<int32_t> ReadDateOfTime(std::string_view text) {
  if (text.size() != kDayBytes && !ReadTime(text, kTimestampForm)) return std::nullopt;
  return ReadDay(text);
}

}  // namespace paisql
