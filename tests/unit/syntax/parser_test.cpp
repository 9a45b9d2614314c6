// What is refused, where, in which words; and the limits.

#include "syntax/parser.h"

#include <gtest/gtest.h>

#include "base/limits.h"
#include "syntax/lexer/lexer.h"

namespace paisql::syntax {
namespace {

std::string ErrorOf(std::string_view sql) {
  const auto parsed = ParseStatement(sql);
  return parsed.ok() ? "ok" : parsed.error().ToString();
}

std::string HintOf(std::string_view sql) {
  const auto parsed = ParseStatement(sql);
  return parsed.ok() ? "ok" : parsed.error().hint;
}

struct Case {
  const char* sql;
  const char* error;  // after "ODPS-0130161:"
};

TEST(SyntaxError, PlacesAndWords) {
  const Case cases[] = {
      {"SELEC * FROM t", "[1,1] Parse exception - invalid token 'SELEC'"},
      {"SELECT * AS x FROM t", "[1,10] Parse exception - invalid token 'AS'"},
      {"SELECT id, FROM t", "[1,12] Parse exception - invalid token 'FROM'"},
      {"SELECT FROM t", "[1,8] Parse exception - invalid token 'FROM'"},
      {"SELECT select FROM t", "[1,8] Parse exception - invalid token 'select'"},
      {"SELECT id FROM t WHERE", "[1,23] Parse exception - invalid token '<EOF>'"},
      {"SELECT 1 +  ", "[1,11] Parse exception - invalid token '<EOF>'"},
      {"SELECT '中' +", "[1,13] Parse exception - invalid token '<EOF>'"},
      {"SELECT id FROM t GROUP id",
       "[1,24] Parse exception - invalid token 'id', expect one of 'BY'"},
      {"SELECT id FROM t LIMIT -1",
       "[1,24] Parse exception - invalid token '-', expect one of number"},
      {"CREATE TABLE (a BIGINT)",
       "[1,14] Parse exception - invalid token '(', expect one of identifier"},
      {"DROP TABEL t", "[1,6] Parse exception - invalid token 'TABEL'"},
      {"DROP PROJECT p NOW",
       "[1,16] Parse exception - invalid token 'NOW', expect one of 'CASCADE','RESTRICT','<EOF>'"},
      {"SELECT a\n  FROM t\n WHERE )", "[3,8] Parse exception - invalid token ')'"},
      {"SELECT (1 + 2", "[1,8] Parse exception - '(' not closed"},
      {"SELECT f(a, (b)", "[1,9] Parse exception - '(' not closed"},
      {"SELECT a[1", "[1,9] Parse exception - '[' not closed"},
      {"SELECT CASE WHEN a THEN b", "[1,8] Parse exception - 'CASE' not closed"},
      {"SELECT 'abc", "[1,8] Parse exception - string not closed"},
      {"SELECT `abc FROM t", "[1,8] Parse exception - back-tick not closed"},
      {"SELECT 1 /* abc", "[1,10] Parse exception - comment not closed"},
      {"SELECT length('\\01')", "[1,15] Parse exception - unexpected escape sequence: 01"},
      {"SELECT id, name LIKE \"\\0001\" FROM t",
       "[1,22] Parse exception - unexpected escape sequence: 0001"},
      {"SELECT a 'b'", "[1,10] Parse exception - invalid token ''b''"},
      {"SELECT a， b FROM t", "[1,9] Parse exception - invalid token '，'"},
      {"SELECT (1, 2)", "[1,10] Parse exception - invalid token ',', expect one of ')'"},
      {"SELECT X'0g'", "[1,8] Parse exception - invalid token 'X'0g''"},
      {"SELECT INTERVAL 1 lightyear", "[1,19] Parse exception - invalid token 'lightyear'"},
      {"SELECT f(x FROM y)", "[1,12] Parse exception - invalid token 'FROM'"},
      {"SELECT ${bizdate}", "[1,8] Parse exception - invalid token '${bizdate}'"},
      {"SELECT 1 FROM t ORDER BY a ORDER BY b", "[1,28] Parse exception - invalid token 'ORDER'"},
      {"SELECT 1; SELECT 2",
       "[1,11] Parse exception - invalid token 'SELECT', expect one of "
       "<EOF>,';'"},
      {"SELECT a\nFROM '\xFF'", "[2,7] Parse exception - the text is not valid UTF-8: byte 0xFF"},
      {"USE", "[1,4] Parse exception - invalid token '<EOF>', expect one of identifier"},
      {"ADD FILE", "[1,9] Parse exception - invalid token '<EOF>', expect one of a path"},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(ErrorOf(one.sql), std::string("ODPS-0130161:") + one.error) << one.sql;
  }
}

TEST(SyntaxError, NeverShowsLongTokens) {
  const std::string sql = "SELECT 1 FROM '" + std::string(1000, 'x') + "'";
  EXPECT_LT(ErrorOf(sql).size(), 200u);
}

TEST(SyntaxError, Hints) {
  EXPECT_EQ(HintOf("SELEC * FROM t"), "did you mean 'SELECT'?");
  EXPECT_EQ(HintOf("INSERT INTO TABLE t VALEUS (1)"), "did you mean 'VALUES'?");
  EXPECT_EQ(HintOf("SELECT a FROM t WHERE ;"), "");
  EXPECT_EQ(HintOf("n\nDROP TABLE t"), "");
  EXPECT_EQ(HintOf("no"), "");
  EXPECT_EQ(HintOf("SELECT a FROM t GROUP BY ORDER BY a"),
            "'ORDER' is read as a name: is something missing in front of it?");
  EXPECT_EQ(HintOf("DROP TABL t"), "did you mean 'TABLE'?");
  EXPECT_EQ(HintOf("SELECT a FRON t"), "did you mean 'FROM'?");
  EXPECT_EQ(HintOf("SELECT a FROM t（1）"),
            "this is full-width punctuation: type the ASCII character (");
}

TEST(SyntaxError, StatementsThatAreNotOffered) {
  const std::pair<const char*, const char*> cases[] = {
      {"ALTER ROLE r", "ALTER ROLE"},
      {"CREATE EXTERNAL FUNCTION f AS 'a.B' USING 'c.py'", "CREATE EXTERNAL FUNCTION"},
      {"JAR -classpath a.jar A", "JAR"},
  };
  for (const auto& [sql, name] : cases) {
    const auto parsed = ParseStatement(sql);
    ASSERT_FALSE(parsed.ok()) << sql;
    EXPECT_EQ(parsed.error().code, ErrorCode::kUnsupported) << sql;
    EXPECT_EQ(parsed.error().detail, std::string("statement ") + name + " is not supported");
    EXPECT_EQ(parsed.error().range.column, 1);
  }
}

std::string Repeat(std::string_view text, size_t count, std::string_view separator = "") {
  std::string result;
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) result += separator;
    result += text;
  }
  return result;
}

