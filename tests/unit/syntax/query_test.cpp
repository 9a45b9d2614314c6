#include <gtest/gtest.h>

#include "tree_text.h"

namespace paisql::syntax::testing {
namespace {

struct QueryCase {
  const char* sql;
  const char* tree;
};

void CheckQueries(const std::vector<QueryCase>& cases) {
  for (const QueryCase& one : cases) EXPECT_EQ(ParsedQuery(one.sql), one.tree) << one.sql;
}

TEST(Query, SelectList) {
  CheckQueries({
      {"SELECT 1", "(select 1)"},
      {"SELECT *, t.*, a + 1 AS b, c d FROM t", "(select * t.* (+ a 1):b c:d from t)"},
      {"SELECT ALL a FROM t", "(select a from t)"},
      {"SELECT DISTINCT a FROM t", "(select distinct a from t)"},
      {"SELECT f(a) AS (x, y) FROM t", "(select f(a):x y from t)"},
      {"SELECT /*+ MAPJOIN(a, b), skewjoin(c(d)) */ 1", "(select +mapjoin +skewjoin 1)"},
      {"SELECT /* MAPJOIN(a) */ 1 -- end", "(select 1)"},
      {"SELECT a FROM p.s.t x", "(select a from p.s.t:x)"},
      {"SELECT `a` FROM `t`;", "(select a from t)"},
  });
}

TEST(Query, Clauses) {
  CheckQueries({
      {"SELECT a FROM t WHERE a > 1 GROUP BY a HAVING count(*) > 2",
       "(select a from t where (> a 1) group a having (> count(*) 2))"},
      {"SELECT a FROM t ORDER BY a DESC NULLS FIRST, 2 LIMIT 3 OFFSET 4",
       "(select a from t) order a desc nulls-first 2 limit 3 offset 4"},
      {"SELECT a FROM t LIMIT 4, 3", "(select a from t) limit 3 offset 4"},
      {"SELECT a FROM t DISTRIBUTE BY a, b SORT BY c DESC",
       "(select a from t) distribute a b sort c desc"},
      {"SELECT a FROM t CLUSTER BY a", "(select a from t) cluster a"},
      {"SELECT a, sum(b) OVER w FROM t WINDOW w AS (PARTITION BY c) QUALIFY a > 1",
       "(select a sum(b) over w from t window w over by c qualify (> a 1))"},
      {"FROM t WHERE a > 1 GROUP BY g HAVING sum(k) > 2 SELECT g, sum(k) ORDER BY g LIMIT 1",
       "(select g sum(k) from t where (> a 1) group g having (> sum(k) 2)) order g limit 1"},
      {"FROM t SELECT a WHERE b", "(select a from t where b)"},
  });
}

TEST(Query, Grouping) {
  CheckQueries({
      {"SELECT 1 FROM t GROUP BY a, b GROUPING SETS ((a, b), a, ())",
       "(select 1 from t group a b sets{a b}{a}{} trailing)"},
      {"SELECT 1 FROM t GROUP BY GROUPING SETS ((a), (b))", "(select 1 from t group sets{a}{b})"},
      {"SELECT 1 FROM t GROUP BY GROUPING SETS (ROLLUP(a, b), c, GROUPING SETS (CUBE((a, b)), ()))",
       "(select 1 from t group sets{rollup{a}{b}}{c}{sets{cube{a b}}{}})"},
      {"SELECT 1 FROM t GROUP BY a, CUBE(b, (c, d)), ROLLUP(e)",
       "(select 1 from t group a cube{b}{c d} rollup{e})"},
      {"SELECT grouping(a), GROUPING__ID FROM t GROUP BY ROLLUP(a)",
       "(select grouping(a) GROUPING__ID from t group rollup{a})"},
  });
}

TEST(Query, Relations) {
  CheckQueries({
      {"SELECT 1 FROM a, b c", "(select 1 from (join a b:c))"},
      {"SELECT 1 FROM a JOIN b ON a.x = b.x LEFT JOIN c USING (y, z)",
       "(select 1 from (left (join a b on (= a.x b.x)) c using y z))"},
      {"SELECT 1 FROM a RIGHT OUTER JOIN b ON x FULL JOIN c ON y CROSS JOIN d",
       "(select 1 from (cross (full (right a b on x) c on y) d))"},
      {"SELECT 1 FROM a LEFT SEMI JOIN b ON x LEFT ANTI JOIN c ON y NATURAL JOIN d",
       "(select 1 from (natural join (anti (semi a b on x) c on y) d))"},
      {"SELECT 1 FROM (a JOIN b ON x) JOIN c ON y",
       "(select 1 from (join (join a b on x) c on y))"},
      {"SELECT 1 FROM (SELECT 2) AS s(x), (SELECT 3)",
       "(select 1 from (join (select 2):s(x) (select 3)))"},
      {"SELECT 1 FROM ((SELECT 2)) s", "(select 1 from (select 2):s)"},
      {"SELECT 1 FROM VALUES (1, 'a'), (2, NULL) AS t(x, y)",
       "(select 1 from (values [1 'a'] [2 null]):t(x y))"},
      {"SELECT 1 FROM (VALUES (1), (2)) t(x)", "(select 1 from (values [1] [2]):t(x))"},
      {"SELECT 1 FROM VALUES (1), u", "(select 1 from (join (values [1]) u))"},
      {"SELECT 1 FROM @t x", "(select 1 from @t:x)"},
      {"SELECT 1 FROM t, UNNEST(t.a) x", "(select 1 from (join t (table UNNEST t.a):x))"},
      {"SELECT 1 FROM unnest LEFT JOIN UNNEST(b) AS u(c) ON true",
       "(select 1 from (left unnest (table UNNEST b):u(c) on true))"},
      {"SELECT 1 FROM t VERSION AS OF 3", "(select 1 from t version 3)"},
      {"SELECT 1 FROM t version AS of 3 x", "(select 1 from t version 3:x)"},
      {"SELECT 1 FROM t TIMESTAMP AS OF getdate() - 60 TABLESAMPLE (10 PERCENT) AS x",
       "(select 1 from t time (- getdate() 60) sample 10:x)"},
      {"SELECT 1 FROM t VERSION BETWEEN 1 AND 2, u timestamp between a and b",
       "(select 1 from (join t version 1 2 u time a b))"},
      {"SELECT version FROM t version", "(select version from t:version)"},
      {"SELECT 1 FROM t AS timestamp", "(select 1 from t:timestamp)"},
      {"SELECT 1 FROM t TABLESAMPLE (10 PERCENT) x", "(select 1 from t sample 10:x)"},
      {"SELECT 1 FROM t LATERAL VIEW explode(a) x AS b LATERAL VIEW OUTER posexplode(c) y AS d, e",
       "(select 1 from (view-outer (view t explode(a)):x(b) posexplode(c)):y(d e))"},
      {"SELECT 1 FROM t PIVOT (sum(a) AS s, count(*) c FOR (x, y) IN ((1, 2) AS p, (3, 4)))",
       "(select 1 from (pivot t sum(a):s count(*):c for x y [1 2]:p [3 4]))"},
      {"SELECT q1 FROM sel_pv PIVOT (sum(amt) FOR season IN ('Q1' AS q1, 'Q2')) z",
       "(select q1 from (pivot sel_pv sum(amt) for season ['Q1']:q1 ['Q2']):z)"},
      {"SELECT 1 FROM t UNPIVOT INCLUDE NULLS (amt FOR season IN (q1, q2 AS second))",
       "(select 1 from (unpivot t nulls amt for season [q1;] [q2;]:second))"},
  });
}

TEST(Query, SetOperations) {
  CheckQueries({
      {"SELECT 1 UNION ALL SELECT 2 UNION SELECT 3",
       "(union (union-all (select 1) (select 2)) (select 3))"},
      {"SELECT 1 UNION SELECT 2 INTERSECT ALL SELECT 3",
       "(union (select 1) (intersect-all (select 2) (select 3)))"},
      {"SELECT 1 EXCEPT SELECT 2 MINUS DISTINCT SELECT 3",
       "(except (except (select 1) (select 2)) (select 3))"},
      {"(SELECT 1 LIMIT 1) UNION ALL (SELECT 2) ORDER BY a LIMIT 5",
       "(union-all (select 1) limit 1 (select 2)) order a limit 5"},
      {"WITH a AS (SELECT 1), b(x, y) AS (SELECT * FROM a) SELECT * FROM b",
       "with a()=(select 1) with b(x y)=(select * from a) (select * from b)"},
  });
}

TEST(Query, ColumnsInRelationsKeepTheirPlace) {
  const auto parsed = ParseQuery("SELECT id\n  FROM er_missing\n WHERE id = 1");
  ASSERT_TRUE(parsed.ok());
  const Select& select = *(*parsed)->body.select;
  EXPECT_EQ(select.from->range.line, 2);
  EXPECT_EQ(select.from->range.column, 8);
  EXPECT_EQ(select.where->range.line, 3);
}

TEST(Query, OrderByAndGroupByRanges) {
  const auto parsed = ParseQuery("SELECT a FROM t GROUP BY a ORDER BY a");
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ((*parsed)->order_by_range.column, 28);
  EXPECT_EQ((*parsed)->body.select->group_by_range.column, 17);
}

// What a hint names is read here; whether it is known and well formed is decided later.
TEST(Query, HintArguments) {
  const auto read = [](std::string_view sql) {
    Result<std::unique_ptr<Query>> query = ParseQuery(sql);
    EXPECT_TRUE(query.ok());
    std::string text;
    for (const Hint& hint : (*query)->body.select->hints) {
      text += hint.name + "@" + std::to_string(hint.range.column);
      for (const Hint::Argument& argument : hint.arguments) {
        text += " " + argument.name;
        for (const std::string& group : argument.groups) text += group;
      }
      if (hint.malformed.known()) text += " !" + std::to_string(hint.malformed.column);
      text += ";";
    }
    return text;
  };
  EXPECT_EQ(read("SELECT /*+ MAPJOIN(a, p.b) */ 1"), "mapjoin@12 a p.b;");
  EXPECT_EQ(read("SELECT /*+ skewjoin(a(c, d)((1, \")\"))) dynamicfilter( `x` ) */ 1"),
            "skewjoin@12 a(c, d)((1, \")\"));dynamicfilter@40 x;");
  EXPECT_EQ(read("SELECT /*+ mapjoin(a b) */ 1"), "mapjoin@12 a !22;");
  EXPECT_EQ(read("SELECT /*+ mapjoin(a */ 1"), "mapjoin@12 a !22;");
  EXPECT_EQ(read("SELECT /*+ , ! other */ 1"), "other@16;");
}

}  // namespace
}  // namespace paisql::syntax::testing
