#include "types/data_type.h"

#include <gtest/gtest.h>

#include <string>

namespace paisql {
namespace {

DataType Parsed(std::string_view text) {
  Result<DataType> type = ParseDataType(text);
  EXPECT_TRUE(type.ok()) << text;
  return type.ok() ? *type : DataType();
}

std::string Refusal(std::string_view text) {
  const Result<DataType> type = ParseDataType(text);
  EXPECT_FALSE(type.ok()) << text;
  if (type.ok()) return "";
  EXPECT_EQ(type.error().code, ErrorCode::kIllegalDataType);
  return type.error().detail;
}

TEST(DataTypeTest, EveryPlainNameIsReadBackInAnyCase) {
  for (const std::string& name : DataTypeNames()) {
    if (name == "ARRAY" || name == "MAP" || name == "STRUCT" || name == "VARCHAR" ||
        name == "CHAR" || name == "DECIMAL") {
      continue;
    }
    EXPECT_EQ(Parsed(name).ToString(), name);
    std::string mixed = name;
    mixed[0] = static_cast<char>(mixed[0] - 'A' + 'a');
    EXPECT_EQ(Parsed(mixed), Parsed(name));
  }
}

TEST(DataTypeTest, TextOfATypeIsReadBack) {
  for (const std::string text :
       {"BIGINT", "DECIMAL(38,18)", "DECIMAL(10,0)", "VARCHAR(65535)", "CHAR(255)", "ARRAY<STRING>",
        "MAP<STRING,ARRAY<BIGINT>>", "STRUCT<a:INT,b:STRING>",
        "STRUCT<a:STRUCT<`b c`:MAP<BIGINT,DECIMAL(5,2)>>,名:ARRAY<ARRAY<DOUBLE>>>",
        "STRUCT<`x``y`:INT>", "VOID"}) {
    EXPECT_EQ(Parsed(text).ToString(), text);
  }
}

TEST(DataTypeTest, BlanksAndDefaults) {
  EXPECT_EQ(Parsed(" map < string , bigint > ").ToString(), "MAP<STRING,BIGINT>");
  EXPECT_EQ(Parsed("decimal"), DataType::Decimal(38, 18));
  EXPECT_EQ(Parsed("decimal( 10 )"), DataType::Decimal(10, 0));
  EXPECT_EQ(Parsed("decimal(10 , 2)"), DataType::Decimal(10, 2));
}

TEST(DataTypeTest, FactoriesAndParts) {
  const DataType type = DataType::Struct(
      {"a", "b"}, {DataType::Map(TypeId::kString, TypeId::kBigint), DataType::Varchar(7)});
  EXPECT_EQ(type.fields()[0].key(), DataType(TypeId::kString));
  EXPECT_EQ(type.fields()[0].value(), DataType(TypeId::kBigint));
  EXPECT_EQ(type.fields()[1].length(), 7);
  EXPECT_EQ(type.field_names()[1], "b");
  EXPECT_EQ(DataType::Array(TypeId::kDate).element(), DataType(TypeId::kDate));
  EXPECT_EQ(DataType::Decimal(12, 3).precision(), 12);
  EXPECT_EQ(DataType::Decimal(12, 3).scale(), 3);
  EXPECT_TRUE(type.IsNested());
}

TEST(DataTypeTest, Families) {
  EXPECT_TRUE(DataType(TypeId::kTinyint).IsInteger());
  EXPECT_FALSE(DataType(TypeId::kDouble).IsInteger());
  EXPECT_TRUE(DataType::Decimal(3, 1).IsNumeric());
  EXPECT_FALSE(DataType(TypeId::kBoolean).IsNumeric());
  EXPECT_TRUE(DataType::Char(3).IsText());
  EXPECT_FALSE(DataType(TypeId::kBinary).IsText());
  EXPECT_TRUE(DataType(TypeId::kTimestampNtz).IsTemporal());
  EXPECT_FALSE(DataType(TypeId::kIntervalDayTime).IsTemporal());
}

TEST(DataTypeTest, EqualityIgnoresTheCaseOfFieldNamesOnly) {
  EXPECT_EQ(Parsed("struct<A:int>"), Parsed("STRUCT<a:INT>"));
  EXPECT_FALSE(Parsed("struct<a:int>") == Parsed("struct<b:int>"));
  EXPECT_FALSE(Parsed("struct<a:int>") == Parsed("struct<a:int,b:int>"));
  EXPECT_FALSE(Parsed("array<int>") == Parsed("array<bigint>"));
  EXPECT_FALSE(Parsed("char(3)") == Parsed("varchar(3)"));
  EXPECT_FALSE(Parsed("decimal(3,1)") == Parsed("decimal(3,2)"));
}

TEST(DataTypeTest, IllegalTypesNameTheirFault) {
  EXPECT_EQ(Refusal("bigit"), "unknown type 'bigit'");
  EXPECT_EQ(ParseDataType("bigit").error().hint.substr(0, 21), "did you mean 'BIGINT'");
  EXPECT_EQ(Refusal("decimal(39,1)"), "DECIMAL precision 39 is not in 1..38");
  EXPECT_EQ(Refusal("decimal(38,19)"), "DECIMAL scale 19 is not in 0..18");
  EXPECT_EQ(Refusal("decimal(5,6)"), "DECIMAL scale 6 is not in 0..5");
  EXPECT_EQ(Refusal("varchar"), "VARCHAR needs a length");
  EXPECT_EQ(Refusal("varchar(0)"), "VARCHAR length 0 is not in 1..65535");
  EXPECT_EQ(Refusal("char(256)"), "CHAR length 256 is not in 1..255");
  EXPECT_EQ(Refusal("map<array<int>,int>"), "the key of a MAP cannot be ARRAY<INT>");
  EXPECT_EQ(Refusal("struct<a:int,A:int>"), "the STRUCT field 'A' appears twice");
  EXPECT_EQ(Refusal("int x"), "cannot read the type 'int x': unexpected 'x'");
  EXPECT_EQ(Refusal("array<int"), "cannot read the type 'array<int': '>' is missing");
  for (const std::string text :
       {"", " ", "decimal(", "decimal(-1)", "decimal(99999999999)", "array<>", "map<int>",
        "struct<>", "struct<a int>", "struct<`a:int>"}) {
    EXPECT_NE(Refusal(text), "");
  }
}

TEST(DataTypeTest, ScaleLimitCanBeRaised) {
  EXPECT_EQ(ParseDataType("decimal(38,30)", kMaxDecimalPrecision)->scale(), 30);
}

TEST(DataTypeTest, DepthHasALimit) {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += "array<";
  EXPECT_EQ(Refusal(text), "types are nested more than 100 deep");
}

}  // namespace
}  // namespace paisql
