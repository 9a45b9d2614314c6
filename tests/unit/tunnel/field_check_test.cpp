#include "tunnel/field_check.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "types/time/time_text.h"

namespace paisql::tunnel {
namespace {

// The number or the canonical text, or '!' and the reason.
std::string Check(const std::string& type, std::string_view field,
                  std::string_view pattern = "yyyy-MM-dd HH:mm:ss") {
  store::Column column;
  column.name = "c";
  column.type = *ParseDataType(type);
  Result<FieldCheck> check =
      FieldCheck::ForColumn(column, *DatePattern::Parse(pattern), *TimeZone::Load("Asia/Shanghai"));
  EXPECT_TRUE(check.ok());
  FieldValue value;
  const std::string reason = check->Check(field, value);
  if (!reason.empty()) return "!" + reason;
  const auto* micros = std::get_if<int64_t>(&value);
  if (type == "DATETIME" && micros != nullptr) {
    std::string text;
    AppendTimestamp(*micros / 1'000'000, static_cast<int32_t>(*micros % 1'000'000) * 1000, text);
    return text;
  }
  return std::visit([](const auto& kind) { return fmt::format("{}", kind); }, value);
}

TEST(FieldCheckTest, IntegersKeepTheirRange) {
  EXPECT_EQ(Check("BIGINT", " +42 "), "42");
  EXPECT_EQ(Check("BIGINT", "-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(Check("BIGINT", "9223372036854775808"),
            "!column c: '9223372036854775808' is out of range for BIGINT");
  EXPECT_EQ(Check("TINYINT", "128"), "!column c: '128' is out of range for TINYINT");
  EXPECT_EQ(Check("INT", "1.0"), "!column c: '1.0' is not a valid INT");
  EXPECT_EQ(Check("INT", ""), "!column c: '' is not a valid INT");
}

TEST(FieldCheckTest, Reals) {
  EXPECT_EQ(Check("DOUBLE", "1e3"), "1000");
  EXPECT_EQ(Check("DOUBLE", "1e999"), "!column c: '1e999' is out of range for DOUBLE");
  EXPECT_EQ(Check("DOUBLE", "1,5"), "!column c: '1,5' is not a valid DOUBLE");
}

TEST(FieldCheckTest, RealsKeepTheirRangeAndSmallOnesAreZero) {
  EXPECT_EQ(Check("DOUBLE", "1e-400"), "0");
  EXPECT_EQ(Check("DOUBLE", "-0.001e-999999999999999999999"), "0");
  EXPECT_EQ(Check("DOUBLE", "0.001e999999999999999999999"),
            "!column c: '0.001e999999999999999999999' is out of range for DOUBLE");
  EXPECT_EQ(Check("FLOAT", "3.4028235e38"), "3.4028235e+38");
  EXPECT_EQ(Check("FLOAT", "1e300"), "!column c: '1e300' is out of range for FLOAT");
  EXPECT_EQ(Check("FLOAT", "-3.5e38"), "!column c: '-3.5e38' is out of range for FLOAT");
  EXPECT_EQ(Check("FLOAT", "1e-300"), "1e-300");
}

TEST(FieldCheckTest, TimesOfIso8601AreTakenByTheirOffset) {
  EXPECT_EQ(Check("DATETIME", "2013-01-01T10:00:00Z"), "2013-01-01 18:00:00");
  EXPECT_EQ(Check("DATETIME", "2013-01-01T10:00:00.250Z"), "2013-01-01 18:00:00.25");
  EXPECT_EQ(Check("DATETIME", "2013-01-01T10:00"), "2013-01-01 10:00:00");
  EXPECT_EQ(Check("DATETIME", "2013-01-01 10:00:00+00:00"), "2013-01-01 18:00:00");
  EXPECT_EQ(Check("DATETIME", "2012-12-31T20:00:00-0530"), "2013-01-01 09:30:00");
  EXPECT_EQ(Check("DATETIME", "2013-01-01T10:00:00.1234Z").substr(0, 1), "!");
  EXPECT_EQ(Check("DATETIME", "2013-01-01T10:00:00Q").substr(0, 1), "!");
  EXPECT_EQ(Check("DATETIME", "2013-01-01T10Z").substr(0, 1), "!");
  EXPECT_EQ(Check("DATETIME", "2013-02-30T10:00:00Z").substr(0, 1), "!");
  EXPECT_EQ(Check("DATETIME", "2013-01-01T10:00:00+15:00").substr(0, 1), "!");
  EXPECT_EQ(Check("TIMESTAMP", "2013-01-01T10:00:00.123456789Z"), "2013-01-01 18:00:00.123456789");
  EXPECT_EQ(Check("TIMESTAMP_NTZ", "2013-01-01T10:00:00+08:00"), "2013-01-01 10:00:00");
}

TEST(FieldCheckTest, TimestampsAreOfTheYears1To9999) {
  for (const char* type : {"TIMESTAMP", "TIMESTAMP_NTZ"}) {
    EXPECT_EQ(Check(type, "0001-01-01 00:00:00.000000001"), "0001-01-01 00:00:00.000000001");
    EXPECT_EQ(Check(type, "9999-12-31 23:59:59.999999999"), "9999-12-31 23:59:59.999999999");
    EXPECT_EQ(Check(type, "0000-12-31 23:59:59").substr(0, 1), "!");
    EXPECT_EQ(Check(type, "10000-01-01 00:00:00").substr(0, 1), "!");
  }
}

TEST(FieldCheckTest, DecimalsAreRoundedToTheirScale) {
  EXPECT_EQ(Check("DECIMAL(5,2)", "12.345"), "12.35");
  EXPECT_EQ(Check("DECIMAL(5,2)", "-0.005"), "-0.01");
  EXPECT_EQ(Check("DECIMAL(5,2)", "999.995"),
            "!column c: '999.995' is out of range for DECIMAL(5,2)");
  EXPECT_EQ(Check("DECIMAL(5,2)", "7"), "7.00");
  EXPECT_EQ(Check("DECIMAL(38,18)", "12345678901234567890.5"),
            "12345678901234567890.500000000000000000");
  EXPECT_EQ(Check("DECIMAL(5,2)", "."), "!column c: '.' is not a valid DECIMAL(5,2)");
}

TEST(FieldCheckTest, TextsAreUtf8AndFit) {
  EXPECT_EQ(Check("STRING", " as it is "), " as it is ");
  EXPECT_EQ(Check("STRING", "caf\xE9"), "!column c: the text is not UTF-8");
  EXPECT_EQ(Check("VARCHAR(2)", "中文"), "中文");
  EXPECT_EQ(Check("VARCHAR(2)", "中文字"), "!column c: '中文字' is longer than VARCHAR(2)");
}

TEST(FieldCheckTest, DaysAndTimesExist) {
  EXPECT_EQ(Check("DATE", "2024-02-29"), "2024-02-29");
  EXPECT_EQ(Check("DATE", "2023-02-29"), "!column c: '2023-02-29' is not a valid DATE");
  EXPECT_EQ(Check("DATETIME", "2024-02-29 8:05:09"), "2024-02-29 08:05:09");
  EXPECT_EQ(Check("DATETIME", "2024-02-29 24:00:00"),
            "!column c: '2024-02-29 24:00:00' is not a valid DATETIME");
  EXPECT_EQ(Check("DATETIME", "20240229T080509.25", "yyyyMMdd'T'HHmmss.SSS"),
            "2024-02-29 08:05:09.25");
  EXPECT_EQ(Check("TIMESTAMP", "2024-02-29 08:05:09.123456789"), "2024-02-29 08:05:09.123456789");
  EXPECT_EQ(Check("TIMESTAMP", "2024-02-29 08:05"),
            "!column c: '2024-02-29 08:05' is not a valid TIMESTAMP");
  EXPECT_EQ(Check("TIMESTAMP", "2024-02-29 -0:05:09"),
            "!column c: '2024-02-29 -0:05:09' is not a valid TIMESTAMP");
}

TEST(FieldCheckTest, Booleans) {
  EXPECT_EQ(Check("BOOLEAN", "TRUE"), "1");
  EXPECT_EQ(Check("BOOLEAN", "0"), "0");
  EXPECT_EQ(Check("BOOLEAN", "yes"), "!column c: 'yes' is not a valid BOOLEAN");
}

TEST(FieldCheckTest, NestedColumnsAreRefusedByName) {
  store::Column column;
  column.name = "a";
  column.type = DataType::Array(TypeId::kBigint);
  const auto check = FieldCheck::ForColumn(column, *DatePattern::Parse("yyyy"), TimeZone());
  ASSERT_FALSE(check.ok());
  EXPECT_EQ(check.error().code, ErrorCode::kUnsupported);
}

TEST(DatePatternTest, WritesWhatItReads) {
  const Result<DatePattern> pattern = DatePattern::Parse("dd/MM/yy HH'h'mm");
  ASSERT_TRUE(pattern.ok());
  std::string text = "at 2024-02-29 08:05:09";
  pattern->Rewrite(3, text);
  EXPECT_EQ(text, "at 29/02/24 08h05");
  EXPECT_FALSE(DatePattern::Parse("yyyy-QQ").ok());
  EXPECT_FALSE(DatePattern::Parse("yyyy'x").ok());
}

// The shortcut for the usual form takes what the pattern takes, and nothing else.
TEST(DatePatternTest, TheUsualPatternIsReadAsOthersAre) {
  const DatePattern usual = *DatePattern::Parse("yyyy-MM-dd HH:mm:ss");
  const DatePattern same = *DatePattern::Parse("yyyy'-'MM-dd HH:mm:ss");
  ASSERT_TRUE(usual.usual());
  ASSERT_FALSE(same.usual());
  for (const char* text :
       {"2024-02-29 08:05:09", "2023-02-29 08:05:09", "0001-01-01 00:00:00", "9999-12-31 23:59:59",
        "1969-12-31 23:59:59", "2024-2-9 8:5:9", "2024-02-29 08:05:60", "2024-02-29T08:05:09",
        "2024-02-29 08:05:9x", "2024-02-29 08:05:090", "20240-2-29 08:05:09", "+024-02-29 08:05:09",
        "", "2024-02-29", "2024-02-29 08:05: 9"}) {
    EXPECT_EQ(usual.Read(text), same.Read(text)) << text;
  }
  EXPECT_EQ(usual.Read("1970-01-02 00:00:01"), 86'401'000'000);
}

}  // namespace
}  // namespace paisql::tunnel
