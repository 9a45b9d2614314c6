#include "variables/schedule.h"

#include <charconv>
#include <string>

#include "base/text.h"
#include "types/time/civil.h"

namespace paisql::variables {

namespace {

// The digits of a text that has the form of the pattern, in which '0' stands for a digit.
std::optional<std::string> DigitsOf(std::string_view text, std::string_view pattern) {
  if (text.size() != pattern.size()) return std::nullopt;
  std::string digits;
  for (size_t i = 0; i < text.size(); ++i) {
    if (pattern[i] != '0') {
      if (text[i] != pattern[i]) return std::nullopt;
    } else if (!IsDigit(text[i])) {
      return std::nullopt;
    } else {
      digits += text[i];
    }
  }
  return digits;
}

int Number(const std::string& digits, size_t at, size_t length) {
  int number = 0;
  std::from_chars(digits.data() + at, digits.data() + at + length, number);
  return number;
}

std::optional<int64_t> DayOf(const std::string& digits) {
  const int year = Number(digits, 0, 4);
  const int month = Number(digits, 4, 2);
  const int day = Number(digits, 6, 2);
  if (!IsCivilDay(year, month, day)) return std::nullopt;
  return DaysFromCivil(year, month, day);
}

}  // namespace

std::optional<int64_t> ReadBizdate(std::string_view text) {
  for (const std::string_view pattern : {"00000000", "0000-00-00"}) {
    if (const auto digits = DigitsOf(text, pattern)) return DayOf(*digits);
  }
  return std::nullopt;
}

std::optional<int64_t> ReadCyctime(std::string_view text) {
  for (const std::string_view pattern :
       {"00000000000000", "000000000000", "0000-00-00 00:00:00", "0000-00-00 00:00"}) {
    std::optional<std::string> digits = DigitsOf(text, pattern);
    if (!digits.has_value()) continue;
    digits->resize(14, '0');
    const std::optional<int64_t> day = DayOf(*digits);
    const int hour = Number(*digits, 8, 2);
    const int minute = Number(*digits, 10, 2);
    const int second = Number(*digits, 12, 2);
    if (!day.has_value() || !IsTimeOfDay(hour, minute, second)) return std::nullopt;
    return *day * kSecondsOfDay + hour * 3600 + minute * 60 + second;
  }
  return std::nullopt;
}

Schedule MakeSchedule(std::optional<int64_t> bizdate, std::optional<int64_t> cyctime,
                      int64_t today) {
  Schedule schedule;
  schedule.today = today;
  if (bizdate.has_value()) {
    schedule.bizdate = *bizdate;
    schedule.cyctime = cyctime.value_or((*bizdate + 1) * kSecondsOfDay);
    return schedule;
  }
  schedule.cyctime = cyctime.value_or(today * kSecondsOfDay);
  // Rounded towards the past, also before 1970.
  const int64_t behind = (schedule.cyctime % kSecondsOfDay + kSecondsOfDay) % kSecondsOfDay;
  schedule.bizdate = (schedule.cyctime - behind) / kSecondsOfDay - 1;
  return schedule;
}

}  // namespace paisql::variables
