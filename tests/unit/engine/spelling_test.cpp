// The table of spellings is complete, fits the function table, and names nothing that is not there.

#include "engine/duckdb/spelling/spelling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <vector>

#include "engine/duckdb/macros/macros.h"
#include "engine/plan_builder.h"
#include "functions/flags.h"

namespace paisql::engine {
namespace {

using functions::Function;
using functions::FunctionKind;
using functions::Overload;
using functions::Parameter;

std::vector<const Function*> EveryFunction() {
  std::vector<const Function*> all = functions::AllFunctions();
  for (const Function& row : functions::Operators()) all.push_back(&row);
  for (const Function& row : functions::HiddenFunctions()) all.push_back(&row);
  return all;
}

std::string NameOf(std::string_view function, std::string_view signature) {
  return std::string(function) + std::string(signature);
}

// Calls visit(row, overload) for every row that is not refused.
template <typename Visit>
void ForEachSpelling(Visit visit) {
  for (const SpellingTable& table : SpellingTables()) {
    for (const Spelling& row : table.rows) {
      const Overload* overload = SpelledOverload(table, row);
      if (overload == nullptr || row.text == kRefused) continue;
      SCOPED_TRACE(NameOf(row.function, row.signature));
      visit(row, *overload);
    }
  }
}

// All that may be printed of a row.
std::vector<std::string> Texts(const Spelling& row, const Overload& overload) {
  std::vector<std::string> texts;
  for (const EvaluationMode mode :
       {EvaluationMode::kNormal, EvaluationMode::kStrict, EvaluationMode::kHive}) {
    texts.push_back(GuardedText(row, overload, mode));
  }
  if (row.extra.generated != nullptr) {
    texts.emplace_back(row.extra.generated->count);
    texts.emplace_back(row.extra.generated->element);
  }
  if (row.extra.later != nullptr) texts.emplace_back(row.extra.later->text);
  return texts;
}

std::vector<std::string> Finishes(const Spelling& row) {
  std::vector<std::string> texts = {std::string(row.extra.finish)};
  if (row.extra.later != nullptr) texts.emplace_back(row.extra.later->finish);
  return texts;
}

TEST(SpellingTable, EveryOverloadIsSpelledOrRefused) {
  std::set<const Overload*> named;
  for (const SpellingTable& table : SpellingTables()) {
    for (const Spelling& row : table.rows) named.insert(SpelledOverload(table, row));
  }
  for (const Function* function : EveryFunction()) {
    for (const Overload& overload : function->overloads) {
      EXPECT_EQ(named.contains(&overload), !function->flags->replaced)
          << NameOf(function->name, overload.signature);
    }
  }
}

TEST(SpellingTable, EveryRowFitsOneOverloadOfItsOwn) {
  std::set<const Overload*> seen;
  for (const SpellingTable& table : SpellingTables()) {
    for (const Spelling& row : table.rows) {
      SCOPED_TRACE(NameOf(row.function, row.signature));
      const Overload* overload = SpelledOverload(table, row);
      ASSERT_NE(overload, nullptr) << "no overload, or several that differ by modes";
      EXPECT_TRUE(seen.insert(overload).second) << "spelled twice";
      EXPECT_EQ(FindSpelling(*overload), row.text == kRefused ? nullptr : &row);
    }
  }
}

TEST(SpellingTable, AConditionStandsWhereThereIsAGuard) {
  ForEachSpelling([](const Spelling& row, const Overload& overload) {
    EXPECT_EQ(overload.guard != nullptr, !row.extra.bad.empty());
  });
}

// Whether every $n, $*, $n*, $vn, $type, $tz, $now and $decimal of the text exists for this
// signature.
::testing::AssertionResult UsesOnlyArguments(std::string_view text, size_t count, bool variadic,
                                             bool allows_aggregate) {
  for (size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1)) {
    const std::string_view rest = text.substr(at + 1);
    if (rest.starts_with("type") || rest.starts_with("tz") || rest.starts_with("now")) continue;
    if (rest.starts_with("decimal($1 ") || rest.starts_with("near($1 ") ||
        rest.starts_with("to_json($1") || rest.starts_with("from_json($1") ||
        rest.starts_with("mode") || rest.starts_with("predict($2*")) {
      continue;
    }
    if (rest.starts_with('*') || rest.starts_with("p ") || rest.starts_with("p)")) continue;
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

TEST(SpellingTable, TextsUseTheArgumentsOfTheirSignature) {
  ForEachSpelling([](const Spelling& row, const Overload& overload) {
    const functions::Signature signature = functions::ParseSignature(overload.signature);
    const size_t count = signature.parameters.size();
    const bool variadic =
        count > 0 && signature.parameters.back().repeat != Parameter::Repeat::kOnce;
    for (const std::string& text : Texts(row, overload)) {
      EXPECT_TRUE(UsesOnlyArguments(text, count, variadic, false));
    }
    for (const std::string& text : Finishes(row)) {
      EXPECT_TRUE(UsesOnlyArguments(text, count, variadic, true));
    }
  });
}

// What computes of DECIMALs in DOUBLE is named in docs/sql.md.
TEST(SpellingTable, DecimalsBecomeNoDoubles) {
  const std::set<std::string_view> deviations = {"stddev", "stddev_samp", "variance", "var_samp"};
  ForEachSpelling([&](const Spelling& row, const Overload& /*overload*/) {
    if (row.signature.find("DECIMAL") == std::string_view::npos) return;
    EXPECT_TRUE(row.text.find("AS DOUBLE") == std::string_view::npos ||
                deviations.contains(row.function))
        << row.text;
    EXPECT_EQ(row.extra.bad.find("DOUBLE"), std::string_view::npos) << row.extra.bad;
  });
}

TEST(SpellingTable, AggregatesArePlainCalls) {
  for (const SpellingTable& table : SpellingTables()) {
    for (const Spelling& row : table.rows) {
      SCOPED_TRACE(NameOf(row.function, row.signature));
      const FunctionKind kind = table.find(row.function)->kind;
      if (kind != FunctionKind::kAggregate && kind != FunctionKind::kWindow) {
        EXPECT_TRUE(row.extra.finish.empty() && row.extra.later == nullptr);
        continue;
      }
      const size_t open = row.text.find('(');
      ASSERT_NE(open, std::string_view::npos) << row.text;
      for (const char c : row.text.substr(0, open)) {
        EXPECT_TRUE(std::islower(static_cast<unsigned char>(c)) != 0 || c == '_') << row.text;
      }
      EXPECT_EQ(row.text.back(), ')') << row.text;
    }
  }
}

// A guard's message is one text with the values of arguments in it.
TEST(SpellingTable, AGuardsMessageBecomesAnError) {
  const Function* next_day = functions::FindFunction("next_day");
  ASSERT_NE(next_day, nullptr);
  const Overload* of_date = functions::FindOverload(*next_day, "(DATE, STRING) -> STRING");
  ASSERT_NE(of_date, nullptr);
  EXPECT_EQ(GuardedText(*FindSpelling(*of_date), *of_date, EvaluationMode::kStrict),
            "CASE WHEN $2 IS NOT NULL AND paisql_weekday_number($2) IS NULL THEN "
            "error('ODPS-0121095|in function next_day, ' || $2 || ' is not the name of a weekday') "
            "ELSE paisql_next_day($1, $2) END");
  EXPECT_EQ(GuardedText(*FindSpelling(*of_date), *of_date, EvaluationMode::kNormal),
            "CASE WHEN $2 IS NOT NULL AND paisql_weekday_number($2) IS NULL THEN NULL "
            "ELSE paisql_next_day($1, $2) END");
}

// "paisql_x" names within a text or a body.
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

// What is made of C++ instead of SQL begins so (engine/duckdb/functions/arithmetic_functions.h).
bool IsNative(std::string_view name) {
  for (const std::string_view head :
       {"paisql_add_", "paisql_subtract_", "paisql_multiply_", "paisql_divide_", "paisql_div_",
        "paisql_negate_", "paisql_bit_", "paisql_pow_", "paisql_finite_", "paisql_decimal_from_"}) {
    if (name.starts_with(head)) return true;
  }
  return name.starts_with("paisql_modulo_") && !name.starts_with("paisql_modulo_decimal");
}

TEST(Macros, AreDefinedOnceUsedAndFreeOfCycles) {
  std::set<std::string> used;
  ForEachSpelling([&used](const Spelling& row, const Overload& overload) {
    for (const std::string& text : Texts(row, overload)) used.merge(MacroNames(text));
    for (const std::string& text : Finishes(row)) used.merge(MacroNames(text));
  });
  std::erase_if(used, IsNative);
  used.insert("paisql_plain_split");  // the printer puts it in place of paisql_split
  std::set<std::string> pending = used;
  while (!pending.empty()) {
    const std::string name = *pending.begin();
    pending.erase(pending.begin());
    const auto natives = NativeNames();
    if (std::find(natives.begin(), natives.end(), name) != natives.end()) continue;
    const Macro* macro = FindMacro(name);
    ASSERT_NE(macro, nullptr) << name;
    for (const std::string& inner : MacroNames(macro->body)) {
      EXPECT_NE(inner, name) << "a macro that calls itself";
      if (used.insert(inner).second) pending.insert(inner);
    }
  }
  std::set<std::string_view> defined;
  for (const std::span<const Macro>& table : MacroTables()) {
    for (const Macro& macro : table) {
      EXPECT_TRUE(defined.insert(macro.name).second) << macro.name;
      EXPECT_TRUE(used.contains(std::string(macro.name))) << macro.name << " is never used";
    }
  }
}

// Errors raised in SQL have the form that the engine maps back: a code and a detail.
TEST(Macros, ErrorsCarryACode) {
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
  for (const std::span<const Macro>& table : MacroTables()) {
    for (const Macro& macro : table) check(macro.body);
  }
  ForEachSpelling([&check](const Spelling& row, const Overload& overload) {
    for (const std::string& text : Texts(row, overload)) check(text);
  });
}

class RefusedCallTest : public test::EngineTest {};

// An overload without a row, as kRefused leaves it.
TEST_F(RefusedCallTest, AnOverloadWithoutASpellingIsAnErrorThatNamesIt) {
  static constexpr Overload kOverloads[] = {{"(BIGINT) -> BIGINT"}};
  const auto refusal = "FAILED: " + std::string(ErrorCodeName(ErrorCode::kUnsupported));
  static constexpr Function kScalar = {"not_spelled", FunctionKind::kScalar, kOverloads, ""};
  auto call = std::make_unique<plan::Call>(&kScalar, &kOverloads[0], TypeId::kBigint);
  call->arguments.push_back(test::Bigint(1));
  const std::string outcome = RunExpression(std::move(call));
  EXPECT_TRUE(outcome.starts_with(refusal)) << outcome;
  EXPECT_NE(outcome.find("not_spelled(BIGINT)"), std::string::npos) << outcome;

  static constexpr Function kAggregate = {"not_added_up", FunctionKind::kAggregate, kOverloads, ""};
  auto aggregate = std::make_unique<plan::Aggregate>(&kAggregate, &kOverloads[0], TypeId::kBigint);
  aggregate->arguments.push_back(test::Bigint(1));
  const std::string added =
      Outcome(*test::GroupBy(test::OneRow(), 1, {}, test::List(std::move(aggregate))));
  EXPECT_TRUE(added.starts_with(refusal)) << added;
  EXPECT_NE(added.find("not_added_up"), std::string::npos) << added;
  EXPECT_EQ(RunExpression(test::Int(1)), "1");
}

}  // namespace
}  // namespace paisql::engine
