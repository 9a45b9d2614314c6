#include <gtest/gtest.h>

#include "functions/function.h"
#include "functions/lambda_resolution.h"
#include "functions/result_rules.h"

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
        Case{"size", {"MAP<STRING,INT>"}, "(MAP<STRING,INT>) -> INT"},
        Case{"map",
             {"INT", "STRING", "BIGINT", "INT"},
             "(BIGINT, STRING, BIGINT, STRING) -> MAP<BIGINT,STRING>"},
        Case{"struct", {"INT", "STRING"}, "(INT, STRING) -> STRUCT<col1:INT,col2:STRING>"},
        Case{"decode",
             {"BIGINT", "INT", "STRING", "INT", "STRING", "INT"},
             "(BIGINT, BIGINT, STRING, BIGINT, STRING, STRING) -> STRING"},
        Case{"explode", {"MAP<STRING,INT>"}, "(MAP<STRING,INT>) -> STRUCT<key:STRING,value:INT>"}));

INSTANTIATE_TEST_SUITE_P(
    Dates, Resolves,
    ::testing::Values(
        Case{"year", {"STRING"}, "(STRING) -> INT"}, Case{"year", {"DATE"}, "(DATE) -> INT"},
        Case{"year", {"TIMESTAMP"}, "(DATETIME) -> INT"},
        Case{"datediff", {"DATE", "DATETIME"}, "(DATETIME, DATETIME) -> BIGINT"},
        Case{"datepart", {"STRING", "STRING"}, "(DATETIME, STRING) -> BIGINT"},
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
            "function substr needs 2 or 3 parameters, actually have 1");
  EXPECT_EQ(Resolve("abs", {}).error().detail, "function abs needs 1 parameter, actually have 0");
  EXPECT_EQ(Resolve("coalesce", {}).error().detail,
            "function coalesce needs at least 1 parameter, actually have 0");
  EXPECT_EQ(Resolve("instr", {"STRING"}).error().detail,
            "function instr needs 2, 3 or 4 parameters, actually have 1");
  EXPECT_EQ(Resolve("length", {"STRING", "STRING"}).error().code, ErrorCode::kArgumentCount);
}

TEST(Resolution, TypeErrorsListTheCandidates) {
  const Result<Resolution> resolution = Resolve("substr", {"STRING", "STRING"});
  ASSERT_FALSE(resolution.ok());
  EXPECT_EQ(resolution.error().code, ErrorCode::kInvalidArgumentType);
  EXPECT_EQ(resolution.error().detail,
            "function substr has no matching overload with (STRING, STRING), candidates are "
            "substr(STRING, BIGINT), substr(STRING, BIGINT, BIGINT)");
  for (const auto& [name, arguments] :
       std::vector<std::pair<std::string, std::vector<std::string>>>{
           {"datepart", {"BOOLEAN", "STRING"}},
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

TEST(Resolution, EditionOneConvertsTextToNumbers) {
  TypeMode edition_one;
  edition_one.odps2 = false;
  EXPECT_EQ(Text(Resolve("substr", {"STRING", "STRING"}, edition_one)),
            "(STRING, BIGINT) -> STRING");
  EXPECT_EQ(Text(Resolve("abs", {"STRING"}, edition_one)), "(DOUBLE) -> DOUBLE");
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
