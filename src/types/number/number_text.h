#pragma once

// Numbers as text, and back. CAST takes the number in front of a text ('12ab' is 12), a file's
// field has to be one as a whole, and both mean the same number by the same digits. Pure functions,
// so that an engine's threads call them on whole vectors; what prints appends to `out`.

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace paisql {

// The 128-bit integer of the compiler, spelled so that -Wpedantic accepts it.
__extension__ typedef __int128 Int128;

// ---- printing -----------------------------------------------------------------------------------

// Shortest text that reads back as the same number: plain digits from 1e-6 up to below 1e21, else a
// lower-case exponent without a plus sign ("2.6794896585028633e-8"), "NaN", "Infinity"; the
// platform's page "Mathematical functions". A whole DOUBLE has a point ("3.0"), a whole FLOAT has
// not ("3").
void AppendDouble(double value, std::string& out);
void AppendFloat(float value, std::string& out);
// An unscaled value; `scale` digits after the point, trailing zeros cut when asked
// (odps.sql.decimal.tostring.trimzero).
void AppendDecimal(Int128 unscaled, int scale, bool trim_zeros, std::string& out);

// ---- CAST: the number in front

// How well a text names a number; blanks around it do not count.
enum class TextFit {
  kWhole,   // all of it
  kPrefix,  // only its beginning: '12ab'
  kNone,    // not even its beginning, or the value does not fit the type
};

// Integer text is read exactly; text in DOUBLE form goes through DOUBLE and is truncated.
TextFit ReadBigint(std::string_view text, int64_t& value);
TextFit ReadDouble(std::string_view text, double& value);
// Plain digits with at most `scale` digits after the point, the others cut: "1.239" with 2 gives
// "1.23".
TextFit ReadDecimal(std::string_view text, int scale, std::string& value);

// ---- fields of files: the whole text

enum class FieldFit {
  kFits,
  kTooSmall,    // for the type, so that 0 is the nearest: not for integers
  kOutOfRange,  // a number, and too large
  kNoNumber,
};

// std::from_chars takes no plus sign, but files have them.
std::string_view WithoutPlus(std::string_view text);

template <typename T>
FieldFit ReadIntegerField(std::string_view text, T& value) {
  text = WithoutPlus(text);
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ptr != end || read.ec == std::errc::invalid_argument) return FieldFit::kNoNumber;
  return read.ec == std::errc() ? FieldFit::kFits : FieldFit::kOutOfRange;
}

// Also "inf" and "nan".
FieldFit ReadDoubleField(std::string_view text, double& value);
// The same for a column of type FLOAT, which holds less.
FieldFit ReadFloatField(std::string_view text, double& value);
// Without an exponent; rounded half up to the scale. kOutOfRange where more digits are needed than
// the precision allows.
FieldFit ReadDecimalField(std::string_view text, int precision, int scale, Int128& unscaled);

// ---- both

// The DOUBLE of a whole text in the form of std::from_chars, and whether the number is too large or
// too small for one: then it is infinite or 0, with the number's sign.
struct NearestDouble {
  double value = 0;
  FieldFit fit = FieldFit::kNoNumber;
};
NearestDouble ToNearestDouble(std::string_view text);

}  // namespace paisql
