// An argument may be a constant, a column, a subquery or something that differs from row to row:
// each function gives the same answer for the same value, or the same error. Only a parameter that
// must be a constant refuses the others, with the platform's words.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "engine/text/result_text.h"
#include "functions/function.h"
#include "session/session.h"
#include "session/sink.h"

namespace paisql::session {
namespace {

namespace fs = std::filesystem;

// What stands for messages of the engine that nobody has read.
constexpr std::string_view kUnread[] = {
    "this combination of functions and clauses",
    "this use of a function or clause",
    "an argument is not valid",
    "a value cannot be converted to the type that is asked for",
};

constexpr std::string_view kCode = "ODPS-";

// Their first argument is NULL where it is not a time, and an unknown zone is an error. Which of
// the two faults counts may depend on the time of their check.
constexpr std::string_view kWithZones[] = {"from_utc_timestamp", "to_timestamp"};
// The names of its fields decide its type, which no signature says.
constexpr std::string_view kNamesFields = "named_struct";

class CellsSink : public Sink {
 public:
  Status Rows(engine::ResultStream& rows) override {
    engine::ResultText text(rows.columns());
    while (true) {
      PAISQL_ASSIGN(const engine::Batch batch, rows.Next());
      if (!batch) return Status::Ok();
      text.Read(batch);
      for (size_t row = 0; row < batch.row_count(); ++row) {
        for (size_t column = 0; column < rows.columns().size(); ++column) {
          std::string cell = "NULL";
          if (!text.IsNull(column, row)) {
            cell.clear();
            text.AppendText(column, row, engine::TextForm::kPlain, cell);
          }
          cells.push_back(std::move(cell));
        }
      }
    }
  }
  Status Show(const Answer& /*answer*/) override { return Status::Ok(); }
  void Message(std::string_view /*line*/) override {}
  void JobOutput(std::string_view /*bytes*/) override {}

  std::vector<std::string> cells;
};

using Texts = std::vector<std::string>;

Texts TextsFor(size_t place) {
  if (place == 0) {
    return {"'abc,def'", "'2024-02-29 10:11:12'",    "'{\"a\":[1,2]}'",
            "'12'",      "'http://h:1/p?a=b&c=d#r'", "'110101199003070011'"};
  }
  if (place == 1) return {"','", "'yyyy-mm-dd hh:mi:ss'", "'$.a'", "'dd'", "'HOST'", "'utf-8'"};
  return {"'c'", "'dd'", "'1'", "';'"};
}

// Constants for a parameter; none where only the syntax can name a value.
Texts Choices(const functions::Parameter& parameter, size_t place) {
  using Form = functions::Parameter::Form;
  switch (parameter.form) {
    case Form::kAnyDecimal:
      return {"2.5BD", "-1BD"};
    case Form::kArray:
      if (parameter.parts[0].form == Form::kArray) return {"array(array(1, 2), array(3))"};
      if (parameter.parts[0].form == Form::kStruct) return {};
      if (parameter.parts[0].form == Form::kType &&
          parameter.parts[0].type.id() == TypeId::kString) {
        return {"array('b', 'a', 'b')"};
      }
      return {"array(3, 1, 2, 3)"};
    case Form::kMap:
      return {"map('a', 1, 'b', 2)"};
    case Form::kStruct:
      return {};
    case Form::kLambda: {
      std::string names;
      for (size_t i = 0; i + 1 < parameter.parts.size(); ++i) {
        names += (i > 0 ? ", v" : "v") + std::to_string(i);
      }
      const functions::Parameter& result = parameter.parts.back();
      const bool condition = result.form == Form::kType && result.type.id() == TypeId::kBoolean;
      return {"(" + names + ") -> " + (condition ? "v0 = v0" : "v0")};
    }
    case Form::kAny:
    case Form::kVariable:
      return {"3", "'a'", "DATE'2024-02-29'", "array(1, 2)"};
    case Form::kType:
      break;
  }
  switch (parameter.type.id()) {
    case TypeId::kBoolean:
      return {"true", "false"};
    case TypeId::kTinyint:
      return {"3Y"};
    case TypeId::kSmallint:
      return {"3S"};
    case TypeId::kInt:
      return {"3", "1"};
    case TypeId::kBigint:
      return {"2L", "1L", "5L"};
    case TypeId::kFloat:
      return {"CAST(0.5 AS FLOAT)"};
    case TypeId::kDouble:
      return {"0.5D", "2D"};
    case TypeId::kDate:
      return {"DATE'2024-02-29'"};
    case TypeId::kDatetime:
      return {"DATETIME'2024-02-29 10:11:12'"};
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      return {"TIMESTAMP'2024-02-29 10:11:12.5'"};
    case TypeId::kBinary:
      return {"X'ff00'"};
    case TypeId::kJson:
      return {"JSON'{\"a\":[1,2]}'"};
    case TypeId::kIntervalYearMonth:
      return {"INTERVAL '1' MONTH"};
    case TypeId::kIntervalDayTime:
      return {"INTERVAL '1' DAY"};
    default:
      return TextsFor(place);
  }
}

// A call with constants, and which of them may be something else.
struct Call {
  std::string name;
  Texts arguments;
  std::vector<bool> free;

