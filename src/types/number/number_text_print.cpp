// Printing of numbers; part of types/number/number_text.h.

#include <charconv>
#include <cmath>

#include "types/number/digits.h"
#include "types/number/number_text.h"

namespace paisql {
namespace {

// Plain digits are printed while the decimal exponent lies in this range: the one in which Python's
// repr, and with it the platform's own client, writes no exponent.
constexpr int kMinPlainExponent = -4;
constexpr int kMaxPlainExponent = 15;

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

}  // namespace paisql
