#include <gtest/gtest.h>

#include "tree_text.h"

namespace paisql::syntax::testing {
namespace {

struct ExpressionCase {
  const char* sql;
  const char* tree;
};

void CheckExpressions(const std::vector<ExpressionCase>& cases) {
  for (const ExpressionCase& one : cases) EXPECT_EQ(ParsedExpression(one.sql), one.tree) << one.sql;
}

TEST(Expression, Precedence) {
  CheckExpressions({
      {"a + b * c", "(+ a (* b c))"},
      {"(a + b) * c", "(* (+ a b) c)"},
      {"a - b - c", "(- (- a b) c)"},
      {"a DIV b % c", "(% (div a b) c)"},
      {"a || b + c", "(|| a (+ b c))"},
      {"a | b & c", "(| a (& b c))"},
      {"a ^ b * c", "(* (^ a b) c)"},
      {"- a * b", "(* (- a) b)"},
      {"~ a", "(~ a)"},
      {"a OR b AND NOT c = d", "(or a (and b (not (= c d))))"},
      {"NOT a AND b", "(and (not a) b)"},
      {"NOT NOT a", "(not (not a))"},
      {"a = b AND c <> d", "(and (= a b) (<> c d))"},
      {"a == b AND c != d", "(and (= a b) (<> c d))"},
      {"a < b OR a >= c", "(or (< a b) (>= a c))"},
      {"a <=> b", "(<=> a b)"},
      {"a > 1 = true", "(= (> a 1) true)"},
  });
}

TEST(Expression, Predicates) {
  CheckExpressions({
      {"a BETWEEN 1 AND 2 AND b", "(and (between a 1 2) b)"},
      {"a NOT BETWEEN x + 1 AND y", "(not-between a (+ x 1) y)"},
      {"a IN (1, 2)", "(in a [1 2])"},
      {"a NOT IN ('x')", "(not-in a ['x'])"},
      {"a IN (SELECT b FROM t)", "(in a (select b from t))"},
      {"(a, b) NOT IN (SELECT c, d FROM t)", "(not-in a b (select c d from t))"},
      {"a LIKE 'x%'", "(like a 'x%')"},
      {"a NOT LIKE 'x%' ESCAPE '!'", "(not-like a 'x%' escape '!')"},
      {"a RLIKE b", "(rlike a b)"},
      {"a LIKE ANY ('x%', b)", "(like-any a 'x%' b)"},
      {"a NOT LIKE ALL ('x%') AND c", "(and (not-like-all a 'x%') c)"},
      {"a LIKE any", "(like a any)"},
      {"a LIKE concat(any, 'x')", "(like a concat(any 'x'))"},
      {"a NOT REGEXP b", "(not-rlike a b)"},
      {"a IS NULL", "(is-null a)"},
      {"a + 1 IS NOT NULL", "(is-not-null (+ a 1))"},
      {"a IS TRUE OR b IS NOT FALSE", "(or (is-true a) (is-not-false b))"},
      {"a IS DISTINCT FROM b", "(distinct a b)"},
      {"a IS NOT DISTINCT FROM b", "(not-distinct a b)"},
      {"EXISTS (SELECT 1)", "(exists (select 1))"},
      {"NOT EXISTS (SELECT 1)", "(not-exists (select 1))"},
  });
}

TEST(Expression, Literals) {
  CheckExpressions({
      {"1", "1"},
      {"1Y", "1Y"},
      {"2s", "2S"},
      {"3L", "3L"},
      {"3.14", "3.14D"},
      {"3.14d", "3.14D"},
      {"3.14F", "3.14F"},
      {"3.5BD", "3.5BD"},
      {"7bd", "7BD"},
      {"1e5", "1e5D"},
      {"1.5E-3", "1.5e-3D"},
      {".5", ".5D"},
      {"2.", "2.D"},
      {"NULL", "null"},
      {"True", "true"},
      {"X'616263'", "X'abc'"},
      {"x'161'", "X'\x01\x61'"},
      {"DATE'2020-01-01'", "DATE'2020-01-01'"},
      {"datetime '2020-01-01 00:00:00'", "DATETIME'2020-01-01 00:00:00'"},
      {"TIMESTAMP'2020-01-01 00:00:00.1'", "TIMESTAMP'2020-01-01 00:00:00.1'"},
      {"JSON '{\"a\":1}'", "JSON'{\"a\":1}'"},
      {"INTERVAL 1 MONTH", "(interval 1 MONTH)"},
      {"INTERVAL -2 days", "(interval (- 2) DAY)"},
      {"INTERVAL '1 12:00:00' DAY TO SECOND", "(interval '1 12:00:00' DAY SECOND)"},
      {"@v + 1", "(+ @v 1)"},
  });
}

TEST(Expression, Strings) {
  CheckExpressions({
      {"'a''b'", "'ab'"},
      {"'abc' \"xyz\"\n'!'", "'abcxyz!'"},
      {R"('a\tb\nc\\d\'e\"f')", "'a\tb\nc\\d'e\"f'"},
      {R"('\;')", "';'"},
      {R"('a\ab')", "'aab'"},
      {R"('a\\%b')", R"('a\%b')"},
      {R"('\101\177')", "'A\177'"},
      {R"('\Z')", "'\x1A'"},
      {R"('\18')", "'18'"},
      {"'湖畔；--x'", "'湖畔；--x'"},
      {"'a\nb'", "'a\nb'"},
  });
  const auto zero = ParseExpression(R"('a\0b')");
  ASSERT_TRUE(zero.ok());
  EXPECT_EQ(As<Literal>(**zero).text, std::string("a\0b", 3));
}

TEST(Expression, Calls) {
  CheckExpressions({
      {"f()", "f()"},
      {"p.f(a, 1)", "p.f(a 1)"},
      {"count(*)", "count(*)"},
      {"count(DISTINCT a, b)", "count(distinct a b)"},
      {"if(a, 1, 2)", "if(a 1 2)"},
      {"log(2, 8) + date(x)", "(+ log(2 8) date(x))"},
      {"left(a, 1)", "left(a 1)"},
      {"extract(year FROM a)", "extract('year' a)"},
      {"trim(both 'xy' FROM a)", "trim(a 'xy')"},
      {"trim(leading FROM a)", "ltrim(a)"},
      {"trim(' ' FROM a)", "trim(a ' ')"},
      {"trim(a)", "trim(a)"},
      {"substring(a FROM 2 FOR 3)", "substring(a 2 3)"},
      {"wm_concat(',', a) WITHIN GROUP (ORDER BY b DESC)", "wm_concat(',' a) within b desc"},
      {"count(*) FILTER (WHERE a > 1)", "count(*) filter (> a 1)"},
      {"any_match(a, x -> x > 3)", "any_match(a (-> [x] (> x 3)))"},
      {"zip_with(a, b, (x, y) -> x + y)", "zip_with(a b (-> [x y] (+ x y)))"},
      {"f(a)[0].b", "f(a)[0].b"},
      {"a.b.c", "a.b.c"},
      {"a[b + 1]['k']", "a[(+ b 1)]['k']"},
      {"lag(a, 1) IGNORE NULLS OVER w", "lag(a 1) ignore-nulls over w"},
      {"first_value(a IGNORE NULLS) OVER (ORDER BY b)", "first_value(a) ignore-nulls over order b"},
  });
}

TEST(Expression, Windows) {
  CheckExpressions({
      {"sum(a) OVER ()", "sum(a) over"},
      {"sum(a) OVER (PARTITION BY b, c ORDER BY d DESC NULLS LAST)",
       "sum(a) over by b c order d desc nulls-last"},
      {"sum(a) OVER (w ROWS UNBOUNDED PRECEDING)", "sum(a) over w rows start..current"},
      {"sum(a) OVER (ORDER BY b RANGE BETWEEN 1 PRECEDING AND 2 FOLLOWING EXCLUDE TIES)",
       "sum(a) over order b range -1..+2!ties"},
      {"sum(a) OVER (ORDER BY b GROUPS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)",
       "sum(a) over order b groups current..end"},
  });
}

TEST(Expression, CaseAndCast) {
  CheckExpressions({
      {"CASE WHEN a THEN 1 WHEN b THEN 2 ELSE 3 END", "(case [a 1] [b 2] else 3)"},
      {"case a when 1 then 'x' end", "(case a [1 'x'])"},
      {"CAST(a AS BIGINT)", "(cast a BIGINT)"},
      {"cast(a as decimal ( 10 , 2 ))", "(cast a DECIMAL(10,2))"},
      {"CAST(a AS ARRAY<MAP<STRING,BIGINT>>)", "(cast a ARRAY<MAP<STRING,BIGINT>>)"},
      {"CAST(a AS STRUCT<p:BIGINT,q:STRING>).p", "(cast a STRUCT<p:BIGINT,q:STRING>).p"},
      {"CAST(a AS NOTYPE)", "(cast a ?NOTYPE)"},
      {"(SELECT max(b) FROM t)", "(select max(b) from t)"},
  });
}

TEST(Expression, WordsThatAreNames) {
  for (const char* name :
       {"date",   "datetime", "timestamp", "partition", "count",   "name",         "season",
        "key",    "value",    "user",      "tables",    "status",  "type",         "comment",
        "data",   "project",  "script",    "dt",        "hour",    "day",          "month",
        "year",   "window",   "p",         "q",         "h",       "desc",         "asc",
        "rows",   "range",    "file",      "if",        "first",   "last",         "offset",
        "filter", "view",     "set",       "list",      "log",     "grouping__id", "json",
        "map",    "array",    "struct",    "current",   "default", "values_",      "function",
        "jobs",   "rerun"}) {
    EXPECT_EQ(ParsedExpression(name), name);
    EXPECT_EQ(ParsedExpression(std::string(name) + " + 1"), std::string("(+ ") + name + " 1)");
    EXPECT_EQ(ParsedQuery(std::string("SELECT 1 AS ") + name + " FROM " + name),
              std::string("(select 1:") + name + " from " + name + ")");
  }
  for (const char* reserved :
       {"select", "from", "where", "having", "join", "table", "and", "distinct"}) {
    EXPECT_NE(ParsedExpression(std::string(reserved) + " + 1").find("invalid token"),
              std::string::npos)
        << reserved;
    EXPECT_EQ(ParsedExpression(std::string("`") + reserved + "`"), reserved);
  }
  EXPECT_EQ(ParsedExpression("`a``b c`"), "a`b c");
  EXPECT_EQ(ParsedExpression("`(ds|pt)?+.+`"), "(ds|pt)?+.+");
}

TEST(Expression, Ranges) {
  const auto parsed = ParseExpression("a  = '中' ||\n  bc");
  ASSERT_TRUE(parsed.ok());
  const auto& equal = As<Binary>(**parsed);
  EXPECT_EQ(equal.range.begin, 0u);
  EXPECT_EQ(equal.range.end, 18u);
  EXPECT_EQ(equal.op_range.column, 4);
  const auto& concat = As<Binary>(*equal.right);
  EXPECT_EQ(concat.range.begin, 5u);
  EXPECT_EQ(concat.op_range.begin, 11u);
  EXPECT_EQ(concat.op_range.column, 10) << "a column is a character, not a byte";
  EXPECT_EQ(concat.right->range.line, 2);
  EXPECT_EQ(concat.right->range.column, 3);
  EXPECT_EQ(concat.right->range.begin, 16u);
}

}  // namespace
}  // namespace paisql::syntax::testing
