// Calls every function with arguments that it does not expect, as a call of constants, over
// columns, as an aggregate and over windows. Whatever it answers, no word of the engine is in it.

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
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

constexpr std::string_view kWordsOfTheEngine[] = {
    "DuckDB",
    "duckdb",
    "INT8",
    "INT16",
    "INT32",
    "INT64",
    "INT128",
    "HUGEINT",
    "VARCHAR,",
    "VARCHAR)",
    "VARCHAR ",
    "BLOB",
    "TIMESTAMP_NS",
    "WITH TIME ZONE",
    "Binder",
    "Conversion Error",
    "Catalog",
    "Parser Error",
    "INTERNAL",
    "Invalid Input",
    "Not implemented Error",
    "Out of Range",
    "ould not ",
    "specifier",
    "StringAgg",
    "vector",
    "scalar function",
    "ICU",
    "paisql_",
    "list_",
    "struct_",
    "strptime",
    "strftime",
    "regexp_matches",
    "json_extract",
    "explicit type cast",
    "explicit cast",
    "RESPECT",
    "VARPOP",
    "is out of range!",
    "LINE 1",

    "yyjson",
    "quantile",
    "QUANTILE",
    "epoch",
    "make_",
    "Macro",
    "macro",
    "c1\"",
    "\"c1",
};

class Drain : public Sink {
 public:
  Status Rows(engine::ResultStream& rows) override {
    engine::ResultText text(rows.columns());
    while (true) {
      PAISQL_ASSIGN(const engine::Batch batch, rows.Next());
      if (!batch) return Status::Ok();
      text.Read(batch);
      std::string cell;
      for (size_t row = 0; row < batch.row_count(); ++row) {
        for (size_t column = 0; column < rows.columns().size(); ++column) {
          cell.clear();
          if (!text.IsNull(column, row)) {
            text.AppendText(column, row, engine::TextForm::kPlain, cell);
          }
        }
      }
    }
  }
  Status Show(const Answer& /*answer*/) override { return Status::Ok(); }
  void Message(std::string_view /*line*/) override {}
  void JobOutput(std::string_view /*bytes*/) override {}
};

class EngineWordsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const fs::path program = fs::read_symlink("/proc/self/exe");
    SessionOptions options;
    options.engines = engine::BuiltInEngines((program.parent_path() / "lib").string());
    home_ = (fs::temp_directory_path() / "paisql-words-XXXXXX").string();
    ASSERT_NE(mkdtemp(home_.data()), nullptr);
    options.home_path = home_;
    options.project = "words";
    Result<std::unique_ptr<Session>> session = Session::Open(options);
    ASSERT_TRUE(session.ok()) << session.error().ToString();
    session_ = std::move(*session);
    Run("SET paisql.memory_limit=512MB;");
    Run("SET odps.sql.validate.orderby.limit=false;");
    Run("CREATE TABLE w (b BOOLEAN, i INT, l BIGINT, d DOUBLE, m DECIMAL(38,18), s STRING, "
        "x BINARY, y DATE, t DATETIME, z TIMESTAMP, j JSON, a ARRAY<BIGINT>, e ARRAY<STRING>, "
        "p MAP<STRING,BIGINT>, g BIGINT);");
    Run("INSERT INTO w VALUES "
        "(TRUE, 0, 0, 0, 0, '', X'', DATE'0001-01-01', DATETIME'0001-01-01 00:00:00', "
        "TIMESTAMP'1900-01-01 00:00:00', JSON'null', array(), array(), "
        "map('', 0), 1),"
        "(FALSE, -2147483648, -9223372036854775808, -1e308, -99999999999999999999, '[(%\\\\', "
        "X'ff00', DATE'9999-12-31', DATETIME'9999-12-31 23:59:59', "
        "TIMESTAMP'2200-12-31 00:00:00', JSON'{\"a\":[1]}', array(1, NULL), array('', NULL), "
        "map('a', NULL), 1),"
        "(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 2),"
        "(TRUE, 2147483647, 9223372036854775807, CAST('NaN' AS DOUBLE), 0.000000000000000001, "
        "'9999-12-31 00:00:00', X'00', DATE'2024-02-29', DATETIME'2024-02-29 12:00:00', "
        "TIMESTAMP'2024-02-29 12:00:00.5', JSON'\"x\"', array(9223372036854775807), "
        "array('2024-02-29'), map('k', 1), 2);");
  }
  void TearDown() override {
    session_.reset();
    std::error_code ignored;
    fs::remove_all(home_, ignored);
  }

  // The error's whole text, "" where there is none.
  std::string Run(const std::string& sql) {
    Drain sink;
    for (const syntax::StatementText& statement : syntax::SplitStatements(sql)) {
      Result<Outcome> outcome = session_->Execute(statement, sink);
      if (outcome.ok()) continue;
      const Error& error = outcome.error();
      std::string text = error.ToString() + " / " + error.hint;
      for (const Error& other : error.others) text += " / " + other.ToString() + " " + other.hint;
      return text;
    }
    return "";
  }

  void Expect(const std::string& sql) {
    ++statements_;
    const std::string text = Run(sql);
    for (const std::string_view word : kWordsOfTheEngine) {
      EXPECT_EQ(text.find(word), std::string::npos) << word << " in: " << text << "\n  " << sql;
    }
    if (std::getenv("PAISQL_SHOW_MESSAGES") != nullptr && !text.empty()) {
      std::printf("%s\t%s\n", text.substr(0, 160).c_str(), sql.c_str());
    }
  }

  std::unique_ptr<Session> session_;
  std::string home_;
  int statements_ = 0;
};