  std::string Text(const Texts& texts) const { return name + "(" + Join(texts, ", ") + ")"; }
};

// The n-th call of an overload; no arguments where a parameter has no constants here.
Call MakeCall(const functions::Function& function, const functions::Overload& overload, size_t n) {
  Call call{std::string(function.name), {}, {}};
  const functions::Signature signature = functions::ParseSignature(overload.signature);
  for (const functions::Parameter& parameter : signature.parameters) {
    const Texts choices = Choices(parameter, call.arguments.size());
    if (choices.empty()) return {call.name, {}, {}};
    call.arguments.push_back(choices[n % choices.size()]);
    call.free.push_back(!parameter.constant &&
                        parameter.form != functions::Parameter::Form::kLambda);
  }
  return call;
}

class ArgumentFormsTest : public testing::Test {
 protected:
  void SetUp() override {
    const fs::path program = fs::read_symlink("/proc/self/exe");
    home_ = (fs::temp_directory_path() / "paisql-forms-XXXXXX").string();
    ASSERT_NE(mkdtemp(home_.data()), nullptr);
    SessionOptions options;
    options.home_path = home_;
    options.project = "forms";
    options.engines = engine::BuiltInEngines((program.parent_path() / "lib").string());
    Result<std::unique_ptr<Session>> session = Session::Open(options);
    ASSERT_TRUE(session.ok()) << session.error().ToString();
    session_ = *std::move(session);
  }
  void TearDown() override {
    session_.reset();
    std::error_code ignored;
    fs::remove_all(home_, ignored);
  }

  // The cells of the answer; of an error its code alone.
  Texts Ask(const std::string& sql) {
    CellsSink sink;
    for (const syntax::StatementText& statement : syntax::SplitStatements(sql)) {
      Result<Outcome> outcome = session_->Execute(statement, sink);
      if (outcome.ok()) continue;
      const std::string text = outcome.error().ToString();
      for (const std::string_view unread : kUnread) {
        EXPECT_EQ(text.find(unread), std::string::npos) << text << "\n  " << sql;
      }
      return {std::string(ErrorCodeName(outcome.error().code))};
    }
    return sink.cells;
  }

  // Calls with one argument, and with all of them, in another form give what the call gives.
  template <typename Form>
  void Compare(const Call& call, const std::string& behind, const std::string& expected,
               Form form) {
    Texts calls;
    Texts all = call.arguments;
    for (size_t i = 0; i < call.arguments.size(); ++i) {
      if (!call.free[i]) continue;
      Texts one = call.arguments;
      one[i] = all[i] = form(i);
      calls.push_back(call.Text(one));
    }
    if (calls.empty()) return;
    calls.push_back(call.Text(all));
    const std::string sql = "SELECT " + Join(calls, ", ") + behind + ";";
    for (const std::string& cell : Ask(sql)) {
      // An error of constants has another code: it comes while the statement is planned.
      const bool both_fail = expected.starts_with(kCode) && cell.starts_with(kCode);
      if (both_fail) continue;
      EXPECT_EQ(cell, expected) << sql;
    }
  }

