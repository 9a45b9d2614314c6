#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "base/text.h"
#include "functions/argument_constants.h"
#include "functions/flags.h"
#include "functions/function.h"

namespace paisql::functions {
namespace {

std::vector<const Function*> EveryRow() {
  std::vector<const Function*> rows = AllFunctions();
  for (const Function& row : Operators()) rows.push_back(&row);
  for (const Function& row : HiddenFunctions()) rows.push_back(&row);
  return rows;
}

TEST(FunctionTable, EverySignatureParsesAndEveryRowHasHelp) {
  for (const Function* row : EveryRow()) {
    ASSERT_FALSE(row->overloads.empty()) << row->name;
    EXPECT_FALSE(row->help.empty()) << row->name;
    EXPECT_NE(row->flags, nullptr) << row->name;
    for (const Overload& overload : row->overloads) {
      SCOPED_TRACE(std::string(row->name) + std::string(overload.signature));
      ParseSignature(overload.signature);
      if (overload.guard != nullptr) {
        EXPECT_FALSE(overload.guard->message.empty());
        EXPECT_FALSE(overload.total) << "a guard is there because the call may fail";
      }
    }
  }
}

// Tables beside this one name overloads by signature and modes.
TEST(FunctionTable, SignatureAndModesNameOneOverload) {
  for (const Function* row : EveryRow()) {
    for (const Overload& overload : row->overloads) {
      EXPECT_EQ(FindOverload(*row, overload.signature, overload.modes), &overload)
          << row->name << overload.signature;
    }
  }
  const Function* substr = FindFunction("substr");
  ASSERT_NE(substr, nullptr);
  EXPECT_EQ(FindOverload(*substr, "(STRING, BIGINT) -> STRING"), nullptr);  // two, by modes
  EXPECT_EQ(FindOverload(*substr, "(STRING) -> STRING"), nullptr);
  EXPECT_NE(FindOverload(*FindFunction("abs"), "(INT) -> INT"), nullptr);
}

TEST(FunctionTable, ConstantsBelongToArgumentsThatAreTexts) {
  for (const ArgumentConstants& row : AllArgumentConstants()) {
    SCOPED_TRACE(row.function);
    const Function* function = FindFunction(row.function);
    ASSERT_NE(function, nullptr);
    EXPECT_EQ(ConstantsOf(ToUpper(row.function), row.argument).data(), row.constants.data());
    EXPECT_TRUE(std::any_of(
        function->overloads.begin(), function->overloads.end(), [&](const Overload& overload) {
          const Signature signature = ParseSignature(overload.signature);
          return signature.parameters.size() > row.argument &&
                 signature.parameters[row.argument].type == DataType(TypeId::kString);
        }));
  }
  EXPECT_TRUE(ConstantsOf("dateadd", 0).empty());
  EXPECT_TRUE(ConstantsOf("substr", 1).empty());
}

TEST(FunctionTable, NamesAreUniqueAndInLowerCase) {
  std::set<std::string_view> names;
  for (const Function* function : AllFunctions()) {
    EXPECT_TRUE(names.insert(function->name).second) << function->name;
    EXPECT_EQ(function->name, ToLower(function->name));
    EXPECT_EQ(FindFunction(ToUpper(function->name)), function);
    if (!function->alias_of.empty()) {
      EXPECT_NE(FindFunction(function->alias_of), nullptr) << function->name;
    }
  }
  EXPECT_GE(names.size(), 80U);
  std::set<std::string_view> operators;
  for (const Function& row : Operators())
    EXPECT_TRUE(operators.insert(row.name).second) << row.name;
  std::set<std::string_view> hidden;
  for (const Function& row : HiddenFunctions()) {
    EXPECT_TRUE(hidden.insert(row.name).second) << row.name;
    EXPECT_EQ(FindHidden(row.name), &row);
    EXPECT_EQ(FindFunction(row.name), nullptr) << row.name << " can be named by a user";
  }
}

TEST(FunctionTable, FunctionsAndOperatorsAreApart) {
  EXPECT_EQ(FindFunction("no_such_function"), nullptr);
  EXPECT_EQ(FindFunction("+"), nullptr);
  EXPECT_EQ(FindOperator("concat"), nullptr);
  for (const std::string_view name : {"=",
                                      "<>",
                                      "<",
                                      "<=",
                                      ">",
                                      ">=",
                                      "<=>",
                                      "is_distinct_from",
                                      "is_not_distinct_from",
                                      "and",
                                      "or",
                                      "not",
                                      "is_null",
                                      "is_not_null",
                                      "is_true",
                                      "is_not_true",
                                      "is_false",
                                      "is_not_false",
                                      "like",
                                      "like_escape",
                                      "rlike",
                                      "in",
                                      "between",
                                      "+",
                                      "-",
                                      "*",
                                      "/",
                                      "%",
                                      "div",
                                      "negate",
                                      "bit_and",
                                      "bit_or",
                                      "bit_xor",
                                      "bit_not",
                                      "||",
                                      "index"}) {
    ASSERT_NE(FindOperator(name), nullptr) << name;
    EXPECT_EQ(FindOperator(name)->kind, FunctionKind::kOperator) << name;
  }
}

// A DECIMAL in the place of every DOUBLE: it stays one, is refused, or the row says that the
// function computes in DOUBLE, which the docs then list.
TEST(FunctionTable, NoFunctionTakesADecimalForADoubleUnseen) {
  constexpr int kPrecision = 30;
  constexpr int kScale = 10;
  int calls = 0;
  for (const Function* row : EveryRow()) {
    if (row->flags->in_double) continue;
    for (const Overload& overload : row->overloads) {
      if (overload.signature.find("DOUBLE") > overload.signature.find(')')) continue;
      if (!ExistsIn(overload, TypeMode{})) continue;
      std::vector<DataType> arguments;
      for (const Parameter& parameter : ParseSignature(overload.signature).parameters) {
        const bool number = parameter.form == Parameter::Form::kType &&
                            parameter.type.id() == TypeId::kDouble && !parameter.constant;
        arguments.push_back(number ? DataType::Decimal(kPrecision, kScale) : parameter.type);
      }
      // In Hive-compatible mode a DECIMAL becomes a DOUBLE by itself, as in Hive.
      const Result<Resolution> resolution = ResolveOverload(*row, arguments, TypeMode{});
      if (!resolution.ok()) continue;
      ++calls;
      for (size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i].id() != TypeId::kDecimal) continue;
        EXPECT_NE(resolution->argument_types[i].id(), TypeId::kDouble)
            << row->name << overload.signature;
      }
    }
  }
  EXPECT_GT(calls, 20);
}

}  // namespace
}  // namespace paisql::functions
