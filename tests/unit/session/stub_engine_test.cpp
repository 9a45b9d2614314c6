// A session needs no particular engine: one of a hundred lines, which knows rows of constants and
// nothing else, runs SELECT through it.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "engine/arrow/builder.h"
#include "engine/factory.h"
#include "engine/text/result_text.h"
#include "session/session.h"
#include "session/sink.h"

namespace paisql::session {
namespace {

class OneBatch : public engine::ResultStream {
 public:
  OneBatch(std::vector<engine::ResultColumn> columns, engine::Batch batch)
      : columns_(std::move(columns)), batch_(std::move(batch)) {}
  const std::vector<engine::ResultColumn>& columns() const override { return columns_; }
  Result<engine::Batch> Next() override { return std::exchange(batch_, {}); }

 private:
  std::vector<engine::ResultColumn> columns_;
  engine::Batch batch_;
};

class StubConnection : public engine::Connection {
 public:
  Result<std::unique_ptr<engine::ResultStream>> Query(const plan::Relation& root,
                                                      const engine::Bindings&,
                                                      const engine::ExecutionSettings&) override {
    std::vector<engine::ResultColumn> columns;
    for (const plan::OutputColumn& column : root.output) {
      columns.push_back({column.name, column.type});
    }
    engine::BatchBuilder builder(columns);
    for (size_t i = 0; i < root.output.size(); ++i) {
      PAISQL_ASSIGN(const Value value, ValueOf(root, root.output[i].id));
      builder.Append(i, value);
    }
    return std::unique_ptr<engine::ResultStream>(
        std::make_unique<OneBatch>(std::move(columns), std::move(builder).Finish()));
  }
  Result<std::vector<engine::WrittenFile>> Write(const plan::Relation& root,
                                                 const engine::Bindings&,
                                                 const engine::WriteTarget&,
                                                 const engine::ExecutionSettings&) override {
    return Refusal(root.range);
  }
  Result<std::unique_ptr<engine::RowAppender>> Append(const std::vector<engine::ResultColumn>&,
                                                      const engine::WriteTarget&,
                                                      const engine::ExecutionSettings&) override {
    return Refusal({});
  }
  Result<engine::ExecutionReport> Report(const plan::Relation&, const engine::Bindings&) override {
    return engine::ExecutionReport();
  }
  Status TakeShare(const engine::EngineShare&) override { return Status::Ok(); }
  void Interrupt() override {}
  Result<std::string> Print(const plan::Relation& root, const engine::Bindings&,
                            const engine::ExecutionSettings&) override {
    return Refusal(root.range);
  }

 private:
  // What a projection of constants, or of a projection of them, has in a column.
  static Result<Value> ValueOf(const plan::Relation& relation, plan::ColumnId id) {
    if (relation.kind != plan::RelationKind::kProject) return Refusal(relation.range);
    const auto& project = plan::As<plan::Project>(relation);
    size_t index = 0;
    while (project.output[index].id != id) ++index;
    return ValueOf(*project.expressions[index], *project.input);
  }
  static Result<Value> ValueOf(const plan::Expression& expression, const plan::Relation& input) {
    if (expression.kind == plan::ExpressionKind::kConstant) {
      return plan::As<plan::Constant>(expression).value;
    }
    if (expression.kind == plan::ExpressionKind::kColumn) {
      return ValueOf(input, plan::As<plan::ColumnRef>(expression).column);
    }
    if (expression.kind == plan::ExpressionKind::kCast) {
      PAISQL_ASSIGN(const Value value, ValueOf(*plan::As<plan::Cast>(expression).operand, input));
      if (value.is_null()) return Value::Null(expression.type);
    }
    return Refusal(expression.range);
  }
  static Error Refusal(const SourceRange& range) {
    return Error{ErrorCode::kUnsupported, "the stub has constants only", range, ""};
  }
};

class StubEngine : public engine::Engine {
 public:
  Result<std::unique_ptr<engine::Connection>> Connect() override {
    return std::unique_ptr<engine::Connection>(std::make_unique<StubConnection>());
  }
};

// Keeps all that is shown in one text.
class TextSink : public Sink {
 public:
  Status Rows(engine::ResultStream& rows) override {
    engine::ResultText cells(rows.columns());
    for (const engine::ResultColumn& column : rows.columns()) text += column.name + "|";
    while (true) {
      PAISQL_ASSIGN(const engine::Batch batch, rows.Next());
      if (!batch) return Status::Ok();
      cells.Read(batch);
      for (size_t row = 0; row < cells.row_count(); ++row) {
        for (size_t i = 0; i < rows.columns().size(); ++i) {
          text += " ";
          cells.AppendText(i, row, engine::TextForm::kJson, text);
        }
      }
    }
  }
  Status Show(const Answer& answer) override {
    text += answer.text;
    return Status::Ok();
  }
  void Message(std::string_view) override {}
  void JobOutput(std::string_view) override {}

  std::string text;
};

TEST(StubEngineTest, RunsSelectOfConstants) {
  std::string home = (std::filesystem::temp_directory_path() / "paisql-stub-XXXXXX").string();
  ASSERT_NE(mkdtemp(home.data()), nullptr);
  SessionOptions options;
  options.home_path = home;
  options.engine = "stub";
  options.engines.AddEngine("stub", [](const engine::EngineOptions&) {
    return Result<std::unique_ptr<engine::Engine>>(std::make_unique<StubEngine>());
  });
  {
    Result<std::unique_ptr<Session>> session = Session::Open(std::move(options));
    ASSERT_TRUE(session.ok()) << session.error().ToString();
    const auto answer = [&](const std::string& sql) {
      TextSink sink;
      for (const syntax::StatementText& statement : syntax::SplitStatements(sql)) {
        const Result<Outcome> outcome = (*session)->Execute(statement, sink);
        if (!outcome.ok()) sink.text += outcome.error().ToString();
      }
      return sink.text;
    };
    EXPECT_EQ(answer("SELECT 1 AS a, 'x\"y' AS b, NULL AS c, true AS d, 1.5D AS e, 7L AS f;"),
              "a|b|c|d|e|f| 1 \"x\\\"y\" null true 1.5 7");
    EXPECT_NE(answer("SELECT rand() AS r;").find(":[1,8]"), std::string::npos);
  }
  std::filesystem::remove_all(home);
}

}  // namespace
}  // namespace paisql::session