  void Check(const Call& call) {
    ++calls_;
    const Texts answer = Ask("SELECT " + call.Text(call.arguments) + ";");
    if (answer.size() != 1) return;
    Texts columns;
    for (size_t i = 0; i < call.arguments.size(); ++i) columns.push_back("c" + std::to_string(i));
    Texts values = call.arguments;
    for (size_t i = 0; i < values.size(); ++i) {
      if (!call.free[i]) values[i] = "0";
    }
    Compare(call, " FROM VALUES (" + Join(values, ", ") + ") t(" + Join(columns, ", ") + ")",
            answer[0], [&](size_t i) { return columns[i]; });
    Compare(call, "", answer[0],
            [&](size_t i) { return "(SELECT v FROM VALUES (" + call.arguments[i] + ") s(v))"; });
    Compare(call, "", answer[0],
            [&](size_t i) { return "CASE WHEN rand() < 2D THEN " + call.arguments[i] + " END"; });
  }

  std::string home_;
  std::unique_ptr<Session> session_;
  int calls_ = 0;
};

TEST_F(ArgumentFormsTest, OfScalarFunctionsGiveOneAnswer) {
  constexpr size_t kTurns = 6;
  for (const functions::Function* function : functions::AllFunctions()) {
    if (function->kind != functions::FunctionKind::kScalar || functions::IsVolatile(*function) ||
        !function->alias_of.empty() ||
        std::find(std::begin(kWithZones), std::end(kWithZones), function->name) !=
            std::end(kWithZones)) {
      continue;
    }
    for (const functions::Overload& overload : function->overloads) {
      if ((overload.modes & functions::modes::kOdps2) == 0) continue;
      std::string seen;
      for (size_t n = 0; n < kTurns; ++n) {
        Call call = MakeCall(*function, overload, n);
        for (size_t i = 0; function->name == kNamesFields && i < call.free.size(); i += 2) {
          call.arguments[i] = "'f" + std::to_string(i) + "'";
          call.free[i] = false;
        }
        if (call.arguments.empty() || (n > 0 && call.Text(call.arguments) == seen)) break;
        if (n == 0) seen = call.Text(call.arguments);
        Check(call);
      }
    }
  }
  EXPECT_GT(calls_, 500);
}

// Hive-compatible mode has overloads and guards of its own where a page says that it differs. What
// has neither answers alike.
TEST_F(ArgumentFormsTest, InHiveModeAreTheSameWhereNothingSaysOtherwise) {
  // By their pages, without an overload that says so.
  const std::set<std::string> known = {};
  std::set<std::string> differing;
  for (const functions::Function* function : functions::AllFunctions()) {
    const bool one_meaning = std::all_of(
        function->overloads.begin(), function->overloads.end(), [](const functions::Overload& one) {
          return one.modes == functions::modes::kAny && one.guard == nullptr;
        });
    if (function->kind != functions::FunctionKind::kScalar || functions::IsVolatile(*function) ||
        !function->alias_of.empty() || !one_meaning || function->name == kNamesFields) {
      continue;
    }
    for (const functions::Overload& overload : function->overloads) {
      for (size_t n = 0; n < 2; ++n) {
        const Call call = MakeCall(*function, overload, n);
        if (call.arguments.empty()) break;
        const std::string sql = "SELECT " + call.Text(call.arguments) + ";";
        const Texts normal = Ask("SET odps.sql.hive.compatible=false;" + sql);
        const Texts hive = Ask("SET odps.sql.hive.compatible=true;" + sql);
        if (normal != hive) differing.insert(call.Text(call.arguments));
      }
    }
  }
  EXPECT_EQ(differing, known);
}

}  // namespace
}  // namespace paisql::session
