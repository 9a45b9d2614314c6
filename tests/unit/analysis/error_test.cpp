#include "unit/analysis/analysis_fixture.h"

namespace paisql::analysis {
namespace {

struct Case {
  const char* sql;
  const char* error;  // as it begins
};

class ErrorTest : public AnalysisTest {
 protected:
  ErrorTest() {
    Must("CREATE TABLE emp (id BIGINT, name STRING, dept STRING, sal DOUBLE, born DATETIME)");
    Must("CREATE TABLE dep (dept STRING NOT NULL, city STRING DEFAULT 'bj', n INT)");
    Must("CREATE TABLE logs (uid BIGINT, ev STRING) PARTITIONED BY (ds STRING, hh BIGINT)");
    Must("CREATE VIEW v AS SELECT id, name AS n FROM emp");
  }

  void Check(const std::vector<Case>& cases) {
    for (const Case& entry : cases) {
      const std::string outcome = Analyze(entry.sql);
      EXPECT_TRUE(outcome.starts_with(entry.error))
          << entry.sql << "\n  expected " << entry.error << "\n  actually " << outcome;
    }
  }
};

TEST_F(ErrorTest, Names) {
  Check({
      {"SELECT * FROM empp",
       "ODPS-0130131:[1,15] Table not found - table demo.empp cannot be resolved"},
      {"SELECT * FROM demo.missing",
       "ODPS-0130131:[1,15] Table not found - table demo.missing cannot be resolved"},
      {"SELECT * FROM nope.emp", "ODPS-0420111:[1,15] Project not found - project nope"},
      {"SELECT * FROM demo.other.emp", "ODPS-0420111:[1,20] Project not found - schema"},
      {"SELECT nme FROM emp",
       "ODPS-0130071:[1,8] Semantic analysis exception - column nme cannot be resolved"},
      {"SELECT zz.id FROM emp x", "ODPS-0130071:[1,8] Semantic analysis exception - column zz.id"},
      {"SELECT emp.id FROM emp x", "ODPS-0130071:[1,8]"},
      {"SELECT id AS k FROM emp WHERE k = 1", "ODPS-0130071:[1,31]"},
      {"SELECT id AS a, a + 1 AS b FROM emp", "ODPS-0130071:[1,17]"},
      {"SELECT a.id FROM emp a JOIN emp b ON a.id = b.id WHERE name = 'x'",
       "ODPS-0130071:[1,56] Semantic analysis exception - name is ambiguous, can be both a.name or "
       "b.name"},
      {"SELECT e.id FROM emp e JOIN dep e ON e.id = e.n", "ODPS-0130071:[1,29]"},
      {"SELECT d.city FROM emp e LEFT ANTI JOIN dep d ON e.dept = d.dept", "ODPS-0130071:[1,8]"},
      {"SELECT zz.* FROM emp", "ODPS-0130071:[1,8] Semantic analysis exception - table zz"},
      {"SELECT `x.*` FROM emp", "ODPS-0130071:[1,8]"},
      {"SELECT tolowr('a')",
       "ODPS-0130071:[1,8] Semantic analysis exception - function or view 'tolowr' cannot be "
       "resolved"},
      {"SELECT sum(sal) OVER nw FROM emp", "ODPS-0130071:[1,22]"},
  });
}

TEST_F(ErrorTest, Hints) {
  Analyze("SELECT * FROM emmp");
  EXPECT_EQ(hint_, "did you mean 'emp'?");
  Analyze("SELECT nme FROM emp");
  EXPECT_EQ(hint_, "did you mean 'name'?");
  Analyze("SELECT tolowr('a')");
  EXPECT_EQ(hint_, "did you mean 'tolower'?");
  Analyze("SELECT dept AS d FROM emp WHERE d = 1");
  EXPECT_TRUE(hint_.starts_with("d is an alias of the select list")) << hint_;
  Analyze("SELECT id FROM emp ORDER BY id");
  EXPECT_NE(hint_.find("odps.sql.validate.orderby.limit"), std::string::npos) << hint_;
  Analyze("SELECT uid FROM logs");
  EXPECT_NE(hint_.find("odps.sql.allow.fullscan"), std::string::npos) << hint_;
}

TEST_F(ErrorTest, Clauses) {
  Check({
      {"SELECT id FROM emp WHERE id",
       "ODPS-0130071:[1,26] Semantic analysis exception - expect a BOOLEAN expression"},
      {"SELECT id, count(*) FROM emp GROUP BY id HAVING id", "ODPS-0130071:[1,49]"},
      {"SELECT id FROM emp ORDER BY id",
       "ODPS-0130071:[1,20] Semantic analysis exception - ORDER BY must be used with a LIMIT"},
      {"SELECT id FROM (SELECT id FROM emp ORDER BY id) x LIMIT 1", "ODPS-0130071:[1,36]"},
      {"SELECT id, sal AS id FROM emp ORDER BY id LIMIT 1",
       "ODPS-0130071:[1,40] Semantic analysis exception - id is ambiguous"},
      {"SELECT DISTINCT dept FROM emp ORDER BY sal LIMIT 3", "ODPS-0130071:[1,40]"},
      {"SELECT id FROM emp DISTRIBUTE BY id ORDER BY id LIMIT 1", "ODPS-0130071"},
      {"SELECT id FROM emp DISTRIBUTE BY nope", "ODPS-0130071:[1,34]"},
      {"SELECT dept, count(*) FROM emp GROUP BY dept DISTRIBUTE BY dept", "ODPS-0130071"},
      {"SELECT id FROM emp LIMIT 'a'", "ODPS-013"},
      {"SELECT id FROM emp QUALIFY id > 1", "ODPS-0130071:[1,28]"},
      {"SELECT (SELECT id, name FROM emp)",
       "ODPS-0130071:[1,8] Semantic analysis exception - expect 1 columns, actually have 2"},
      {"SELECT id FROM emp WHERE id IN (SELECT id, sal FROM emp)", "ODPS-0130071:[1,33]"},
      {"SELECT id, name FROM emp UNION ALL SELECT id FROM emp",
       "ODPS-0130241:[1,36] Illegal union operation - expect 2 columns, actually have 1"},
      {"SELECT * FROM VALUES (1, 2), (3) t(a, b)", "ODPS-0130071"},
      {"SELECT * FROM VALUES (1, 2) t(a)", "ODPS-0130071:[1,31]"},
      {"WITH a AS (SELECT 1 x), A AS (SELECT 2 x) SELECT * FROM a", "ODPS-0130071:[1,25]"},
      {"SELECT x -> x FROM emp", "ODPS-01"},
  });
}

TEST_F(ErrorTest, Aggregation) {
  Check({
      {"SELECT dept, sal FROM emp GROUP BY dept",
       "ODPS-0130071:[1,14] Semantic analysis exception - column reference emp.sal should appear "
       "in "
       "GROUP BY key"},
      {"SELECT * FROM emp GROUP BY dept", "ODPS-0130071:[1,8]"},
      {"SELECT dept FROM emp WHERE count(*) > 1 GROUP BY dept", "ODPS-0130071:[1,28]"},
      {"SELECT max(count(*)) FROM emp GROUP BY dept", "ODPS-0130071:[1,12]"},
      {"SELECT dept FROM emp GROUP BY count(*)", "ODPS-0130071:[1,31]"},
      {"SELECT sum(*) FROM emp", "ODPS-0130071:[1,8]"},
      {"SELECT upper(DISTINCT name) FROM emp", "ODPS-0130071:[1,8]"},
      {"SELECT grouping(dept) FROM emp", "ODPS-0130071:[1,8]"},
      {"SELECT grouping(sal) FROM emp GROUP BY ROLLUP(dept)", "ODPS-0130071:[1,17]"},
      {"SELECT max(sal) FROM emp WHERE row_number() OVER (ORDER BY id) = 1", "ODPS-0130181:[1,32]"},
      {"SELECT rank() FROM emp", "ODPS-0130181:[1,8]"},
      {"SELECT upper(name) OVER () FROM emp", "ODPS-0130181:[1,8]"},
      {"SELECT count(DISTINCT id) OVER (ORDER BY id) FROM emp", "ODPS-0130181:[1,8]"},
      {"SELECT sum(id) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND 1 PRECEDING) FROM emp",
       "ODPS-0130181"},
      {"SELECT sum(id) OVER (ORDER BY id ROWS BETWEEN sal PRECEDING AND CURRENT ROW) FROM emp",
       "ODPS-0130181"},
  });
}

TEST_F(ErrorTest, Joins) {
  Check({
      {"SELECT e.name FROM emp e, dep d",
       "ODPS-0130252:[1,27] Cartesian product is not allowed - cartesian product is not allowed "
       "without mapjoin"},
      {"SELECT e.name FROM emp e CROSS JOIN dep d", "ODPS-0130252:[1,37]"},
      {"SELECT e.name FROM emp e, dep d, emp f WHERE e.id = f.id", "ODPS-0130252:[1,27]"},
      {"SELECT e.name FROM emp e JOIN dep d ON e.dept > d.dept",
       "ODPS-0130071:[1,40] Semantic analysis exception - expect equality expression (i.e., only "
       "use "
       "'=' and 'AND') for join condition without mapjoin hint"},
      {"SELECT e.name FROM emp e JOIN dep d ON e.dept = d.dept OR e.id = d.n",
       "ODPS-0130071:[1,40]"},
      {"SELECT e.name FROM emp e JOIN dep d ON e.id = 1", "ODPS-0130252:[1,40]"},
      {"SELECT e.name FROM emp e LEFT JOIN dep d", "ODPS-01"},
      {"SELECT id FROM emp JOIN dep USING (nope)", "ODPS-0130071:[1,36]"},
  });
  Must("SELECT e.name FROM emp e, dep d WHERE e.dept = d.dept");
  Must("SELECT e.name FROM emp e, dep d, emp f WHERE e.id = f.id AND f.dept = d.dept");
  Must("SELECT /*+ MAPJOIN(d) */ e.name FROM emp e JOIN dep d ON e.dept > d.dept");
  Must("SELECT e.name FROM emp e CROSS JOIN (SELECT max(n) AS m FROM dep) d");
  Must("SELECT e.name FROM emp e JOIN dep d ON e.dept = d.dept AND e.sal > 3");
}

TEST_F(ErrorTest, Types) {
  Check({
      {"SELECT DATETIME'2020-01-01 00:00:00' > 1", "ODPS-0130121:[1,8]"},
      {"SELECT true = 1", "ODPS-0130121:[1,8]"},
      {"SELECT true + 1", "ODPS-0130121:[1,8]"},
      {"SELECT CASE WHEN true THEN true ELSE 'x' END", "ODPS-0130141"},
      {"SELECT CAST(DATETIME'2020-01-01 00:00:00' AS BIGINT)", "ODPS-0130141:[1,8]"},
      {"SELECT CAST('a' AS NOTYPE)", "ODPS-0130151:[1,20]"},
      {"SELECT 123 LIKE '1%'", "ODPS-0130121:[1,8]"},
      {"SELECT DATE'2024-02-30'", "ODPS-0123081:[1,8]"},
      {"SELECT 300Y", "ODPS-0130071:[1,8]"},
      {"SELECT length('a', 'b')", "ODPS-0130221:[1,8]"},
      {"SELECT id.x FROM emp", "ODPS-0130071:[1,8]"},
      {"SELECT named_struct('a', 1).b", "ODPS-0130071:[1,29]"},
      {"SELECT id[0] FROM emp", "ODPS-0130121:[1,8]"},
      {"SELECT name AND true FROM emp", "ODPS-0130071:[1,8]"},
  });
  context_.types.odps2 = false;
  Check({
      {"SELECT CAST(1 AS TINYINT)",
       "ODPS-0130071:[1,18] Semantic analysis exception - TINYINT type is not enabled in current "
       "mode"},
      {"SELECT 1 IN (1, 'a')", "ODPS-0130121:[1,17]"},
  });
}

TEST_F(ErrorTest, Insert) {
  Check({
      {"INSERT INTO logs SELECT id, name FROM emp",
       "ODPS-0130071:[1,13] Semantic analysis exception - the number of input partition columns "
       "(0) "
       "doesn't equal to table's partition columns (2)"},
      {"INSERT INTO logs PARTITION (ds, hh=7) SELECT id, name, 'x' FROM emp",
       "ODPS-0130071:[1,18]"},
      {"INSERT INTO logs PARTITION (ds='1', zz=2) SELECT id, name FROM emp", "ODPS-0130191:[1,37]"},
      {"INSERT INTO logs PARTITION (ds='1', hh='x') SELECT id, name FROM emp",
       "ODPS-0123031:[1,40]"},
      {"INSERT INTO logs PARTITION (ds=concat('a', 'b'), hh=1) SELECT id, name FROM emp",
       "ODPS-0123031:[1,32]"},
      {"INSERT INTO dep PARTITION (ds='1') SELECT 'a', 'b', 1", "ODPS-0130071:[1,17]"},
      {"INSERT INTO dep VALUES ('a')",
       "ODPS-0130071:[1,13] Semantic analysis exception - wrong columns count 1 in data source, "
       "requires 3 columns (includes dynamic partitions if any)"},
      {"INSERT INTO dep VALUES ('a', 'b', 99999999999)", "ODPS-0130071:[1,35]"},
      {"INSERT INTO dep VALUES (NULL, 'b', 1)", "ODPS-0130071:[1,25]"},
      {"INSERT INTO dep (city) VALUES ('a')", "ODPS-0130071:[1,13]"},
      {"INSERT INTO dep (dept, dept) VALUES ('a', 'b')", "ODPS-0130071:[1,24]"},
      {"INSERT INTO dep (nope) VALUES ('a')", "ODPS-0130071:[1,18]"},
      {"INSERT INTO emp SELECT name, name, name, 1, NULL FROM emp", "ODPS-0130071:[1,24]"},
      {"INSERT INTO v SELECT 1, 'a'", "ODPS-0130061:[1,13]"},
      {"INSERT INTO missing SELECT 1", "ODPS-0130131:[1,13]"},
  });
  context_.types.hive_compatible = true;
  Must("INSERT INTO emp SELECT name, name, name, 1, NULL FROM emp");
}

TEST_F(ErrorTest, Create) {
  Check({
      {"CREATE TABLE x (a BIGINT, A STRING)",
       "ODPS-0130071:[1,27] Semantic analysis exception - column repeated in creation: A"},
      {"CREATE TABLE x (a BIGINT) PARTITIONED BY (d DOUBLE)", "ODPS-0130071:[1,45]"},
      {"CREATE TABLE x (a BIGINT) PARTITIONED BY (a STRING)", "ODPS-0130071:[1,43]"},
      {"CREATE TABLE x (a BIGINT) LIFECYCLE 0", "ODPS-0130071:[1,37]"},
      {"CREATE TABLE x (`a b` BIGINT)", "ODPS-0130071:[1,17]"},
      {"CREATE TABLE emp (a BIGINT)", "ODPS-0130211:[1,14]"},
      {"CREATE TABLE x LIKE missing", "ODPS-0130131:[1,21]"},
      {"CREATE TABLE x LIKE v", "ODPS-0130061:[1,21]"},
      {"CREATE TABLE x AS SELECT id, id FROM emp", "ODPS-0130071"},
      {"CREATE TABLE x (a BIGINT DEFAULT 'q')", "ODPS-0130071"},
      {"CREATE TABLE x (a BIGINT) TBLPROPERTIES('transactional'='perhaps')", "ODPS-0130071:[1,41]"},
      {"CREATE VIEW w AS SELECT zzz FROM emp", "ODPS-0130071:[1,25]"},
      {"CREATE VIEW v AS SELECT 1 AS a", "ODPS-0130211:[1,13]"},
  });
}

TEST_F(ErrorTest, ViewsDoNotTurnInCircles) {
  store::Table view;
  view.project = "demo";
  view.name = "ring";
  view.kind = store::TableKind::kView;
  view.columns.push_back({0, "a", TypeId::kBigint, "", false, ""});
  view.view_text = "SELECT a FROM ring";
  ASSERT_TRUE(catalog_->CreateTable(view).ok());
  EXPECT_TRUE(Analyze("SELECT a FROM ring").starts_with("ODPS-0130061:[1,15]"));
}

TEST_F(ErrorTest, LimitsHaveNames) {
  std::string deep = "SELECT id FROM emp";
  for (int i = 0; i < 300; ++i) deep = "SELECT id FROM (" + deep + ") x";
  EXPECT_NE(Analyze(deep).find("queries nest deeper than"), std::string::npos);
  std::string sum = "SELECT id";
  for (int i = 0; i < 5000; ++i) sum += " + 1";
  EXPECT_NE(Analyze(sum + " FROM emp").find("max depth of expression exceeds limit of"),
            std::string::npos);
  std::string any = "SELECT id FROM emp WHERE id = 0";
  for (int i = 0; i < 10000; ++i) any += " OR id = 1";
  Must(any);
  std::string all = "SELECT id FROM emp";
  for (int i = 0; i < 3000; ++i) all += " UNION ALL SELECT id FROM emp";
  Must(all);
}

}  // namespace
}  // namespace paisql::analysis
