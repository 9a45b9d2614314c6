// Which keywords are names, and where.

#include <gtest/gtest.h>

#include <string>

#include "base/text.h"
#include "syntax/dialect/dialect.h"
#include "syntax/parser.h"

namespace paisql::syntax {
namespace {

bool Parses(const std::string& sql) { return ParseStatement(sql).ok(); }

std::vector<std::string> WordsOf(std::string_view words) { return Split(words, ' '); }

constexpr std::string_view kNameOnly =
    "ALTER BETWEEN BOTH BY CREATE CROSS CUBE DROP EXCEPT FOR FULL GROUP IN INNER INSERT INTERSECT "
    "INTERVAL INTO IS LEADING LEFT LIKE LIMIT MINUS ORDER OUTER OVERWRITE REGEXP RIGHT RLIKE "
    "ROLLUP "
    "TRAILING UNION USING";
constexpr std::string_view kReserved =
    "ALL AND AS CASE CAST DISTINCT DIV ELSE END EXISTS FALSE FROM HAVING JOIN LATERAL NOT NULL ON "
    "OR "
    "SELECT TABLE THEN TRUE VALUES WHEN WHERE WITH";
constexpr std::string_view kAfterAs =
    "ANTI ASC CLUSTER DESC DISTRIBUTE ESCAPE EXCLUDE FILTER GROUPS IGNORE NATURAL OFFSET OVER "
    "PARTITION PIVOT RANGE RESPECT ROWS SEMI SORT TABLESAMPLE UNPIVOT WINDOW WITHIN";
constexpr std::string_view kEverywhere = "DATE DELETE MERGE UPDATE SET KEY LIST SHOW VIEW HELP Q P";

// Where nothing but a name can stand.
std::vector<std::string> PlacesOfNames(const std::string& word) {
  return {"SELECT " + word + " FROM t",
          "SELECT " + word + ", -" + word + ", a." + word + ".b FROM t",
          "SELECT f(" + word + ", " + word + " + 1) FROM " + word,
          "SELECT 1 AS " + word,
          "SELECT * FROM t a JOIN p." + word + " b USING (" + word + ")",
          "SELECT 1 FROM t WHERE " + word + " = 1 AND a IN (" + word + ")",
          "SELECT 1 FROM t GROUP BY " + word + " ORDER BY " + word + " LIMIT 1",
          "SELECT CASE " + word + " WHEN 1 THEN " + word + " END FROM t",
          "SELECT (" + word + ") FROM t",
          "WITH " + word + " AS (SELECT 1) SELECT * FROM " + word,
          "CREATE TABLE " + word + " (" + word + " STRUCT<" + word + ":INT>)",
          "ALTER TABLE " + word + " CHANGE " + word + " " + word + " BIGINT",
          "INSERT INTO " + word + " PARTITION (" + word + "='1') (" + word + ") SELECT 1",
          "DROP TABLE " + word};
}

TEST(Names, KeywordsThatAreNamesWhereNothingElseStands) {
  for (const std::string& word : WordsOf(kNameOnly)) {
    for (const std::string& sql : PlacesOfNames(word)) EXPECT_TRUE(Parses(sql)) << sql;
    EXPECT_FALSE(Parses("SELECT 1 " + word + " FROM t")) << word;
  }
}

// A word that is refused as a name comes with the way to write it as one.
TEST(Names, RefusedKeywordsHaveACure) {
  std::vector<std::string> refused;
  for (const std::string& word : WordsOf(kReserved)) {
    for (const std::string& sql :
         {"SELECT 1 AS " + word, "SELECT a FROM t AS " + word, "CREATE TABLE " + word + " (a INT)",
          "CREATE TABLE t (" + word + " BIGINT)", "CREATE TABLE t (a BIGINT, " + word + " STRING)",
          "CREATE TABLE t (a STRUCT<" + word + ":INT>)",
          "CREATE TABLE t (a INT) PARTITIONED BY (" + word + " STRING)",
          "WITH " + word + " AS (SELECT 1) SELECT * FROM t",
          "ALTER TABLE t CHANGE COLUMN " + word + " b BIGINT", "DROP TABLE " + word}) {
      // A query may stand there.
      const bool query =
          sql.starts_with("CREATE TABLE t (WITH") || sql.starts_with("CREATE TABLE t (FROM");
      if (!query) refused.push_back(sql);
    }
  }
  for (const std::string_view words : {kNameOnly, kAfterAs}) {
    for (const std::string& word : WordsOf(words)) {
      refused.push_back("SELECT 1 " + word + ", 2 FROM t");
      refused.push_back("SELECT count(*) OVER " + word + " FROM t WINDOW " + word +
                        " AS (PARTITION BY a)");
    }
  }
  for (const std::string& sql : refused) {
    const auto parsed = ParseStatement(sql);
    if (parsed.ok()) continue;
    Error error = parsed.error();
    AddDialectHints(sql, error);
    EXPECT_FALSE(error.hint.empty()) << sql << ": " << error.detail;
  }
}

TEST(Names, KeywordsThatAreNamesOnlyBehindAsOrEverywhere) {
  for (const std::string& word : WordsOf(kAfterAs)) {
    for (const std::string& sql : PlacesOfNames(word)) EXPECT_TRUE(Parses(sql)) << sql;
    EXPECT_FALSE(Parses("SELECT 1 " + word + " FROM t")) << word;
  }
  // An alias of a column without AS, not one of a table: there it begins the clause.
  for (const std::string& sql : PlacesOfNames("QUALIFY")) EXPECT_TRUE(Parses(sql)) << sql;
  EXPECT_TRUE(Parses("SELECT 1 QUALIFY FROM t"));
  EXPECT_FALSE(Parses("SELECT 1 FROM t QUALIFY"));
  for (const std::string& word : WordsOf(kEverywhere)) {
    for (const std::string& sql : PlacesOfNames(word)) EXPECT_TRUE(Parses(sql)) << sql;
    EXPECT_TRUE(Parses("SELECT 1 " + word + " FROM t " + word)) << word;
  }
}

TEST(Names, ReservedWords) {
  for (const std::string& word : WordsOf(kReserved)) {
    EXPECT_FALSE(Parses("CREATE TABLE " + word + " (a INT)")) << word;
    EXPECT_FALSE(Parses("SELECT 1 AS " + word)) << word;
    EXPECT_TRUE(Parses("SELECT `" + word + "`, t.`" + word + "` FROM `" + word + "`")) << word;
  }
}

// Each keeps its own meaning where it has one.
TEST(Names, ClausesAreStillClauses) {
  for (const char* sql :
       {"SELECT INTERVAL 1 DAY", "SELECT INTERVAL -1 MONTH, INTERVAL '1' DAY",
        "SELECT INTERVAL a DAY FROM t", "SELECT TRIM(BOTH 'x' FROM a), TRIM(LEADING FROM a) FROM t",
        "SELECT LEFT(a, 1), RIGHT(b, 2) FROM t", "SELECT a FROM t GROUP BY CUBE(a), ROLLUP(b)",
        "SELECT * EXCEPT (a) FROM t", "SELECT a FROM t EXCEPT SELECT b FROM s MINUS SELECT 1",
        "SELECT a NOT IN (1), a NOT LIKE 'x', a IS NOT NULL, a NOT BETWEEN 1 AND 2 FROM t",
        "SELECT sum(a) OVER (ORDER BY b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t",
        "FROM t INSERT INTO a SELECT b INSERT OVERWRITE TABLE c SELECT d",
        "SELECT * FROM t LEFT OUTER JOIN s ON a = b FULL JOIN u ON c = d CROSS JOIN v"}) {
    EXPECT_TRUE(Parses(sql)) << sql;
  }
}

TEST(Names, MayBeginWithDigits) {
  for (const char* sql :
       {"SELECT sum(50_a), a.50_x, a.b.7d FROM 1t a", "CREATE TABLE t (1712a BIGINT, 1_ INT)",
        "SELECT 1e7x, 5LL AS 5xx, 1 AS 5L, f(1).2a, a[0].3b FROM t", "SELECT 1a.2b.3c FROM 1a"}) {
    EXPECT_TRUE(Parses(sql)) << sql;
  }
  for (const char* sql : {"SELECT 1.5x", "SELECT a.5 FROM t", "SELECT 5 AS 5",
                          "SELECT a FROM t LIMIT 10x", "CREATE TABLE t (5 INT)"}) {
    EXPECT_FALSE(Parses(sql)) << sql;
  }
}

}  // namespace
}  // namespace paisql::syntax
