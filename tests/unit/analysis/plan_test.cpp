#include "unit/analysis/analysis_fixture.h"

#include "analysis/query/column_pattern.h"

namespace paisql::analysis {
namespace {

class PlanTest : public AnalysisTest {
 protected:
  PlanTest() {
    Must("CREATE TABLE t (id BIGINT, name STRING, sal DOUBLE)");
    Must("CREATE TABLE logs (uid BIGINT, ev STRING) PARTITIONED BY (ds STRING, hh BIGINT)");
  }
};

TEST_F(PlanTest, ScansReadOnlyWhatIsUsed) {
  EXPECT_EQ(Analyze("SELECT id + 1 AS n FROM t WHERE name = 'a'"),
            "Project n#4 BIGINT := (id#1 + 1)\n"
            "  Filter (name#2 = 'a')\n"
            "    Scan demo.t [id#1 BIGINT, name#2 STRING]\n");
}

TEST_F(PlanTest, ConversionsAreVisible) {
  EXPECT_EQ(Analyze("SELECT name + 1, '5' BETWEEN 1 AND 10, id = '1' FROM t"),
            "Project _c0#4 DOUBLE := (implicit_cast(name#2 AS DOUBLE) + 1.0), _c1#5 BOOLEAN := "
            "between(implicit_cast('5' AS DOUBLE), 1.0, 10.0), _c2#6 BOOLEAN := "
            "(implicit_cast(id#1 AS DOUBLE) = implicit_cast('1' AS DOUBLE))\n"
            "  Scan demo.t [id#1 BIGINT, name#2 STRING]\n");
  EXPECT_TRUE(
      Warnings().starts_with("[1,8] implicit conversion from STRING to DOUBLE, potential "
                             "data loss, use CAST function to suppress"))
      << Warnings();
}

TEST_F(PlanTest, OrderByAliasThenInput) {
  EXPECT_EQ(Analyze("SELECT name AS n FROM t ORDER BY name DESC, sal LIMIT 5"),
            "Project n#6 STRING := n#4\n"
            "  Limit 5\n"
            "    Sort n#4 DESC NULLS LAST, order#5 ASC NULLS FIRST\n"
            "      Project n#4 STRING := name#2, order#5 DOUBLE := sal#3\n"
            "        Scan demo.t [name#2 STRING, sal#3 DOUBLE]\n");
}

TEST_F(PlanTest, GroupingSets) {
  EXPECT_EQ(Analyze("SELECT grouping(name), count(*) FROM t GROUP BY ROLLUP(name, id)"),
            "Project _c0#4 BIGINT := ((grouping__id#8 DIV 2) % 2), _c1#5 BIGINT := count#9\n"
            "  Aggregate by [name#6 := name#2, id#7 := id#1] sets [(name#6, id#7), (name#6), ()] "
            "[count#9 BIGINT := count(*)]\n"
            "    Scan demo.t [id#1 BIGINT, name#2 STRING]\n");
}

TEST_F(PlanTest, DefaultFrameDependsOnMode) {
  const std::string sql = "SELECT sum(sal) OVER (ORDER BY id) FROM t";
  EXPECT_NE(Analyze(sql).find("ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW"),
            std::string::npos);
  context_.types.hive_compatible = true;
  EXPECT_NE(Analyze(sql).find("RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW"),
            std::string::npos);
}

TEST_F(PlanTest, PartitionPredicates) {
  const std::pair<const char*, const char*> cases[] = {
      {"SELECT uid FROM logs WHERE ds = '1' AND uid > 3", "partitions: (ds#3 = '1')\n"},
      {"SELECT uid FROM (SELECT uid, ds AS d FROM logs) x WHERE d >= '1'",
       "partitions: (ds#3 >= '1')\n"},
      {"SELECT d, count(*) FROM (SELECT ds AS d FROM logs) x GROUP BY d HAVING d = '1'",
       "partitions: (ds#3 = '1')\n"},
      {"SELECT a.uid FROM logs a JOIN logs b ON a.ds = b.ds WHERE a.ds = '1'",
       "partitions: ('1' = ds#7)\n"},
      {"SELECT t.id FROM t LEFT JOIN logs b ON t.id = b.uid WHERE b.ds = '1'",
       "partitions: (ds#6 = '1')\n"},
      {"SELECT uid FROM (SELECT uid, ds FROM logs UNION ALL SELECT id, name FROM t) x WHERE ds = "
       "'1'",
       "partitions: (ds#3 = '1')\n"},
      {"WITH a AS (SELECT * FROM logs) SELECT x.uid FROM a x JOIN a y ON x.uid = y.uid WHERE "
       "x.ds = '1' AND y.ds = '2'",
       "partitions: ((ds#3 = '1') OR (ds#3 = '2'))\n"},
      {"SELECT * FROM (SELECT ds, row_number() OVER (PARTITION BY ds ORDER BY uid) r FROM logs) x "
       "WHERE ds = '1'",
       "partitions: (ds#3 = '1')\n"},
  };
  for (const auto& [sql, expected] : cases) {
    EXPECT_NE(Analyze(sql).find(expected), std::string::npos) << sql << "\n" << Analyze(sql);
  }
}

TEST_F(PlanTest, FullScansAreRefused) {
  const char* cases[] = {
      "SELECT uid FROM logs",
      "SELECT count(*) FROM logs WHERE uid = 1",
      "SELECT uid FROM logs WHERE ds = '1' OR uid = 2",
      "SELECT uid FROM (SELECT uid, ds FROM logs LIMIT 5) x WHERE ds = '1'",
      "SELECT * FROM (SELECT ds, row_number() OVER (ORDER BY uid) r FROM logs) x WHERE ds = '1'",
      "SELECT t.id FROM t LEFT JOIN logs b ON t.id = b.uid WHERE coalesce(b.ds, '1') = '1'",
      "INSERT INTO t SELECT uid, ev, 1.0 FROM logs",
  };
  for (const char* sql : cases) {
    EXPECT_NE(Analyze(sql).find("is full scan with all partitions"), std::string::npos) << sql;
  }
  context_.allow_full_scan = true;
  for (const char* sql : cases) Must(sql);
}

TEST_F(PlanTest, Insert) {
  EXPECT_EQ(Analyze("INSERT INTO logs PARTITION (ds='20260101', hh='045') VALUES (1, 'a')"),
            "Insert demo.logs '20260101' '45'\n"
            "Values 1 rows [uid#1 BIGINT, ev#2 STRING]\n");
  const std::string dynamic =
      Analyze("INSERT OVERWRITE TABLE logs PARTITION (ds='1', hh) SELECT id, name, id FROM t");
  EXPECT_TRUE(dynamic.starts_with("Insert demo.logs '1' *\n")) << dynamic;
  EXPECT_NE(dynamic.find("hh#9 STRING := implicit_cast(id#6 AS STRING)"), std::string::npos)
      << dynamic;
  context_.types.odps2 = false;
  EXPECT_TRUE(Analyze("INSERT INTO logs PARTITION (ds=045, hh=045) VALUES (1, 'a')")
                  .starts_with("Insert demo.logs '045' '45'\n"));
}

TEST_F(PlanTest, ViewsKeepTheirNames) {
  Must("CREATE VIEW v (k, n) AS SELECT id, name FROM t WHERE id > 1");
  EXPECT_EQ(Analyze("SELECT n FROM v WHERE k = 5"),
            "Project n#8 STRING := n#7\n"
            "  Filter (k#6 = 5)\n"
            "    Project k#6 BIGINT := id#4, n#7 STRING := name#5\n"
            "      Project id#4 BIGINT := id#1, name#5 STRING := name#2\n"
            "        Filter (id#1 > 1)\n"
            "          Scan demo.t [id#1 BIGINT, name#2 STRING]\n");
}

TEST_F(PlanTest, CorrelatedSubqueryAboveGroupsSeesKeys) {
  const std::string plan = Analyze(
      "SELECT name, max(sal) FROM t GROUP BY name HAVING max(sal) > (SELECT avg(x.sal) FROM t x "
      "WHERE x.name = t.name)");
  EXPECT_EQ(plan.find("ODPS"), std::string::npos) << plan;
  EXPECT_EQ(Analyze("SELECT name FROM t GROUP BY name HAVING EXISTS (SELECT 1 FROM t x WHERE x.id "
                    "= t.id)")
                .substr(0, 19),
            "ODPS-0130071:[1,80]");
}

TEST(ColumnPattern, JavaQuantifiers) {
  const auto matches = [](const char* pattern, const char* name) {
    Result<bool> result = MatchesColumnPattern(pattern, name);
    return result.ok() && *result;
  };
  EXPECT_FALSE(matches("(id|sal)?+.+", "id"));
  EXPECT_FALSE(matches("(id|sal)?+.+", "SAL"));
  EXPECT_TRUE(matches("(id|sal)?+.+", "idx"));
  EXPECT_TRUE(matches("(id|sal)?+.+", "name"));
  EXPECT_TRUE(matches("(id|sal)?.+", "id"));
  EXPECT_TRUE(matches(".*a.*", "sal"));
  EXPECT_FALSE(matches(".*a.*", "dept"));
  EXPECT_TRUE(matches("c[0-9]{2}", "c12"));
  EXPECT_FALSE(matches("c[^0-9]+", "c12"));
  EXPECT_FALSE(matches("a++a", "aaa"));
  EXPECT_FALSE(MatchesColumnPattern("(a", "a").ok());
  EXPECT_FALSE(MatchesColumnPattern("*a", "a").ok());
  EXPECT_FALSE(MatchesColumnPattern("(a*)*(a*)*(a*)*b{3}", std::string(60, 'a')).ok());
}

}  // namespace
}  // namespace paisql::analysis
