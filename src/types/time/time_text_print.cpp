// Printing of dates and times; part of types/time/time_text.h.

#include "types/number/digits.h"
#include "types/time/civil.h"
#include "types/time/time_text.h"

namespace paisql {
namespace {

constexpr int64_t kSecondsPerDay = 86400;
constexpr int64_t kMicrosPerSecond = 1000000;

int64_t FloorDivide(int64_t value, int64_t divisor) {
  const int64_t quotient = value / divisor;
  return value % divisor < 0 ? quotient - 1 : quotient;
}

void AppendCivilDate(int64_t days, std::string& out) {
  const CivilDay civil = CivilFromDays(days);
  int64_t year = civil.year;
  if (year >= 0 && year <= 9999) {
    char text[10];
    char* at = PutPair(year % 100, PutPair(year / 100, text));
    *at++ = '-';
    at = PutPair(civil.month, at);
    *at++ = '-';
    PutPair(civil.day, at);
    out.append(text, sizeof(text));
    return;
  }
  if (year < 0) {
    out += '-';
    year = -year;
  }
  AppendPadded(year, 4, out);
  out += '-';
  AppendPadded(civil.month, 2, out);
  out += '-';
  AppendPadded(civil.day, 2, out);
}

void AppendWallSeconds(int64_t seconds, std::string& out) {
  const int64_t days = FloorDivide(seconds, kSecondsPerDay);
  const int64_t of_day = seconds - days * kSecondsPerDay;
  AppendCivilDate(days, out);
  char text[9] = {' '};
  char* at = PutPair(of_day / 3600, text + 1);
  *at++ = ':';
  at = PutPair(of_day / 60 % 60, at);
  *at++ = ':';
  PutPair(of_day % 60, at);
  out.append(text, sizeof(text));
}

}  // namespace

void AppendDate(int32_t days_since_epoch, std::string& out) {
  AppendCivilDate(days_since_epoch, out);
}

void AppendDatetime(int64_t wall_micros, std::string& out) {
  AppendWallSeconds(FloorDivide(wall_micros, kMicrosPerSecond), out);
}

void AppendTimestamp(int64_t wall_seconds, int32_t nanos, std::string& out) {
  AppendWallSeconds(wall_seconds, out);
  if (nanos == 0) return;
  int width = 9;
  while (nanos % 10 == 0) {
    nanos /= 10;
    --width;
  }
  out += '.';
  AppendPadded(nanos, width, out);
}

}  // namespace paisql