TEST(Limits, Nesting) {
  const auto nested = [](size_t depth) {
    return "SELECT " + Repeat("(", depth) + "1" + Repeat(")", depth);
  };
  EXPECT_EQ(ErrorOf(nested(ValueOf(Limit::kNesting))), "ok");
  EXPECT_EQ(ErrorOf(nested(ValueOf(Limit::kNesting) + 1)),
            "ODPS-0130161:[1,508] Parse exception - nested deeper than 500 levels");
  for (const std::string& sql :
       {nested(100'000), "SELECT " + Repeat("(", 100'000),
        "SELECT " + Repeat("NOT ", 100'000) + "a", "SELECT " + Repeat("- ", 100'000) + "1",
        "SELECT " + Repeat("~ - ", 100'000) + "1", "SELECT " + Repeat("CASE WHEN ", 100'000),
        "SELECT a" + Repeat("[a", 100'000), "SELECT " + Repeat("x -> ", 100'000) + "x",
        "SELECT " + Repeat("f(x -> ", 100'000),
        "SELECT * FROM " + Repeat("(SELECT * FROM ", 100'000),
        "CREATE TABLE t (a " + Repeat("ARRAY<", 100'000), "SELECT " + Repeat("EXISTS(", 100'000),
        "SELECT CAST(a AS " + Repeat("STRUCT<a:", 100'000) + "INT"}) {
    EXPECT_NE(ErrorOf(sql).find("nested deeper than 500 levels"), std::string::npos)
        << sql.substr(0, 40);
  }
  EXPECT_EQ(ErrorOf("SELECT " + Repeat("NOT ", 400) + "a"), "ok");
  EXPECT_EQ(ErrorOf("SELECT " + Repeat("NOT a", 3'000, " AND ")), "ok");
  EXPECT_EQ(ErrorOf("SELECT " + Repeat("a -1", 3'000, ",")), "ok");
  EXPECT_EQ(ErrorOf("SELECT " + Repeat("f(x -> x)", 3'000, ",")), "ok");
}

TEST(Limits, Chains) {
  EXPECT_EQ(ErrorOf("SELECT * FROM t WHERE " + Repeat("a = 1", 10'000, " OR ")), "ok");
  EXPECT_EQ(ErrorOf("SELECT * FROM t WHERE " + Repeat("a = 1", 10'000, " AND ")), "ok");
  EXPECT_EQ(ErrorOf("SELECT " + Repeat("1", 10'000, "+")), "ok");
  EXPECT_EQ(ErrorOf("SELECT " + Repeat("1", ValueOf(Limit::kOperatorChain) + 1, "||")), "ok");
  EXPECT_NE(ErrorOf("SELECT " + Repeat("1", ValueOf(Limit::kOperatorChain) + 2, "||"))
                .find("more than 20000 operators in one chain"),
            std::string::npos);
  EXPECT_EQ(ErrorOf(Repeat("SELECT 1", 3'000, " UNION ALL ")), "ok");
  EXPECT_EQ(ErrorOf(Repeat("SELECT 1", 3'000, " INTERSECT ")), "ok");
  EXPECT_NE(ErrorOf(Repeat("SELECT 1", 5'002, " UNION ")).find("more than 5000 set operators"),
            std::string::npos);
  EXPECT_NE(ErrorOf("SELECT " + Repeat("a", 10'000, ".")).find("more than 500"), std::string::npos);
  EXPECT_NE(ErrorOf("SELECT a" + Repeat(" IS NULL", 10'000)).find("more than 500"),
            std::string::npos);
  EXPECT_NE(ErrorOf("SELECT 1 FROM a" + Repeat(" JOIN b", 10'000)).find("more than 100 tables"),
            std::string::npos);
  EXPECT_NE(ErrorOf("SELECT 1 FROM " + Repeat("b", 10'000, ",")).find("more than 100 tables"),
            std::string::npos);
}

TEST(Limits, LongListsAreFine) {
  EXPECT_EQ(ErrorOf("INSERT INTO t VALUES " + Repeat("(1, 'x', 2.5)", 20'000, ",")), "ok");
  EXPECT_EQ(ErrorOf("SELECT a IN (" + Repeat("1", 20'000, ",") + ")"), "ok");
  EXPECT_EQ(ErrorOf("SELECT CASE " + Repeat("WHEN a THEN b", 3'000, " ") + " END"), "ok");
  EXPECT_EQ(SplitStatements(Repeat("SELECT ';';\n", 20'000)).size(), 20'000u);
}

TEST(Limits, StatementBytes) {
  const std::string sql = "SELECT 1 --" + std::string(ValueOf(Limit::kStatementBytes), 'x');
  EXPECT_NE(ErrorOf(sql).find("the statement is longer than"), std::string::npos);
}

}  // namespace
}  // namespace paisql::syntax
