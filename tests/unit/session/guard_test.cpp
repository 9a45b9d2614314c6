// Arguments that a function cannot take are NULL in normal mode, the guard's error in strict mode,
// and Hive's answer in Hive-compatible mode: for every guard of the function tables, with constants
// and with columns. tests/sql/modes/make_tables.py does the same for operators and conversions.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "base/text.h"
#include "engine/text/result_text.h"
#include "functions/function.h"
#include "session/session.h"
#include "session/sink.h"
#include "unit/session/guard_examples.h"

namespace paisql::session {
namespace {

namespace fs = std::filesystem;

// Keeps the first cell of an answer.
class CellSink : public Sink {
 public:
  Status Rows(engine::ResultStream& rows) override {
    engine::ResultText text(rows.columns());
    while (true) {
      PAISQL_ASSIGN(const engine::Batch batch, rows.Next());
      if (!batch) return Status::Ok();
      text.Read(batch);
      for (size_t row = 0; row < batch.row_count(); ++row) {
        cell = "NULL";
        if (text.IsNull(0, row)) continue;
        cell.clear();
        text.AppendText(0, row, engine::TextForm::kPlain, cell);
      }
    }
  }
  Status Show(const Answer& /*answer*/) override { return Status::Ok(); }
  void Message(std::string_view /*line*/) override {}
  void JobOutput(std::string_view /*bytes*/) override {}

  std::string cell;
};

class GuardTest : public testing::Test {
 protected:
  void SetUp() override {
    home_ = testing::TempDir() + "/guard_test_home";
    fs::remove_all(home_);
    SessionOptions options;
    options.home_path = home_;
    options.project = "test";
    options.engines =
        engine::BuiltInEngines(fs::read_symlink("/proc/self/exe").parent_path() / "lib");
    Result<std::unique_ptr<Session>> session = Session::Open(options);
    ASSERT_TRUE(session.ok()) << session.error().ToString();
    session_ = *std::move(session);
  }
  void TearDown() override {
    session_.reset();
    fs::remove_all(home_);
  }

  // The answer's only cell, or the error.
  std::string Ask(const std::string& script) {
    CellSink sink;
    for (const syntax::StatementText& statement : syntax::SplitStatements(script)) {
      Result<Outcome> outcome = session_->Execute(statement, sink);
      if (!outcome.ok()) return outcome.error().ToString();
    }
    return sink.cell;
  }

  std::string home_;
  std::unique_ptr<Session> session_;
};

const GuardExample* FindExample(const functions::Function& function,
                                const functions::Overload& overload) {
  for (const GuardExample& example : GuardExamples()) {
    if (example.function == function.name && example.signature == overload.signature) {
      return &example;
    }
  }
  return nullptr;
}

// f(1, 2), and f(c0, c1) over a row of VALUES; arguments that must be constants stay so.
std::string Constants(const GuardExample& example) {
  return "SELECT " + std::string(example.function) + "(" +
         Join({example.arguments.begin(), example.arguments.end()}, ", ") + ");";
}

std::string Columns(const GuardExample& example) {
  const functions::Signature signature = functions::ParseSignature(example.signature);
  std::vector<std::string> arguments;
  std::vector<std::string> values;
  std::vector<std::string> names;
  for (size_t i = 0; i < example.arguments.size(); ++i) {
    const size_t parameter = std::min(i, signature.parameters.size() - 1);
    const std::string value(example.arguments[i]);
    const bool constant = signature.parameters[parameter].constant || value == "NULL";
    values.push_back(value);
    names.push_back("c" + std::to_string(i));
    arguments.push_back(constant ? value : names.back());
  }
  return "SELECT " + std::string(example.function) + "(" + Join(arguments, ", ") +
         ") FROM VALUES (" + Join(values, ", ") + ") t(" + Join(names, ", ") + ");";
}

// The settings of a mode that has the overload; nullopt where none has.
std::optional<std::string> Settings(const functions::Overload& overload, EvaluationMode mode) {
  using namespace functions::modes;
  const bool hive = mode == EvaluationMode::kHive;
  if ((overload.modes & (hive ? kHive : kNotHive)) == 0) return std::nullopt;
  const auto set = [](const char* name, bool on) {
    return "SET " + std::string(name) + (on ? "=true;" : "=false;");
  };
  return set("odps.sql.type.system.odps2", hive || (overload.modes & kOdps2) != 0) +
         set("odps.sql.hive.compatible", hive) +
         set("odps.function.strictmode", mode == EvaluationMode::kStrict);
}

TEST_F(GuardTest, EveryGuardHasItsThreeOutcomes) {
  std::set<const functions::Overload*> seen;  // an alias shares the rows of its function
  for (const functions::Function* function : functions::AllFunctions()) {
    if (!function->alias_of.empty()) continue;
    for (const functions::Overload& overload : function->overloads) {
      if (overload.guard == nullptr || !seen.insert(&overload).second) continue;
      SCOPED_TRACE(std::string(function->name) + std::string(overload.signature));
      const GuardExample* example = FindExample(*function, overload);
      if (example == nullptr) {
        ADD_FAILURE() << "guard_examples.h has no bad arguments for this overload";
        continue;
      }
      const std::string code(ErrorCodeName(overload.guard->code));
      for (const std::string& call : {Constants(*example), Columns(*example)}) {
        if (const auto settings = Settings(overload, EvaluationMode::kNormal)) {
          const std::string answer = Ask(*settings + call);
          if (overload.guard->refuses) {
            EXPECT_NE(answer.find(code), std::string::npos) << call << " gives " << answer;
          } else {
            EXPECT_EQ(answer,
                      overload.guard->normal == functions::Instead::kEmptyText ? "" : "NULL")
                << call;
          }
        }
        if (const auto settings = Settings(overload, EvaluationMode::kStrict)) {
          const std::string answer = Ask(*settings + call);
          EXPECT_NE(answer.find(code), std::string::npos) << call << " gives " << answer;
        }
        if (const auto settings = Settings(overload, EvaluationMode::kHive)) {
          EXPECT_EQ(Ask(*settings + call), example->hive) << call;
        }
      }
    }
  }
}

}  // namespace
}  // namespace paisql::session
