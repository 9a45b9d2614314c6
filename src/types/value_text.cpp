#include "types/value_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

#include "types/time/civil.h"

namespace paisql {
namespace {

// Plain digits are printed while the decimal exponent lies in this range: the one in which Python's
// repr, and with it the platform's own client, writes no exponent.
constexpr int kMinPlainExponent = -4;
constexpr int kMaxPlainExponent = 15;

constexpr int64_t kSecondsPerDay = 86400;
constexpr int64_t kMicrosPerSecond = 1000000;

// Splits the shortest scientific text "-d.ddde+xx" and writes it in the platform's form.
template <typename T>
void AppendFloating(T value, std::string& out) {
  if (std::isnan(value)) {
    out += "NaN";
    return;
  }
  if (std::isinf(value)) {
    out += value < 0 ? "-Infinity" : "Infinity";
    return;
  }
  char buffer[64];
  const auto written =
      std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::scientific);
  std::string_view text(buffer, static_cast<size_t>(written.ptr - buffer));
  if (text.front() == '-') {
    out += '-';
    text.remove_prefix(1);
  }
  const size_t e = text.find('e');
  std::string_view exponent_text = text.substr(e + 1);
  if (exponent_text.front() == '+') exponent_text.remove_prefix(1);
  int exponent = 0;
  std::from_chars(exponent_text.data(), exponent_text.data() + exponent_text.size(), exponent);

  char digits[32];
  size_t count = 0;
  for (const char c : text.substr(0, e)) {
    if (c != '.') digits[count++] = c;
  }
  const std::string_view all(digits, count);

  if (exponent < kMinPlainExponent || exponent > kMaxPlainExponent) {
    out += all.front();
    if (count > 1) {
      out += '.';
      out += all.substr(1);
    }
    out += 'e';
    out += std::to_string(exponent);
    return;
  }
  if (exponent < 0) {
    out += "0.";
    out.append(static_cast<size_t>(-exponent - 1), '0');
    out += all;
    return;
  }
  const size_t whole = static_cast<size_t>(exponent) + 1;
  if (count <= whole) {
    out += all;
    out.append(whole - count, '0');
    out += ".0";
    return;
  }
  out += all.substr(0, whole);
  out += '.';
  out += all.substr(whole);
}

// "00" to "99": two digits are looked up at a time.
constexpr std::array<char, 200> kDigitPairs = [] {
  std::array<char, 200> pairs = {};
  for (size_t i = 0; i < 100; ++i) {
    pairs[2 * i] = static_cast<char>('0' + i / 10);
    pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return pairs;
}();

char* PutPair(int64_t value, char* at) {
  std::memcpy(at, &kDigitPairs[2 * static_cast<size_t>(value)], 2);
  return at + 2;
}

// Writes the digits of `value` so that they end before `end`; gives where they begin. At least one.
char* PutDigitsBefore(uint64_t value, char* end) {
  while (value >= 100) {
    end -= 2;
    std::memcpy(end, &kDigitPairs[2 * (value % 100)], 2);
    value /= 100;
  }
  if (value < 10) {
    *--end = static_cast<char>('0' + value);
    return end;
  }
  end -= 2;
  std::memcpy(end, &kDigitPairs[2 * value], 2);
  return end;
}

void AppendPadded(int64_t value, int width, std::string& out) {
  char buffer[24];
  char* const end = buffer + sizeof(buffer);
  char* begin = PutDigitsBefore(static_cast<uint64_t>(value), end);
  while (end - begin < width) *--begin = '0';
  out.append(begin, end);
}

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

void AppendDouble(double value, std::string& out) { AppendFloating(value, out); }

void AppendFloat(float value, std::string& out) { AppendFloating(value, out); }

void AppendDecimal(Int128 unscaled, int scale, bool trim_zeros, std::string& out) {
  __extension__ typedef unsigned __int128 Uint128;
  constexpr uint64_t kWordBase = 1'000'000'000'000'000'000;
  constexpr int kWordDigits = 18;
  const bool negative = unscaled < 0;
  Uint128 rest =
      negative ? Uint128{0} - static_cast<Uint128>(unscaled) : static_cast<Uint128>(unscaled);
  // The digits fill the buffer from its end; 128-bit divisions are for numbers that need them only.
  char buffer[64];
  char* const end = buffer + sizeof(buffer);
  char* begin = end;
  while ((rest >> 64) != 0) {
    char* const word = begin;
    begin = PutDigitsBefore(static_cast<uint64_t>(rest % kWordBase), begin);
    while (word - begin < kWordDigits) *--begin = '0';
    rest /= kWordBase;
  }
  begin = PutDigitsBefore(static_cast<uint64_t>(rest), begin);
  while (end - begin <= scale) *--begin = '0';
  if (negative) *--begin = '-';
  char* const point = end - scale;
  char* last = end;
  if (trim_zeros) {
    while (last > point && last[-1] == '0') --last;
  }
  out.append(begin, point);
  if (last == point) return;
  out += '.';
  out.append(point, last);
}

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

void AppendJsonString(std::string_view text, std::string& out) {
  constexpr char kHex[] = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\f':
        out += "\\f";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          out += "\\u00";
          out += kHex[static_cast<unsigned char>(c) >> 4];
          out += kHex[static_cast<unsigned char>(c) & 0xf];
        } else {
          out += c;
        }
    }
  }
  out += '"';
}

}  // namespace paisql