// Constants and columns that may be given for a parameter.
std::vector<std::string> GivenChoices(const functions::Parameter& parameter, bool columns) {
  using Form = functions::Parameter::Form;
  const auto pick = [&](std::vector<std::string> constants, std::vector<std::string> names) {
    return columns && !parameter.constant ? names : constants;
  };
  switch (parameter.form) {
    case Form::kAnyDecimal:
      return pick({"0BD", "-99999999999999999999BD", "NULL"}, {"m"});
    case Form::kArray:
      return pick({"array()", "array(1, NULL)", "array('', 'a')", "CAST(NULL AS ARRAY<BIGINT>)"},
                  {"a", "e"});
    case Form::kMap:
      return pick({"map('a', 1)", "map('', NULL)", "CAST(NULL AS MAP<STRING,BIGINT>)"}, {"p"});
    case Form::kStruct:
      return {"struct(1, 'a')"};
    case Form::kLambda: {
      std::string names;
      for (size_t i = 0; i + 1 < parameter.parts.size(); ++i) {
        names += (i > 0 ? ", v" : "v") + std::to_string(i);
      }
      return {"(" + names + ") -> v0", "(" + names + ") -> NULL"};
    }
    case Form::kAny:
    case Form::kVariable:
      return pick({"0", "''", "NULL", "DATE'9999-12-31'", "array(1)", "X'ff'"},
                  {"l", "s", "d", "y", "t", "x", "a", "m"});
    case Form::kType:
      break;
  }
  switch (parameter.type.id()) {
    case TypeId::kBoolean:
      return pick({"TRUE", "NULL"}, {"b"});
    case TypeId::kTinyint:
    case TypeId::kSmallint:
    case TypeId::kInt:
      return pick({"0", "-1", "2147483647", "NULL"}, {"i"});
    case TypeId::kBigint:
      return pick({"0", "-1", "9223372036854775807", "NULL"}, {"l", "i"});
    case TypeId::kFloat:
    case TypeId::kDouble:
      return pick({"0D", "-1e308", "1e308", "NULL", "2.5D"}, {"d", "l"});
    case TypeId::kDate:
      return pick({"DATE'9999-12-31'", "DATE'0001-01-01'", "NULL"}, {"y"});
    case TypeId::kDatetime:
      return pick({"DATETIME'9999-12-31 23:59:59'", "DATETIME'0001-01-01 00:00:00'", "NULL"},
                  {"t", "y"});
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      return pick({"TIMESTAMP'2024-01-01 00:00:00'", "NULL"}, {"z"});
    case TypeId::kBinary:
      return pick({"X''", "X'ff00'", "NULL"}, {"x"});
    case TypeId::kJson:
      return pick({"JSON'{}'", "NULL"}, {"j"});
    case TypeId::kIntervalYearMonth:
      return {"INTERVAL 9999 YEAR"};
    case TypeId::kIntervalDayTime:
      return {"INTERVAL '-3659634' DAY"};
    default:
      return pick({"''", "'a'", "'[(%'", "'9999-12-31 00:00:00'", "'yyyy'", "NULL", "'-1'",
                   "repeat('a', 70000)"},
                  {"s"});
  }
}

// The n-th list of arguments of an overload, "" when its parameters have no values here.
std::string Arguments(const functions::Overload& overload, size_t n, bool columns) {
  const functions::Signature signature = functions::ParseSignature(overload.signature);
  std::string text;
  size_t turn = n;
  for (const functions::Parameter& parameter : signature.parameters) {
    const std::vector<std::string> choices = GivenChoices(parameter, columns);
    if (!text.empty()) text += ", ";
    text += choices[turn % choices.size()];
    turn = turn * 7 + 3;  // another walk through the choices of each parameter
  }
  return text;
}

