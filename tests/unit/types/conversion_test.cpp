#include "types/conversion.h"

#include <gtest/gtest.h>

#include <sstream>

#include "types/decimal_rules.h"

namespace paisql {
namespace {

DataType Type(const std::string& text) {
  if (text == "VOID") return TypeId::kVoid;
  Result<DataType> type = ParseDataType(text);
  EXPECT_TRUE(type.ok()) << text;
  return type.ok() ? *type : DataType();
}

char Letter(ConversionKind kind) {
  switch (kind) {
    case ConversionKind::kSame:
      return '=';
    case ConversionKind::kImplicit:
      return 'I';
    case ConversionKind::kExplicit:
      return 'E';
    case ConversionKind::kNone:
      break;
  }
  return '.';
}

// Each row: the type converted from, then = same, I implicit, E by CAST only, . never, to the
// head's types.
void ExpectMatrix(const std::string& matrix, const TypeMode& mode) {
  std::istringstream lines(matrix);
  std::string line;
  std::getline(lines, line);
  std::istringstream head(line);
  std::vector<std::string> targets;
  for (std::string name; head >> name;) targets.push_back(name);
  while (std::getline(lines, line)) {
    std::istringstream row(line);
    std::string from;
    row >> from;
    for (const std::string& target : targets) {
      char expected = ' ';
      row >> expected;
      EXPECT_EQ(Letter(Conversion(Type(from), Type(target), mode)), expected)
          << from << " to " << target;
    }
  }
}

TEST(Conversion, EditionTwo) {
  ExpectMatrix(
      R"(BOOLEAN TINYINT SMALLINT INT BIGINT FLOAT DOUBLE DECIMAL STRING VARCHAR(9) BINARY DATE DATETIME TIMESTAMP
BOOLEAN    = E E E E E E E E E . . . .
TINYINT    E = I I I I I I I I . . . .
SMALLINT   E E = I I I I I I I . . . .
INT        E E E = I I I I I I . . . .
BIGINT     E E E E = I I I I I . . . E
FLOAT      E E E E E = I I I I . . . .
DOUBLE     E E E E E E = I I I . . . .
DECIMAL    E E E E E E E = I I . . . .
STRING     E E E E E E I I = I E E E E
VARCHAR(9) E E E E E E I I I = E E E E
BINARY     . . . . . . . . E E = . . .
DATE       . . . . . . . . I I . = I I
DATETIME   . . . . . . . . I I . E = I
TIMESTAMP  . . . . . . . . I I . E E =
VOID       I I I I I I I I I I I I I I)",
      TypeMode{});
}

TEST(Conversion, EditionOneKeepsWhatEditionTwoSwitchedOff) {
  TypeMode mode;
  mode.odps2 = false;
  ExpectMatrix(R"(BOOLEAN BIGINT DOUBLE DECIMAL STRING DATETIME
BOOLEAN  = E E E E .
BIGINT   E = I I I .
DOUBLE   E I = I I .
DECIMAL  E I I = I .
STRING   E I I I = I
DATETIME . . . . I =)",
               mode);
}

TEST(Conversion, NestedTypesConvertAsTheirWeakestPart) {
  const TypeMode mode;
  const auto kind = [&mode](const std::string& from, const std::string& to) {
    return Letter(Conversion(Type(from), Type(to), mode));
  };
  EXPECT_EQ(kind("ARRAY<BIGINT>", "ARRAY<STRING>"), 'I');
  EXPECT_EQ(kind("ARRAY<BIGINT>", "ARRAY<INT>"), 'E');
  EXPECT_EQ(kind("ARRAY<BIGINT>", "ARRAY<DATETIME>"), '.');
  EXPECT_EQ(kind("ARRAY<BIGINT>", "STRING"), '.');
  EXPECT_EQ(kind("MAP<INT,INT>", "MAP<BIGINT,STRING>"), 'I');
  EXPECT_EQ(kind("STRUCT<a:INT,b:STRING>", "STRUCT<p:BIGINT,q:STRING>"), 'I');
  EXPECT_EQ(kind("STRUCT<a:INT>", "STRUCT<p:BIGINT,q:STRING>"), '.');
  EXPECT_EQ(Letter(Conversion(DataType::Array(TypeId::kVoid), Type("ARRAY<INT>"), mode)), 'I');
}

TEST(Conversion, WarnsOfLosses) {
  EXPECT_TRUE(ConversionLosesData(TypeId::kString, TypeId::kDouble));
  EXPECT_TRUE(ConversionLosesData(TypeId::kDouble, TypeId::kBigint));
  EXPECT_FALSE(ConversionLosesData(TypeId::kInt, TypeId::kBigint));
  EXPECT_FALSE(ConversionLosesData(TypeId::kBigint, TypeId::kString));
}

struct Meeting {
  std::string left, right, comparison, common, sum;
};

std::string Text(const std::optional<DataType>& type) {
  return type.has_value() ? type->ToString() : "-";
}

