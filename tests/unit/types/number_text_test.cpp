#include "types/number/number_text.h"

#include <gtest/gtest.h>

#include "types/golden_rows.h"

namespace paisql {
namespace {

// What CAST makes of a text, "~" before it where only the beginning counts, "-" for nothing.
std::string Shown(TextFit fit, const std::string& value) {
  if (fit == TextFit::kNone) return "-";
  return fit == TextFit::kPrefix ? "~" + value : value;
}

std::string Shown(FieldFit fit, std::string_view value) {
  if (fit == FieldFit::kNoNumber) return "-";
  if (fit == FieldFit::kOutOfRange) return "too large";
  return fit == FieldFit::kTooSmall ? "0" : std::string(value);
}

std::string CastToDouble(std::string_view text) {
  double value = 0;
  const TextFit fit = ReadDouble(text, value);
  std::string shown;
  AppendDouble(value, shown);
  return Shown(fit, shown);
}

std::string CastToBigint(std::string_view text) {
  int64_t value = 0;
  const TextFit fit = ReadBigint(text, value);
  return Shown(fit, std::to_string(value));
}

std::string CastToDecimal(std::string_view text, int scale) {
  std::string value;
  const TextFit fit = ReadDecimal(text, scale, value);
  return Shown(fit, value);
}

std::string DecimalField(std::string_view text, int precision, int scale) {
  Int128 unscaled = 0;
  const FieldFit fit = ReadDecimalField(text, precision, scale, unscaled);
  std::string shown;
  AppendDecimal(unscaled, scale, false, shown);
  return Shown(fit, shown);
}

TEST(NumberText, GoldenAnswers) {
  for (const auto& row : GoldenRows("number_texts.tsv", 8)) {
    const std::string& text = row[0];
    EXPECT_EQ(CastToBigint(text), row[1]) << text;
    EXPECT_EQ(CastToDouble(text), row[2]) << text;
    EXPECT_EQ(CastToDecimal(text, 2), row[3]) << text;
    int64_t integer = 0;
    double number = 0;
    EXPECT_EQ(Shown(ReadIntegerField(text, integer), WithoutPlus(text)), row[4]) << text;
    EXPECT_EQ(Shown(ReadDoubleField(text, number), WithoutPlus(text)), row[5]) << text;
    EXPECT_EQ(Shown(ReadFloatField(text, number), WithoutPlus(text)), row[6]) << text;
    EXPECT_EQ(DecimalField(text, 5, 2), row[7]) << text;
  }
}

TEST(NumberText, CastsTakeWhatStandsInFront) {
  EXPECT_EQ(CastToBigint("-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(CastToBigint("9223372036854775808"), "-");
  EXPECT_EQ(CastToBigint("12ab"), "~12");
  EXPECT_EQ(CastToBigint("1e"), "~1");
  EXPECT_EQ(CastToBigint("."), "-");
  EXPECT_EQ(CastToBigint("1e19"), "-");
  EXPECT_EQ(CastToBigint("0x10"), "~0");
  EXPECT_EQ(CastToBigint("1_000"), "~1");
  EXPECT_EQ(CastToDouble("-Infinity"), "-Infinity");
  EXPECT_EQ(CastToDecimal("12e-3", 4), "0.0120");
  EXPECT_EQ(CastToDecimal("1e-99999", 2), "0.00");
  EXPECT_EQ(CastToDecimal("1e99999", 2), "-");
  EXPECT_EQ(CastToDecimal(".5", 0), "0");
}

// The end of the range that a number passes is told by its value, however it is written.
TEST(NumberText, NumbersThatNoDoubleHolds) {
  EXPECT_EQ(CastToDouble("1e-400"), "0.0");
  EXPECT_EQ(CastToDouble("-1e400"), "-Infinity");
  EXPECT_EQ(CastToDouble("0." + std::string(400, '0') + "1"), "0.0");
  EXPECT_EQ(CastToDouble("-0." + std::string(400, '0') + "1e9"), "-0.0");
  EXPECT_EQ(CastToDouble("1" + std::string(400, '0') + "e-9"), "Infinity");
  EXPECT_EQ(CastToBigint("0." + std::string(400, '0') + "1"), "0");
  EXPECT_EQ(CastToBigint("1" + std::string(400, '0') + "e-9"), "-");
  double number = 0;
  EXPECT_EQ(ReadDoubleField("0." + std::string(400, '0') + "1", number), FieldFit::kTooSmall);
  EXPECT_EQ(ReadDoubleField("1" + std::string(400, '0') + "e-9", number), FieldFit::kOutOfRange);
}

TEST(NumberText, FieldsAreNumbersAsAWhole) {
  int8_t tiny = 0;
  EXPECT_EQ(ReadIntegerField("+127", tiny), FieldFit::kFits);
  EXPECT_EQ(tiny, 127);
  EXPECT_EQ(ReadIntegerField("128", tiny), FieldFit::kOutOfRange);
  EXPECT_EQ(ReadIntegerField("128x", tiny), FieldFit::kNoNumber);
  EXPECT_EQ(ReadIntegerField("+-1", tiny), FieldFit::kNoNumber);
  EXPECT_EQ(ReadIntegerField("", tiny), FieldFit::kNoNumber);
  EXPECT_EQ(DecimalField("12.345", 5, 2), "12.35");
  EXPECT_EQ(DecimalField("999.995", 5, 2), "too large");
  EXPECT_EQ(DecimalField("1e2", 5, 2), "-");
  const std::string longest(38, '9');
  EXPECT_EQ(DecimalField(longest, 38, 0), longest);
  EXPECT_EQ(DecimalField(longest + ".4", 38, 0), longest);
  EXPECT_EQ(DecimalField(longest + ".5", 38, 0), "too large");
  EXPECT_EQ(DecimalField(longest + "9", 38, 0), "too large");
  EXPECT_EQ(DecimalField(longest, 38, 18), "too large");
  EXPECT_EQ(DecimalField("000" + longest, 38, 0), longest);
}

}  // namespace
}  // namespace paisql
