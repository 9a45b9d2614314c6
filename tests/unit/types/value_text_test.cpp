#include "types/value_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

namespace paisql {
namespace {

std::string DoubleText(double value) {
  std::string text;
  AppendDouble(value, text);
  return text;
}

std::string DecimalText(Int128 unscaled, int scale, bool trim = false) {
  std::string text;
  AppendDecimal(unscaled, scale, trim, text);
  return text;
}

TEST(AppendDouble, AlwaysHasAPointOrAnExponent) {
  EXPECT_EQ(DoubleText(3), "3.0");
  EXPECT_EQ(DoubleText(0), "0.0");
  EXPECT_EQ(DoubleText(-0.0), "-0.0");
  EXPECT_EQ(DoubleText(-1.5), "-1.5");
  EXPECT_EQ(DoubleText(0.1), "0.1");
  EXPECT_EQ(DoubleText(100), "100.0");
  EXPECT_EQ(DoubleText(5.166666666666667), "5.166666666666667");
}

TEST(AppendDouble, WritesExponentsAsThePlatformPrintsThem) {
  EXPECT_EQ(DoubleText(122320837456298376592387456923748.0), "1.2232083745629837e32");
  EXPECT_EQ(DoubleText(2.6794896585028633e-8), "2.6794896585028633e-8");
  EXPECT_EQ(DoubleText(0.0001), "0.0001");
  EXPECT_EQ(DoubleText(0.000045399929762484854), "0.000045399929762484854");
  EXPECT_EQ(DoubleText(1e-6), "0.000001");
  EXPECT_EQ(DoubleText(9.99e-7), "9.99e-7");
  EXPECT_EQ(DoubleText(1e15), "1000000000000000.0");
  EXPECT_EQ(DoubleText(1234567890123456.0), "1234567890123456.0");
  EXPECT_EQ(DoubleText(1e16), "10000000000000000.0");
  EXPECT_EQ(DoubleText(123456789012345680000.0), "123456789012345680000.0");
  EXPECT_EQ(DoubleText(1e21), "1e21");
  EXPECT_EQ(DoubleText(-0.0), "-0.0");
  EXPECT_EQ(DoubleText(5e-324), "5e-324");
}

TEST(AppendFloat, HasNoPointWhereItIsWhole) {
  const auto text = [](float value) {
    std::string out;
    AppendFloat(value, out);
    return out;
  };
  EXPECT_EQ(text(-1), "-1");
  EXPECT_EQ(text(0), "0");
  EXPECT_EQ(text(0.525F), "0.525");
  EXPECT_EQ(text(16777216.0F), "16777216");
  EXPECT_EQ(text(1e20F), "100000000000000000000");
  EXPECT_EQ(text(1e21F), "1e21");
  EXPECT_EQ(text(1e-7F), "1e-7");
}

TEST(AppendDouble, NamesWhatIsNoNumber) {
  EXPECT_EQ(DoubleText(std::numeric_limits<double>::quiet_NaN()), "NaN");
  EXPECT_EQ(DoubleText(std::numeric_limits<double>::infinity()), "Infinity");
  EXPECT_EQ(DoubleText(-std::numeric_limits<double>::infinity()), "-Infinity");
}

TEST(AppendDouble, ReadsBackAsTheSameNumber) {
  double value = 1.0 / 3;
  for (int i = 0; i < 2000; ++i) {
    value = std::fmod(value * 1.7 + 0.3, 1e9) * (i % 7 == 0 ? 1e-3 : 1.0);
    EXPECT_EQ(std::strtod(DoubleText(value).c_str(), nullptr), value);
  }
}

TEST(AppendFloat, IsShortestForItsOwnWidth) {
  std::string text;
  AppendFloat(0.1F, text);
  text += ' ';
  AppendFloat(3.14F, text);
  EXPECT_EQ(text, "0.1 3.14");
}

TEST(AppendDecimal, KeepsOrCutsZeros) {
  EXPECT_EQ(DecimalText(1250, 2), "12.50");
  EXPECT_EQ(DecimalText(1250, 2, true), "12.5");
  EXPECT_EQ(DecimalText(1200, 2, true), "12");
  EXPECT_EQ(DecimalText(-5, 3), "-0.005");
  EXPECT_EQ(DecimalText(0, 2), "0.00");
  EXPECT_EQ(DecimalText(0, 2, true), "0");
  EXPECT_EQ(DecimalText(100, 0), "100");
  EXPECT_EQ(DecimalText(100, 0, true), "100");
  Int128 large = 1;
  for (int i = 0; i < 37; ++i) large *= 10;
  EXPECT_EQ(DecimalText(large, 18), "10000000000000000000.000000000000000000");
}

TEST(AppendDate, CoversTheWholeRange) {
  const auto date = [](int32_t days) {
    std::string text;
    AppendDate(days, text);
    return text;
  };
  EXPECT_EQ(date(0), "1970-01-01");
  EXPECT_EQ(date(-1), "1969-12-31");
  EXPECT_EQ(date(19782), "2024-02-29");
  EXPECT_EQ(date(11016), "2000-02-29");
  EXPECT_EQ(date(-719162), "0001-01-01");
  EXPECT_EQ(date(2932896), "9999-12-31");
}

TEST(AppendDatetime, CutsTheFraction) {
  std::string text;
  AppendDatetime(1'709'193'600'123'456, text);
  text += '|';
  AppendDatetime(-1, text);
  EXPECT_EQ(text, "2024-02-29 08:00:00|1969-12-31 23:59:59");
}

TEST(AppendTimestamp, CutsTrailingZerosOfTheFraction) {
  const auto timestamp = [](int64_t seconds, int32_t nanos) {
    std::string text;
    AppendTimestamp(seconds, nanos, text);
    return text;
  };
  EXPECT_EQ(timestamp(0, 0), "1970-01-01 00:00:00");
  EXPECT_EQ(timestamp(0, 123'000'000), "1970-01-01 00:00:00.123");
  EXPECT_EQ(timestamp(1, 1), "1970-01-01 00:00:01.000000001");
}

TEST(AppendJsonString, EscapesWhatJsonDemands) {
  std::string text;
  AppendJsonString("a\"b\\c\n\t\x01 中", text);
  EXPECT_EQ(text, "\"a\\\"b\\\\c\\n\\t\\u0001 中\"");
}

}  // namespace
}  // namespace paisql