constexpr size_t kTurns = 4;

TEST_F(EngineWordsTest, OfScalarFunctions) {
  for (const functions::Function* function : functions::AllFunctions()) {
    if (function->kind != functions::FunctionKind::kScalar) continue;
    const std::string name(function->name);
    for (const functions::Overload& overload : function->overloads) {
      std::string calls;
      for (size_t n = 0; n < kTurns; ++n) {
        Expect("SELECT " + name + "(" + Arguments(overload, n, false) + ");");
        if (n % 2 == 0) {
          Expect("SELECT " + name + "(" + Arguments(overload, n, true) + ") FROM w;");
        }
      }
    }
  }
  EXPECT_GT(statements_, 1000);
}

TEST_F(EngineWordsTest, OfAggregatesAndWindows) {
  constexpr std::string_view kBehind[] = {
      "",
      " FILTER (WHERE l > 0)",
      " WITHIN GROUP (ORDER BY s, l DESC)",
      " OVER (PARTITION BY g)",
      " OVER (PARTITION BY g ORDER BY l)",
      " OVER (ORDER BY i ROWS BETWEEN 1 PRECEDING AND 9223372036854775807 FOLLOWING)",
      " OVER (ORDER BY d RANGE BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE GROUP)",
      " OVER (ORDER BY y RANGE BETWEEN INTERVAL 1 DAY PRECEDING AND CURRENT ROW)",
      " IGNORE NULLS OVER (ORDER BY l)",
      " FILTER (WHERE b) OVER (ORDER BY l)",
      " WITHIN GROUP (ORDER BY s) FILTER (WHERE b) OVER (ORDER BY l)",
  };
  for (const functions::Function* function : functions::AllFunctions()) {
    if (function->kind != functions::FunctionKind::kAggregate &&
        function->kind != functions::FunctionKind::kWindow) {
      continue;
    }
    const std::string name(function->name);
    for (const functions::Overload& overload : function->overloads) {
      size_t n = 0;
      for (const std::string_view behind : kBehind) {
        for (const std::string_view distinct : {"", "DISTINCT "}) {
          Expect("SELECT " + name + "(" + std::string(distinct) +
                 Arguments(overload, n, n % 3 != 2) + ")" + std::string(behind) + " FROM w;");
          ++n;
        }
      }
    }
  }
  EXPECT_GT(statements_, 500);
}

TEST_F(EngineWordsTest, OfTableFunctionsAndOperators) {
  for (const functions::Function* function : functions::AllFunctions()) {
    if (function->kind != functions::FunctionKind::kTable) continue;
    for (const functions::Overload& overload : function->overloads) {
      for (size_t n = 0; n < kTurns; ++n) {
        for (const bool columns : {false, true}) {
          Expect("SELECT " + std::string(function->name) + "(" + Arguments(overload, n, columns) +
                 ") FROM w;");
        }
      }
    }
  }
  constexpr std::string_view kOperands[] = {"b", "i", "l", "d", "m", "s", "x",
                                            "y", "t", "z", "j", "a", "p"};
  for (const std::string_view op : {"+", "-", "*", "/", "%", "DIV", "&", "|", "^", "=", "<", "<=>",
                                    "LIKE", "RLIKE", "||", "AND", "IN"}) {
    for (const std::string_view left : kOperands) {
      for (const std::string_view right : kOperands) {
        const std::string operand =
            op == "IN" ? "(" + std::string(right) + ")" : std::string(right);
        Expect("SELECT " + std::string(left) + " " + std::string(op) + " " + operand + " FROM w;");
      }
    }
  }
  for (const std::string_view type :
       {"BOOLEAN",    "TINYINT",       "SMALLINT",       "INT",       "BIGINT",        "FLOAT",
        "DOUBLE",     "DECIMAL(3,2)",  "DECIMAL(38,18)", "STRING",    "VARCHAR(3)",    "CHAR(2)",
        "BINARY",     "DATE",          "DATETIME",       "TIMESTAMP", "TIMESTAMP_NTZ", "JSON",
        "ARRAY<INT>", "ARRAY<STRING>", "MAP<STRING,INT>"}) {
    for (const std::string_view operand : kOperands) {
      const std::string cast =
          "SELECT CAST(" + std::string(operand) + " AS " + std::string(type) + ") FROM w;";
      Expect(cast);
      Run("SET odps.function.strictmode=true;");
      Expect(cast);
      Run("SET odps.function.strictmode=false; SET odps.sql.hive.compatible=true;");
      Expect(cast);
      Run("SET odps.sql.hive.compatible=false;");
    }
  }
}

}  // namespace
}  // namespace paisql::session
