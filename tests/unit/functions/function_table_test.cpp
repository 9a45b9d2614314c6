#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "base/text.h"
#include "functions/duckdb_macros.h"
#include "functions/function.h"
#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

std::vector<const Function*> EveryRow() {
  std::vector<const Function*> rows = AllFunctions();
  for (const Function& row : Operators()) rows.push_back(&row);
  return rows;
}

// "paisql_x" names within a template or a body.
std::set<std::string> MacroNames(std::string_view text) {
  std::set<std::string> names;
  constexpr std::string_view kPrefix = "paisql_";
  for (size_t at = text.find(kPrefix); at != std::string_view::npos; at = text.find(kPrefix, at)) {
    size_t end = at;
    while (end < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_')) {
      ++end;
    }
    names.emplace(text.substr(at, end - at));
    at = end;
  }
  return names;
}

// The overload's template as each mode prints it, its guard included.
std::vector<std::string> Templates(const Overload& overload) {
  std::vector<std::string> texts;
  for (const EvaluationMode mode :
       {EvaluationMode::kNormal, EvaluationMode::kStrict, EvaluationMode::kHive}) {
    texts.push_back(GuardedTemplate(overload, mode));
  }
  return texts;
}

// Whether every $n, $*, $n*, $vn, $type, $tz, $now and $decimal of the template exists for this
// signature.
::testing::AssertionResult UsesOnlyArguments(std::string_view text, size_t count, bool variadic,
                                             bool allows_aggregate) {
  for (size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1)) {
    const std::string_view rest = text.substr(at + 1);
    if (rest.starts_with("type") || rest.starts_with("tz") || rest.starts_with("now")) continue;
    if (rest.starts_with("decimal($1 ") || rest.starts_with("near($1 ") ||
        rest.starts_with("to_json($1") || rest.starts_with("from_json($1") ||
        rest.starts_with("mode")) {
      continue;
    }
    if (rest.starts_with('*')) continue;
    if (rest.size() > 1 && rest[0] == 'v' && std::isdigit(static_cast<unsigned char>(rest[1]))) {
      continue;
    }
    if (rest.starts_with('\'')) continue;  // A text of one $ stays as it is.
    if (rest.empty() || std::isdigit(static_cast<unsigned char>(rest.front())) == 0) {
      return ::testing::AssertionFailure() << "unknown placeholder in " << text;
    }
    const size_t number = std::stoul(std::string(rest.substr(0, 2)));
    if (number == 0 && allows_aggregate) continue;
    if (number == 0 || (number > count && !variadic)) {
      return ::testing::AssertionFailure() << "$" << number << " in " << text;
    }
  }
  return ::testing::AssertionSuccess();
}

