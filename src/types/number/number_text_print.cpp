// Printing of numbers; part of types/number/number_text.h.

#include <charconv>
#include <cmath>
#include <type_traits>

#include "types/number/digits.h"
#include "types/number/number_text.h"

namespace paisql {
namespace {

// Plain digits are printed while the decimal exponent lies in this range, as ECMAScript does it.
constexpr int kMinPlainExponent = -6;
constexpr int kMaxPlainExponent = 20;

// A whole DOUBLE has a point, a whole FLOAT has not.
template <typename T>
constexpr std::string_view kWhole = std::is_same_v<T, double> ? ".0" : "";

// Writes the shortest digits, of which the first stands `exponent` places before the ones.
template <typename T>
void AppendDigits(std::string_view digits, int exponent, std::string& out) {
  if (exponent < kMinPlainExponent || exponent > kMaxPlainExponent) {
    out += digits.front();
    if (digits.size() > 1) {
      out += '.';
      out += digits.substr(1);
    }
    out += 'e';
    out += std::to_string(exponent);
    return;
  }
  if (exponent < 0) {
    out += "0.";
    out.append(static_cast<size_t>(-exponent - 1), '0');
    out += digits;
    return;
  }
  const size_t whole = static_cast<size_t>(exponent) + 1;
  if (digits.size() <= whole) {
    out += digits;
    out.append(whole - digits.size(), '0');
    out += kWhole<T>;
    return;
  }
  out += digits.substr(0, whole);
  out += '.';
  out += digits.substr(whole);
}

template <typename T>
void AppendFloating(T value, std::string& out) {
  // All digits of an integer of so few bits are needed, so they are the shortest, too.
  constexpr T kExactIntegers = std::is_same_v<T, double> ? 0x1p53 : 0x1p24;
  char buffer[64];
  char* const end = buffer + sizeof(buffer);
  if (std::fabs(value) < kExactIntegers) {
    const auto whole = static_cast<int64_t>(value);
    if (static_cast<T>(whole) == value) {
      if (std::signbit(value)) out += '-';
      out.append(PutDigitsBefore(static_cast<uint64_t>(whole < 0 ? -whole : whole), end), end);
      out += kWhole<T>;
      return;
    }
  } else if (!std::isfinite(value)) {
    out += std::isnan(value) ? "NaN" : value < 0 ? "-Infinity" : "Infinity";
    return;
  }
  // The text is "d.ddde-xx" or "de+xx" with two or three digits after the sign.
  const auto written = std::to_chars(buffer, end, std::fabs(value), std::chars_format::scientific);
  if (value < 0) out += '-';
  const char* e = written.ptr - 4;
  if (*e != 'e') --e;
  int exponent = 0;
  std::from_chars(e + 2, written.ptr, exponent);
  if (e[1] == '-') exponent = -exponent;
  // The first digit takes the point's place, so that all stand side by side.
  char* digits = buffer;
  if (e - buffer > 1) {
    buffer[1] = buffer[0];
    digits = buffer + 1;
  }
  AppendDigits<T>(std::string_view(digits, static_cast<size_t>(e - digits)), exponent, out);
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