TEST(Meeting, OfTwoTypes) {
  const TypeMode mode;
  const Meeting meetings[] = {
      {"INT", "BIGINT", "BIGINT", "BIGINT", "BIGINT"},
      {"BIGINT", "DOUBLE", "DOUBLE", "DOUBLE", "DOUBLE"},
      {"FLOAT", "FLOAT", "FLOAT", "FLOAT", "FLOAT"},
      {"FLOAT", "BIGINT", "DOUBLE", "DOUBLE", "DOUBLE"},
      {"STRING", "BIGINT", "DOUBLE", "STRING", "DOUBLE"},
      {"STRING", "STRING", "STRING", "STRING", "DOUBLE"},
      {"STRING", "VARCHAR(5)", "STRING", "STRING", "DOUBLE"},
      {"VARCHAR(3)", "VARCHAR(5)", "VARCHAR(5)", "VARCHAR(5)", "DOUBLE"},
      {"STRING", "DATETIME", "DATETIME", "STRING", "-"},
      {"DATE", "DATETIME", "DATETIME", "DATETIME", "-"},
      {"DATETIME", "TIMESTAMP", "TIMESTAMP", "TIMESTAMP", "-"},
      {"DATETIME", "BIGINT", "-", "-", "-"},
      {"BOOLEAN", "BIGINT", "-", "-", "-"},
      {"BOOLEAN", "STRING", "-", "-", "-"},
      {"BOOLEAN", "BOOLEAN", "BOOLEAN", "BOOLEAN", "-"},
      {"DECIMAL(10,2)", "BIGINT", "DECIMAL(21,2)", "DECIMAL(21,2)", "DECIMAL(22,2)"},
      {"DECIMAL(10,2)", "DECIMAL(5,4)", "DECIMAL(12,4)", "DECIMAL(12,4)", "DECIMAL(13,4)"},
      {"DECIMAL(10,2)", "STRING", "DECIMAL(38,18)", "STRING", "DECIMAL(38,18)"},
      {"VOID", "STRING", "STRING", "STRING", "DOUBLE"},
      {"VOID", "INT", "INT", "INT", "INT"},
      {"ARRAY<INT>", "ARRAY<STRING>", "ARRAY<DOUBLE>", "ARRAY<STRING>", "-"},
      {"MAP<INT,INT>", "MAP<INT,INT>", "-", "MAP<INT,INT>", "-"},
      {"BINARY", "STRING", "-", "-", "-"},
  };
  for (const Meeting& meeting : meetings) {
    const DataType left = Type(meeting.left);
    const DataType right = Type(meeting.right);
    SCOPED_TRACE(meeting.left + " and " + meeting.right);
    EXPECT_EQ(Text(ComparisonType(left, right, mode)), meeting.comparison);
    EXPECT_EQ(Text(ComparisonType(right, left, mode)), meeting.comparison);
    EXPECT_EQ(Text(CommonType(left, right, mode)), meeting.common);
    EXPECT_EQ(Text(CommonType(right, left, mode)), meeting.common);
    EXPECT_EQ(Text(ArithmeticType('+', left, right, mode)), meeting.sum);
  }
}

TEST(Meeting, OfTimesAndIntervals) {
  const auto sum = [](char op, const std::string& left, const std::string& right) {
    return Text(TimeArithmeticType(op, Type(left), Type(right)));
  };
  const std::string months = "INTERVAL_YEAR_MONTH";
  const std::string days = "INTERVAL_DAY_TIME";
  EXPECT_EQ(sum('+', "DATE", months), "DATE");
  EXPECT_EQ(sum('-', "DATE", days), "DATETIME");
  for (const std::string time : {"DATETIME", "TIMESTAMP", "TIMESTAMP_NTZ"}) {
    EXPECT_EQ(sum('+', time, months), time);
    EXPECT_EQ(sum('-', time, days), time);
    EXPECT_EQ(sum('+', days, time), time);
    EXPECT_EQ(sum('-', days, time), "-");
  }
  EXPECT_EQ(sum('-', months, months), months);
  EXPECT_EQ(sum('+', days, days), days);
  EXPECT_EQ(sum('+', months, days), "-");
  EXPECT_EQ(sum('*', days, "INT"), "-");
  EXPECT_EQ(sum('+', "STRING", days), "-");
  EXPECT_EQ(sum('+', "DATE", "DATE"), "-");
}

TEST(IsComparable, LooksIntoNestedTypes) {
  EXPECT_TRUE(IsComparable(Type("ARRAY<STRUCT<a:INT,b:STRING>>")));
  EXPECT_TRUE(IsComparable(TypeId::kVoid));
  EXPECT_FALSE(IsComparable(Type("MAP<INT,INT>")));
  EXPECT_FALSE(IsComparable(TypeId::kJson));
  EXPECT_FALSE(IsComparable(Type("ARRAY<STRUCT<a:INT,b:JSON>>")));
}

TEST(ArithmeticType, DivisionGivesDoubleButForDecimals) {
  const TypeMode mode;
  EXPECT_EQ(Text(ArithmeticType('/', TypeId::kBigint, TypeId::kInt, mode)), "DOUBLE");
  EXPECT_EQ(Text(ArithmeticType('%', TypeId::kBigint, TypeId::kInt, mode)), "BIGINT");
  EXPECT_EQ(Text(ArithmeticType('/', DataType::Decimal(10, 2), TypeId::kInt, mode)),
            "DECIMAL(21,13)");
}

TEST(DecimalRules, KeepTheFractionWhenDigitsRunOut) {
  const DataType widest = DataType::Decimal(38, 18);
  for (const char op : {'+', '-', '*', '/', '%'}) {
    EXPECT_EQ(DecimalArithmetic(op, widest, widest), widest) << op;
  }
  EXPECT_EQ(DecimalArithmetic('*', DataType::Decimal(10, 2), DataType::Decimal(5, 3)),
            DataType::Decimal(16, 5));
  EXPECT_EQ(DecimalArithmetic('%', DataType::Decimal(10, 2), DataType::Decimal(5, 3)),
            DataType::Decimal(5, 3));
}

}  // namespace
}  // namespace paisql