TEST(FunctionTable, EverySignatureParsesAndTemplatesUseItsArguments) {
  for (const Function* row : EveryRow()) {
    ASSERT_FALSE(row->overloads.empty()) << row->name;
    EXPECT_FALSE(row->help.empty()) << row->name;
    for (const Overload& overload : row->overloads) {
      SCOPED_TRACE(std::string(row->name) + std::string(overload.signature));
      const Signature signature = ParseSignature(overload.signature);
      const bool variadic = !signature.parameters.empty() &&
                            signature.parameters.back().repeat != Parameter::Repeat::kOnce;
      for (const std::string& text : Templates(overload)) {
        EXPECT_TRUE(UsesOnlyArguments(text, signature.parameters.size(), variadic, false));
      }
      EXPECT_TRUE(UsesOnlyArguments(overload.finish, signature.parameters.size(), variadic, true));
      EXPECT_FALSE(overload.duckdb.empty());
    }
  }
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

TEST(FunctionTable, AggregatesArePlainCalls) {
  for (const Function* function : AllFunctions()) {
    const bool windowed =
        function->kind == FunctionKind::kAggregate || function->kind == FunctionKind::kWindow;
    for (const Overload& overload : function->overloads) {
      if (!windowed) {
        EXPECT_TRUE(overload.finish.empty()) << function->name;
        continue;
      }
      const size_t open = overload.duckdb.find('(');
      ASSERT_NE(open, std::string_view::npos) << overload.duckdb;
      for (const char c : overload.duckdb.substr(0, open)) {
        EXPECT_TRUE(std::islower(static_cast<unsigned char>(c)) != 0 || c == '_')
            << overload.duckdb;
      }
      EXPECT_EQ(overload.duckdb.back(), ')') << overload.duckdb;
    }
  }
}

// What the engine makes of C++ instead of SQL begins so
// (engine/duckdb/functions/arithmetic_functions.h).
bool IsNative(std::string_view name) {
  for (const std::string_view head :
       {"paisql_add_", "paisql_subtract_", "paisql_multiply_", "paisql_divide_", "paisql_div_",
        "paisql_negate_", "paisql_bit_", "paisql_pow_", "paisql_finite_", "paisql_decimal_from_"}) {
    if (name.starts_with(head)) return true;
  }
  return name.starts_with("paisql_modulo_") && !name.starts_with("paisql_modulo_decimal");
}

TEST(DuckdbMacros, AreDefinedOnceUsedAndFreeOfCycles) {
  std::set<std::string> used;
  for (const Function* row : EveryRow()) {
    for (const Overload& overload : row->overloads) {
      for (const EvaluationMode mode :
           {EvaluationMode::kNormal, EvaluationMode::kStrict, EvaluationMode::kHive}) {
        used.merge(MacroNames(GuardedTemplate(overload, mode)));
      }
      used.merge(MacroNames(overload.finish));
    }
  }
  std::erase_if(used, IsNative);
  used.insert("paisql_plain_split");  // the printer puts it in place of paisql_split
  std::set<std::string> pending = used;
  while (!pending.empty()) {
    const std::string name = *pending.begin();
    pending.erase(pending.begin());
    const auto natives = DuckdbNatives();
    if (std::find(natives.begin(), natives.end(), name) != natives.end()) continue;
    const DuckdbMacro* macro = FindDuckdbMacro(name);
    ASSERT_NE(macro, nullptr) << name;
    for (const std::string& inner : MacroNames(macro->body)) {
      EXPECT_NE(inner, name) << "a macro that calls itself";
      if (used.insert(inner).second) pending.insert(inner);
    }
  }
  std::set<std::string_view> defined;
  for (const std::span<const DuckdbMacro>& table : DuckdbMacroTables()) {
    for (const DuckdbMacro& macro : table) {
      EXPECT_TRUE(defined.insert(macro.name).second) << macro.name;
      EXPECT_TRUE(used.contains(std::string(macro.name))) << macro.name << " is never used";
    }
  }
}

// Errors raised in SQL have the form that the engine maps back: a code and a detail.
TEST(DuckdbMacros, ErrorsCarryACode) {
  const auto is_coded = [](std::string_view detail) {
    constexpr std::string_view kForm = "ODPS-0000000|";
    if (detail.size() < kForm.size()) return false;
    for (size_t i = 0; i < kForm.size(); ++i) {
      const bool digit = std::isdigit(static_cast<unsigned char>(detail[i])) != 0;
      if (kForm[i] == '0' ? !digit : detail[i] != kForm[i]) return false;
    }
    return true;
  };
  const auto check = [&is_coded](std::string_view text) {
    constexpr std::string_view kCall = "error('";
    for (size_t at = text.find(kCall); at != std::string_view::npos;
         at = text.find(kCall, at + 1)) {
      EXPECT_TRUE(is_coded(text.substr(at + kCall.size()))) << text;
    }
  };
  for (const std::span<const DuckdbMacro>& table : DuckdbMacroTables()) {
    for (const DuckdbMacro& macro : table) check(macro.body);
  }
  for (const Function* row : EveryRow()) {
    for (const Overload& overload : row->overloads) {
      for (const std::string& text : Templates(overload)) check(text);
    }
  }
}

}  // namespace
}  // namespace paisql::functions
