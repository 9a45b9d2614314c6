#include <gtest/gtest.h>

#include "functions/function.h"
#include "functions/resolve/lambda_resolution.h"
#include "functions/resolve/result_rules.h"

namespace paisql::functions {
namespace {

DataType Type(std::string_view text) {
  if (text == "VOID") return TypeId::kVoid;
  Result<DataType> type = ParseDataType(text);
  EXPECT_TRUE(type.ok()) << text;
  return type.ok() ? *type : DataType();
}

std::vector<DataType> Types(const std::vector<std::string>& texts) {
  std::vector<DataType> types;
  for (const std::string& text : texts) types.push_back(Type(text));
  return types;
}

Result<Resolution> Resolve(std::string_view name, const std::vector<std::string>& arguments,
                           const TypeMode& mode = {}) {
  const Function* function = FindFunction(name);
  if (function == nullptr) function = FindOperator(name);
  EXPECT_NE(function, nullptr) << name;
  return ResolveOverload(*function, Types(arguments), mode);
}

// "(STRING, BIGINT) -> STRING": the types to convert to and the result.
std::string Text(const Result<Resolution>& resolution) {
  if (!resolution.ok()) return resolution.error().ToString();
  std::string text = "(";
  for (const DataType& type : resolution->argument_types) {
    if (text.size() > 1) text += ", ";
    text += type.ToString();
  }
  return text + ") -> " + resolution->result.ToString();
}

struct Case {
  std::string name;
  std::vector<std::string> arguments;
  std::string expected;
};

class Resolves : public ::testing::TestWithParam<Case> {};

TEST_P(Resolves, ToTheCheapestOverload) {
  EXPECT_EQ(Text(Resolve(GetParam().name, GetParam().arguments)), GetParam().expected)
      << GetParam().name;
}

INSTANTIATE_TEST_SUITE_P(
    Scalars, Resolves,
    ::testing::Values(
        Case{"abs", {"INT"}, "(INT) -> INT"}, Case{"abs", {"BIGINT"}, "(BIGINT) -> BIGINT"},
        Case{"abs", {"TINYINT"}, "(INT) -> INT"}, Case{"abs", {"FLOAT"}, "(DOUBLE) -> DOUBLE"},
        Case{"abs", {"STRING"}, "(DOUBLE) -> DOUBLE"},
        Case{"abs", {"DECIMAL(10,2)"}, "(DECIMAL(10,2)) -> DECIMAL(10,2)"},
        Case{"abs", {"VOID"}, "(INT) -> INT"}, Case{"sqrt", {"INT"}, "(DOUBLE) -> DOUBLE"},
        Case{"sqrt", {"DECIMAL(10,2)"}, "(DOUBLE) -> DOUBLE"},
        Case{"round", {"DECIMAL(10,2)", "INT"}, "(DECIMAL(10,2), BIGINT) -> DECIMAL(11,2)"},
        Case{"concat", {"INT", "STRING"}, "(STRING, STRING) -> STRING"},
        Case{"concat", {"DATETIME", "VARCHAR(3)"}, "(STRING, STRING) -> STRING"},
        Case{"concat",
             {"ARRAY<INT>", "ARRAY<BIGINT>"},
             "(ARRAY<BIGINT>, ARRAY<BIGINT>) -> ARRAY<BIGINT>"},
        Case{"concat", {"VOID", "STRING"}, "(STRING, STRING) -> STRING"},
        Case{"substr", {"BIGINT", "INT"}, "(STRING, BIGINT) -> STRING"},
        Case{"coalesce", {"VOID", "INT", "DOUBLE"}, "(DOUBLE, DOUBLE, DOUBLE) -> DOUBLE"},
        Case{"nvl", {"DATETIME", "STRING"}, "(STRING, STRING) -> STRING"},
        Case{"greatest", {"INT", "STRING"}, "(DOUBLE, DOUBLE) -> DOUBLE"},
        Case{"if", {"BOOLEAN", "INT", "STRING"}, "(BOOLEAN, STRING, STRING) -> STRING"},
        Case{"array", {"STRING", "INT"}, "(STRING, STRING) -> ARRAY<STRING>"},
        Case{"size", {"MAP<STRING,INT>"}, "(MAP<STRING,INT>) -> BIGINT"},
        Case{"map",
             {"INT", "STRING", "BIGINT", "INT"},
             "(BIGINT, STRING, BIGINT, STRING) -> MAP<BIGINT,STRING>"},
        Case{"struct", {"INT", "STRING"}, "(INT, STRING) -> STRUCT<col1:INT,col2:STRING>"},
        Case{"decode",
             {"BIGINT", "INT", "STRING", "INT", "STRING", "STRING"},
             "(BIGINT, BIGINT, STRING, BIGINT, STRING, STRING) -> STRING"},
        Case{"explode", {"MAP<STRING,INT>"}, "(MAP<STRING,INT>) -> STRUCT<key:STRING,value:INT>"}));

INSTANTIATE_TEST_SUITE_P(
    Dates, Resolves,
    ::testing::Values(
        Case{"year", {"STRING"}, "(STRING) -> INT"}, Case{"year", {"DATE"}, "(DATE) -> INT"},
        Case{"year", {"TIMESTAMP"}, "(DATETIME) -> INT"},
        Case{"datediff", {"DATE", "DATETIME"}, "(DATETIME, DATETIME) -> BIGINT"},
        Case{"datediff", {"TIMESTAMP", "DATETIME"}, "(TIMESTAMP, TIMESTAMP) -> BIGINT"},
        Case{"datepart", {"TIMESTAMP_NTZ", "STRING"}, "(DATETIME, STRING) -> BIGINT"},
        Case{"date_format", {"TIMESTAMP", "STRING"}, "(TIMESTAMP, STRING) -> STRING"},
        Case{"last_day", {"TIMESTAMP"}, "(DATETIME) -> STRING"},
        Case{"dateadd", {"DATE", "INT", "STRING"}, "(DATE, BIGINT, STRING) -> DATE"},
        Case{"dateadd", {"TIMESTAMP", "INT", "STRING"}, "(TIMESTAMP, BIGINT, STRING) -> TIMESTAMP"},
        Case{"to_char", {"DATETIME", "STRING"}, "(DATETIME, STRING) -> STRING"},
        Case{"to_char", {"DOUBLE"}, "(STRING) -> STRING"}));

INSTANTIATE_TEST_SUITE_P(
    Aggregates, Resolves,
    ::testing::Values(Case{"sum", {"TINYINT"}, "(INT) -> BIGINT"},
                      Case{"sum", {"STRING"}, "(DOUBLE) -> DOUBLE"},
                      Case{"sum", {"DECIMAL(10,2)"}, "(DECIMAL(10,2)) -> DECIMAL(38,2)"},
                      Case{"avg", {"INT"}, "(BIGINT) -> DOUBLE"},
                      Case{"avg", {"DECIMAL(10,2)"}, "(DECIMAL(10,2)) -> DECIMAL(38,6)"},
                      Case{"max", {"STRING"}, "(STRING) -> STRING"},
                      Case{"max_by", {"STRING", "INT"}, "(STRING, INT) -> STRING"},
                      Case{"arg_max", {"INT", "STRING"}, "(INT, STRING) -> STRING"},
                      Case{"collect_list", {"INT"}, "(INT) -> ARRAY<INT>"},
                      Case{"lag", {"INT", "INT", "BIGINT"}, "(BIGINT, BIGINT, BIGINT) -> BIGINT"}));

INSTANTIATE_TEST_SUITE_P(
    Operators, Resolves,
    ::testing::Values(
        Case{"+", {"INT", "INT"}, "(INT, INT) -> INT"},
        Case{"/", {"BIGINT", "BIGINT"}, "(DOUBLE, DOUBLE) -> DOUBLE"},
        Case{"+",
             {"DECIMAL(10,2)", "DECIMAL(5,3)"},
             "(DECIMAL(10,2), DECIMAL(5,3)) -> DECIMAL(12,3)"},
        Case{"*",
             {"DECIMAL(10,2)", "DECIMAL(10,2)"},
             "(DECIMAL(10,2), DECIMAL(10,2)) -> DECIMAL(21,4)"},
        Case{"*", {"DECIMAL(10,2)", "INT"}, "(DECIMAL(10,2), DECIMAL(10,0)) -> DECIMAL(21,2)"},
        Case{"=", {"INT", "STRING"}, "(DOUBLE, DOUBLE) -> BOOLEAN"},
        Case{"in", {"STRING", "DATETIME"}, "(DATETIME, DATETIME) -> BOOLEAN"},
        Case{"bit_and", {"INT", "BIGINT"}, "(BIGINT, BIGINT) -> BIGINT"},
        Case{"index", {"ARRAY<STRING>", "INT"}, "(ARRAY<STRING>, BIGINT) -> STRING"},
        Case{"index", {"MAP<STRING,INT>", "STRING"}, "(MAP<STRING,INT>, STRING) -> INT"}));

TEST(Resolution, SumsOfNarrowDecimalsGetRoom) {
  const Result<Resolution> fits = Resolve("+", {"DECIMAL(17,2)", "DECIMAL(17,2)"});
  const Result<Resolution> grows = Resolve("+", {"DECIMAL(18,2)", "DECIMAL(18,2)"});
  ASSERT_TRUE(fits.ok() && grows.ok());
  EXPECT_EQ(fits->argument_types[0], DataType::Decimal(17, 2));
  EXPECT_EQ(grows->argument_types[0], DataType::Decimal(19, 2));
  EXPECT_EQ(grows->result, DataType::Decimal(19, 2));
}

TEST(Resolution, CountErrorsNameWhatIsNeeded) {
  EXPECT_EQ(Resolve("dateadd", {"DATETIME", "INT"}).error().detail,
            "function dateadd needs 3 parameters, actually have 2");
  EXPECT_EQ(Resolve("substr", {"STRING"}).error().detail,
            "function substr needs at least 2, at most 3 parameters, actually have 1");
  EXPECT_EQ(Resolve("abs", {}).error().detail, "function abs needs 1 parameter, actually have 0");
  EXPECT_EQ(Resolve("coalesce", {}).error().detail,
            "function coalesce needs at least 1 parameter, actually have 0");
  EXPECT_EQ(Resolve("instr", {"STRING"}).error().detail,
            "function instr needs at least 2, at most 4 parameters, actually have 1");
  EXPECT_EQ(Resolve("length", {"STRING", "STRING"}).error().code, ErrorCode::kArgumentCount);
}

TEST(Resolution, TypeErrorsListTheCandidates) {
  const Result<Resolution> resolution = Resolve("substr", {"STRING", "STRING"});
  ASSERT_FALSE(resolution.ok());
  EXPECT_EQ(resolution.error().code, ErrorCode::kSemantic);
  EXPECT_EQ(resolution.error().detail,
            "function substr cannot match any overloaded functions with (STRING, STRING), "
            "candidates are STRING SUBSTR(STRING arg0, BIGINT arg1); "
            "STRING SUBSTR(STRING arg0, BIGINT arg1, BIGINT arg2)");
  for (const auto& [name, arguments] :
       std::vector<std::pair<std::string, std::vector<std::string>>>{
           {"datepart", {"BOOLEAN", "STRING"}},
           {"datepart", {"STRING", "STRING"}},
           {"to_char", {"STRING", "STRING"}},
           {"date_format", {"DATETIME", "STRING"}},
           {"date_format", {"DATE", "STRING"}},
           {"like", {"INT", "STRING"}},
           {"concat", {"BOOLEAN", "STRING"}},
           {"bit_and", {"DOUBLE", "BIGINT"}},
           {"if", {"INT", "INT", "INT"}},
           {"=", {"BOOLEAN", "INT"}},
           {"=", {"DATETIME", "BIGINT"}},
           {"and", {"INT", "BOOLEAN"}},
           {"max_by", {}}}) {
    EXPECT_FALSE(Resolve(name, arguments).ok()) << name;
  }
}

TEST(Resolution, TypeErrorsOfGenericParametersNameTheArgument) {
  const Result<Resolution> no_array = Resolve("array_contains", {"STRING", "STRING"});
  ASSERT_FALSE(no_array.ok());
  EXPECT_EQ(no_array.error().code, ErrorCode::kInvalidArgumentType);
  EXPECT_EQ(no_array.error().detail,
            "invalid type STRING of argument 1 for function array_contains, expect ARRAY<T>");
  const Result<Resolution> other = Resolve("array_contains", {"ARRAY<STRING>", "INT"});
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().code, ErrorCode::kSemantic);
  EXPECT_EQ(other.error().detail,
            "invalid type INT of argument 2 for function array_contains, expect STRING, implicit "
            "conversion is not allowed");
}

TEST(Resolution, ModesChooseAmongOverloads) {
  TypeMode hive;
  hive.hive_compatible = true;
  EXPECT_EQ(Text(Resolve("length", {"STRING"})), "(STRING) -> BIGINT");
  EXPECT_EQ(Text(Resolve("length", {"STRING"}, hive)), "(STRING) -> INT");
  EXPECT_EQ(Text(Resolve("ceil", {"DECIMAL(5,2)"})), "(DECIMAL(5,2)) -> BIGINT");
  EXPECT_EQ(Text(Resolve("ceil", {"DECIMAL(5,2)"}, hive)), "(DECIMAL(5,2)) -> DECIMAL(5,2)");
  EXPECT_FALSE(Resolve("weekday", {"STRING"}).ok());
  EXPECT_EQ(Text(Resolve("weekday", {"STRING"}, hive)), "(STRING) -> BIGINT");
}

TEST(Resolution, EditionOneConvertsTextToNumbers) {
  TypeMode edition_one;
  edition_one.odps2 = false;
  EXPECT_EQ(Text(Resolve("substr", {"STRING", "STRING"}, edition_one)),
            "(STRING, BIGINT) -> STRING");
  EXPECT_EQ(Text(Resolve("abs", {"STRING"}, edition_one)), "(DOUBLE) -> DOUBLE");
  EXPECT_EQ(Text(Resolve("datepart", {"STRING", "STRING"}, edition_one)),
            "(DATETIME, STRING) -> BIGINT");
}

TEST(Resolution, ConstantParametersAreMarked) {
  const Result<Resolution> resolution = Resolve("dateadd", {"DATETIME", "INT", "STRING"});
  ASSERT_TRUE(resolution.ok());
  EXPECT_EQ(resolution->constant_arguments, (std::vector<bool>{false, false, true}));
}

TEST(ResultRules, NamedStructReadsConstants) {
  const Function* named_struct = FindFunction("named_struct");
  ASSERT_TRUE(NeedsConstantsForResult(*named_struct));
  const std::vector<DataType> types = Types({"STRING", "INT", "STRING", "ARRAY<STRING>"});
  const Result<DataType> type = ResultFromConstants(
      *named_struct, types, {Value::String("a"), std::nullopt, Value::String("b"), std::nullopt});
  ASSERT_TRUE(type.ok());
  EXPECT_EQ(type->ToString(), "STRUCT<a:INT,b:ARRAY<STRING>>");
  EXPECT_FALSE(
      ResultFromConstants(*named_struct, types, {std::nullopt, std::nullopt, std::nullopt, {}})
          .ok());
  EXPECT_FALSE(Resolve("named_struct", {"STRING", "INT", "STRING"}).ok());
}

CallArgument Plain(std::string_view type) { return {.type = Type(type)}; }
CallArgument LambdaOf(size_t width) { return {.type = {}, .is_lambda = true, .width = width}; }

TEST(LambdaResolution, TheBodyMayWidenItsOwnParameter) {
  const TypeMode mode;
  Result<LambdaResolution> steps = LambdaResolution::Start(
      *FindFunction("array_reduce"),
      {Plain("ARRAY<BIGINT>"), Plain("INT"), LambdaOf(2), LambdaOf(1)}, mode);
  ASSERT_TRUE(steps.ok());
  EXPECT_FALSE(steps->IsLambda(1));
  EXPECT_EQ(steps->ParameterTypes(2), Types({"INT", "BIGINT"}));
  EXPECT_TRUE(steps->AcceptBody(2, Type("BIGINT")));
  EXPECT_EQ(steps->ParameterTypes(2), Types({"BIGINT", "BIGINT"}));
  EXPECT_EQ(steps->ParameterTypes(3), Types({"BIGINT"}));
  EXPECT_TRUE(steps->AcceptBody(3, Type("STRING")));
  EXPECT_EQ(Text(steps->Finish()), "(ARRAY<BIGINT>, BIGINT, BIGINT, STRING) -> STRING");
}

TEST(LambdaResolution, RefusesOtherShapesAndResults) {
  const TypeMode mode;
  const Function& filter = *FindFunction("filter");
  EXPECT_TRUE(TakesLambdas(filter));
  EXPECT_FALSE(TakesLambdas(*FindFunction("abs")));
  EXPECT_FALSE(LambdaResolution::Start(filter, {Plain("ARRAY<INT>"), LambdaOf(2)}, mode).ok());
  EXPECT_FALSE(LambdaResolution::Start(filter, {Plain("ARRAY<INT>"), Plain("INT")}, mode).ok());
  EXPECT_FALSE(LambdaResolution::Start(filter, {LambdaOf(1), LambdaOf(1)}, mode).ok());
  CallArgument name = Plain("VOID");
  name.may_be_function = true;
  Result<LambdaResolution> steps =
      LambdaResolution::Start(filter, {Plain("ARRAY<INT>"), name}, mode);
  ASSERT_TRUE(steps.ok());
  EXPECT_FALSE(steps->AcceptBody(1, Type("INT")));
  EXPECT_TRUE(steps->AcceptBody(1, Type("BOOLEAN")));
}

}  // namespace
}  // namespace paisql::functions
