// CAST by the platform's page "Type conversions", and results of every type as text.

#include <cmath>
#include <limits>

#include "engine/plan_builder.h"

namespace paisql::engine::test {
namespace {

class CastTest : public EngineTest {
 protected:
  std::string Cast(ExpressionPtr operand, DataType type, bool strict = false) {
    return RunExpression(CastTo(std::move(operand), std::move(type), strict));
  }
  std::string Cast(const char* text, DataType type, bool strict = false) {
    return Cast(Text(text), std::move(type), strict);
  }
};

TEST_F(CastTest, TextToIntegers) {
  EXPECT_EQ(Cast("9007199254740993", TypeId::kBigint), "9007199254740993");
  EXPECT_EQ(Cast("1.6", TypeId::kBigint), "1");
  EXPECT_EQ(Cast("1e2", TypeId::kBigint), "100");
  EXPECT_EQ(Cast("-1.9", TypeId::kBigint), "-1");
  EXPECT_EQ(Cast(" +7 ", TypeId::kInt), "7");
  EXPECT_EQ(Cast("12ab", TypeId::kBigint), "12");
  EXPECT_EQ(Cast("ab", TypeId::kBigint), "NULL");
  EXPECT_EQ(Cast("", TypeId::kBigint), "NULL");
  EXPECT_EQ(Cast("99999999999999999999", TypeId::kBigint), "NULL");
  EXPECT_EQ(Cast("-", TypeId::kBigint, true),
            "FAILED: ODPS-0130071:[0,0] Semantic analysis exception - physical plan generation "
            "failed: java.lang.NumberFormatException: ODPS-0123091:Illegal type cast - in function "
            "cast, value '-' cannot be casted "
            "from String to Bigint");
  EXPECT_NE(Cast("300", TypeId::kTinyint, true).find("ODPS-0121145"), std::string::npos);
  EXPECT_EQ(Cast("300", TypeId::kTinyint), "NULL");
  EXPECT_EQ(Cast(Null(TypeId::kString), TypeId::kBigint, true), "NULL");
}

TEST_F(CastTest, TextToOtherNumbers) {
  EXPECT_EQ(Cast("1", TypeId::kDouble), "1.0");
  EXPECT_EQ(Cast("1.5x", TypeId::kDouble), "1.5");
  EXPECT_EQ(Cast("x", TypeId::kDouble), "NULL");
  EXPECT_NE(Cast("x", TypeId::kDouble, true).find("from String to Double"), std::string::npos);
  EXPECT_EQ(Cast("1.239", DataType::Decimal(5, 2)), "1.23");
  EXPECT_EQ(Cast("-1.5e2", DataType::Decimal(5, 2)), "-150");
  EXPECT_EQ(Cast("12345678901234567890.123456789012345678", DataType::Decimal(38, 18)),
            "12345678901234567890.123456789012345678");
  EXPECT_NE(Cast("12345", DataType::Decimal(5, 2), true).find("FAILED: ODPS-01"),
            std::string::npos);
  EXPECT_EQ(Cast("12345", DataType::Decimal(5, 2)), "NULL");
  EXPECT_EQ(Cast("true", TypeId::kBoolean), "true");
  EXPECT_EQ(Cast("False", TypeId::kBoolean), "true");
  EXPECT_EQ(Cast("", TypeId::kBoolean), "false");
}

TEST_F(CastTest, NumbersAmongEachOther) {
  EXPECT_EQ(Cast(Double(1.6), TypeId::kBigint), "1");
  EXPECT_EQ(Cast(Double(-1.6), TypeId::kBigint), "-1");
  EXPECT_EQ(Cast(Double(1.999), TypeId::kInt), "1");
  EXPECT_EQ(Cast(Typed(DataType::Decimal(5, 2), "-2.75"), TypeId::kBigint), "-2");
  EXPECT_NE(Cast(Double(1e30), TypeId::kBigint, true).find("ODPS-0121145"), std::string::npos);
  EXPECT_EQ(Cast(Double(1e30), TypeId::kBigint), "NULL");
  EXPECT_EQ(Cast(Constant(Value::Boolean(true)), TypeId::kBigint), "1");
  EXPECT_EQ(Cast(Constant(Value::Boolean(false)), TypeId::kDouble), "0.0");
  EXPECT_EQ(Cast(Constant(Value::Boolean(true)), DataType::Decimal(3, 1)), "1");
  EXPECT_EQ(Cast(Bigint(0), TypeId::kBoolean), "false");
  EXPECT_EQ(Cast(Double(0.5), TypeId::kBoolean), "true");
  EXPECT_EQ(Cast(Int(7), DataType::Decimal(38, 18)), "7");
}

TEST_F(CastTest, NumbersToText) {
  EXPECT_EQ(Cast(Double(1.0), TypeId::kString), "1.0");
  EXPECT_EQ(Cast(Double(1e10), TypeId::kString), "10000000000.0");
  EXPECT_EQ(Cast(Double(1.2232083745629837e32), TypeId::kString), "1.2232083745629837e32");
  EXPECT_EQ(Cast(Double(2.6794896585028633e-8), TypeId::kString), "2.6794896585028633e-8");
  EXPECT_EQ(Cast(Constant(Value{TypeId::kFloat, 3.14}), TypeId::kString), "3.14");
  EXPECT_EQ(Cast(Bigint(-5), TypeId::kString), "-5");
  EXPECT_EQ(Cast(Constant(Value::Boolean(true)), TypeId::kString), "true");
  EXPECT_EQ(Cast(Typed(DataType::Decimal(5, 2), "2.50"), TypeId::kString), "2.5");
  EXPECT_EQ(Cast(Typed(DataType::Decimal(5, 2), "20.00"), TypeId::kString), "20");
  EXPECT_EQ(Cast(Typed(DataType::Decimal(2, 0), "20"), TypeId::kString), "20");
}

TEST_F(CastTest, TextToTimes) {
  EXPECT_EQ(Cast("2013-12-31 02:34:34", TypeId::kDatetime), "2013-12-31 02:34:34");
  EXPECT_EQ(Cast("2013-12-31 02:34:34", TypeId::kDatetime), "2013-12-31 02:34:34");
  EXPECT_EQ(Cast("0001-01-01 00:00:00", TypeId::kDatetime), "0001-01-01 00:00:00");
  EXPECT_EQ(Cast("9999-12-31 23:59:59", TypeId::kDatetime), "9999-12-31 23:59:59");
  for (const char* bad :
       {"2013/12/31 02/34/34", "2014-1-9 12:12:12", "2014-02-29 00:00:00", "2014-01-01 24:00:00",
        "2014-01-01", "2013-12-31 02:34:34.123", "", "abc"}) {
    EXPECT_EQ(Cast(bad, TypeId::kDatetime), "NULL");
    EXPECT_EQ(
        Cast(bad, TypeId::kDatetime, true),
        std::string("FAILED: ODPS-0130071:[0,0] Semantic analysis exception - physical plan "
                    "generation failed: ODPS-0121095:Invalid argument - in function cast, string "
                    "datetime's format must be yyyy-mm-dd hh:mi:ss,  input string is:") +
            bad);
  }
  EXPECT_EQ(Cast("2024-02-29", TypeId::kDate), "2024-02-29");
  EXPECT_EQ(Cast("2024-02-29 01:02:03", TypeId::kDate), "NULL");
  settings_.date_from_full_format = true;
  EXPECT_EQ(Cast("2024-02-29 01:02:03", TypeId::kDate), "2024-02-29");
  EXPECT_EQ(Cast("2024-02-29 01:02:03.123456789", TypeId::kTimestamp),
            "2024-02-29 01:02:03.123456789");
  EXPECT_EQ(Cast("2024-02-29 01:02:03+08:00", TypeId::kTimestamp), "2024-02-29 01:02:03");
  EXPECT_EQ(Cast("2024-02-29 01:02:03.5", TypeId::kTimestampNtz), "2024-02-29 01:02:03.5");
  for (const TypeId type : {TypeId::kTimestamp, TypeId::kTimestampNtz}) {
    for (const char* wall : {"0001-01-01 00:00:00", "9999-12-31 23:59:59.999999999"}) {
      EXPECT_EQ(Cast(wall, type), wall);
    }
  }
}

TEST_F(CastTest, TimesAmongEachOther) {
  const char* wall = "2024-02-29 01:02:03.123456789";
  for (const char* zone : {"Asia/Shanghai", "America/New_York", "UTC"}) {
    settings_.time_zone = zone;
    EXPECT_EQ(Cast(Typed(TypeId::kTimestamp, wall), TypeId::kString), wall) << zone;
    EXPECT_EQ(Cast(Typed(TypeId::kTimestamp, wall), TypeId::kDate), "2024-02-29") << zone;
    EXPECT_EQ(Cast(Typed(TypeId::kTimestamp, wall), TypeId::kTimestampNtz), wall) << zone;
    EXPECT_EQ(Cast(Typed(TypeId::kTimestamp, wall), TypeId::kDatetime), "2024-02-29 01:02:03")
        << zone;
    EXPECT_EQ(Cast(Typed(TypeId::kTimestampNtz, wall), TypeId::kTimestamp), wall) << zone;
    EXPECT_EQ(
        Cast(CastTo(Typed(TypeId::kTimestampNtz, wall), TypeId::kDatetime), TypeId::kTimestamp),
        "2024-02-29 01:02:03.123")
        << zone;
    EXPECT_EQ(Cast(Typed(TypeId::kDatetime, "2024-02-29 01:02:03"), TypeId::kTimestamp),
              "2024-02-29 01:02:03")
        << zone;
    EXPECT_EQ(Cast(Typed(TypeId::kDatetime, "2024-02-29 01:02:03"), TypeId::kString),
              "2024-02-29 01:02:03")
        << zone;
    EXPECT_EQ(Cast(Typed(TypeId::kDate, "2024-02-29"), TypeId::kDatetime), "2024-02-29 00:00:00")
        << zone;
    EXPECT_EQ(Cast(Typed(TypeId::kDate, "2024-02-29"), TypeId::kTimestamp), "2024-02-29 00:00:00")
        << zone;
  }
}

TEST_F(CastTest, LengthsOfText) {
  EXPECT_EQ(Cast("中文abc", DataType::Varchar(3)), "中文a");
  EXPECT_EQ(RunExpression(Call("||", TypeId::kString,
                               List(CastTo(Text("ab"), DataType::Char(4)), Text("|")))),
            "ab  |");
  EXPECT_EQ(Cast(CastTo(Text("ab"), DataType::Char(4)), TypeId::kString), "ab");
  EXPECT_EQ(Cast(Int(12345), DataType::Varchar(2)), "12");
  EXPECT_EQ(Cast("a=", TypeId::kBinary), "a=3D");
  EXPECT_EQ(Cast(Typed(TypeId::kBinary, "ab"), TypeId::kString), "ab");
}

TEST_F(CastTest, NestedTypes) {
  const DataType ints = DataType::Array(TypeId::kInt);
  EXPECT_EQ(
      Cast(Call("array", ints, List(Int(1), Null(TypeId::kInt))), DataType::Array(TypeId::kString)),
      R"(["1",null])");
  EXPECT_EQ(Cast(Null(ints), DataType::Array(TypeId::kString)), "NULL");
  const DataType from = DataType::Struct({"a", "B b"}, {TypeId::kInt, TypeId::kString});
  const DataType to = DataType::Struct({"p", "q"}, {TypeId::kString, TypeId::kBigint});
  EXPECT_EQ(Cast(Call("struct", from, List(Int(1), Text("12x"))), to), R"({"p":"1","q":12})");
  EXPECT_EQ(Cast(Null(from), to), "NULL");
  EXPECT_EQ(Cast(Call("map", DataType::Map(TypeId::kInt, TypeId::kDouble), List(Int(1), Double(2))),
                 DataType::Map(TypeId::kString, TypeId::kString)),
            R"({"1":"2.0"})");
}

TEST_F(CastTest, Json) {
  EXPECT_EQ(Cast("a\"b", TypeId::kJson), R"("a\"b")");
  EXPECT_EQ(Cast(Typed(TypeId::kJson, R"("x y")"), TypeId::kString), "x y");
  EXPECT_EQ(Cast(Typed(TypeId::kJson, "12"), TypeId::kBigint), "12");
  EXPECT_EQ(Cast(Typed(TypeId::kJson, "null"), TypeId::kString), "NULL");
  EXPECT_NE(Cast(Typed(TypeId::kJson, "[1]"), TypeId::kString).find("ODPS-0123091"),
            std::string::npos);
}

TEST_F(CastTest, ConstantsOfEveryTypeAsText) {
  const auto both = [&](Value value) {
    const std::string plain = RunExpression(Constant(value));
    return plain + " " + RunExpression(Constant(value), TextForm::kJson);
  };
  const auto text = [](DataType type, std::string value) {
    return Value{std::move(type), std::move(value)};
  };
  EXPECT_EQ(both(Value::Null()), "NULL null");
  EXPECT_EQ(both(Value::Boolean(true)), "true true");
  EXPECT_EQ(both(Value{TypeId::kTinyint, int64_t{-128}}), "-128 -128");
  EXPECT_EQ(both(Value{TypeId::kSmallint, int64_t{-5}}), "-5 -5");
  EXPECT_EQ(both(Value::Int(std::numeric_limits<int32_t>::min())), "-2147483648 -2147483648");
  EXPECT_EQ(both(Value::Bigint(std::numeric_limits<int64_t>::min())),
            "-9223372036854775808 -9223372036854775808");
  EXPECT_EQ(both(Value{TypeId::kFloat, 0.5}), "0.5 0.5");
  EXPECT_EQ(both(Value::Double(std::nan(""))), R"(NaN "NaN")");
  EXPECT_EQ(both(Value::Double(-std::numeric_limits<double>::infinity())),
            R"(-Infinity "-Infinity")");
  EXPECT_EQ(both(Value::Double(-0.1)), "-0.1 -0.1");
  EXPECT_EQ(both(text(DataType::Decimal(38, 18), "-99999999999999999999.999999999999999999")),
            "-99999999999999999999.999999999999999999 -99999999999999999999.999999999999999999");
  EXPECT_EQ(both(Value::String("a'b\"\\\n中")), "a'b\"\\\n中 \"a'b\\\"\\\\\\n中\"");
  EXPECT_EQ(RunExpression(Text(std::string("a\0b", 3))), std::string("a\0b", 3));
  EXPECT_EQ(both(text(TypeId::kBinary, std::string("\0a\xFF=", 4))), R"(=00a=FF=3D "=00a=FF=3D")");
  EXPECT_EQ(both(text(TypeId::kDate, "0001-01-01")), R"(0001-01-01 "0001-01-01")");
  EXPECT_EQ(both(text(TypeId::kDatetime, "2024-02-29 08:00:00.123")),
            R"(2024-02-29 08:00:00 "2024-02-29 08:00:00")");
  EXPECT_EQ(both(text(TypeId::kTimestamp, "1969-12-31 23:59:59.000000001")),
            R"(1969-12-31 23:59:59.000000001 "1969-12-31 23:59:59.000000001")");
  EXPECT_EQ(both(text(TypeId::kTimestampNtz, "2024-02-29 08:00:00")),
            R"(2024-02-29 08:00:00 "2024-02-29 08:00:00")");
  EXPECT_EQ(both(text(TypeId::kIntervalYearMonth, "-14")), R"(-1-2 "-1-2")");
  EXPECT_EQ(both(text(TypeId::kIntervalDayTime, "129600.5")),
            R"(1 12:00:00.500000000 "1 12:00:00.500000000")");
  EXPECT_EQ(both(text(TypeId::kJson, R"({"a":[1,null]})")), R"({"a":[1,null]} {"a":[1,null]})");
}

TEST_F(CastTest, NestedResultsAsText) {
  const DataType times = DataType::Array(TypeId::kDatetime);
  EXPECT_EQ(RunExpression(Call(
                "array", times,
                List(Typed(TypeId::kDatetime, "2024-02-29 08:00:00"), Null(TypeId::kDatetime)))),
            R"(["2024-02-29 08:00:00",null])");
  const DataType map = DataType::Map(TypeId::kString, TypeId::kTimestamp);
  EXPECT_EQ(
      RunExpression(
          Call("map", map, List(Text("k\"1"), Typed(TypeId::kTimestamp, "2024-02-29 08:00:00.5")))),
      R"({"k\"1":"2024-02-29 08:00:00.5"})");
  const DataType record =
      DataType::Struct({"a", "B b"}, {TypeId::kDatetime, DataType::Array(TypeId::kDouble)});
  EXPECT_EQ(RunExpression(
                Call("struct", record,
                     List(Null(TypeId::kDatetime), Call("array", DataType::Array(TypeId::kDouble),
                                                        List(Double(1), Double(std::nan(""))))))),
            R"({"a":null,"B b":[1.0,"NaN"]})");
  EXPECT_EQ(RunExpression(Null(record)), "NULL");
}

}  // namespace
}  // namespace paisql::engine::test
