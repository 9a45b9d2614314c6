#include "session/touched_tables.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "syntax/parser.h"

namespace paisql::session {
namespace {

// "reads > writes".
std::string TouchedBy(const std::string& statement) {
  const Result<syntax::StatementPtr> parsed = syntax::ParseStatement(statement);
  if (!parsed.ok()) return parsed.error().ToString();
  const TouchedTables touched = FindTouchedTables(**parsed);
  return Join(touched.reads, " ") + " > " + Join(touched.writes, " ");
}

TEST(TouchedTablesTest, Queries) {
  EXPECT_EQ(TouchedBy("SELECT * FROM a JOIN p.b ON a.x = b.x JOIN a c ON c.x = a.x"), "a p.b > ");
  EXPECT_EQ(TouchedBy("WITH w AS (SELECT 1 AS x FROM a) SELECT x FROM w UNION ALL SELECT x FROM b"),
            "a b > ");
  EXPECT_EQ(TouchedBy("SELECT x FROM (SELECT x FROM a LATERAL VIEW explode(y) e AS z) t "
                      "WHERE x IN (SELECT x FROM b) AND NOT EXISTS (SELECT x FROM c WHERE x = 1)"),
            "a c b > ");
}

TEST(TouchedTablesTest, Writes) {
  EXPECT_EQ(TouchedBy("INSERT INTO TABLE t PARTITION (d='1') SELECT x FROM a"), "a > t");
  EXPECT_EQ(TouchedBy("FROM a INSERT INTO TABLE t SELECT x INSERT INTO TABLE u SELECT y"),
            "a > t u");
  EXPECT_EQ(TouchedBy("CREATE TABLE t AS SELECT x FROM a"), "a > t");
  EXPECT_EQ(TouchedBy("CREATE TABLE t LIKE a"), "a > t");
  EXPECT_EQ(TouchedBy("DROP TABLE IF EXISTS t"), " > t");
  EXPECT_EQ(TouchedBy("SET a=1"), " > ");
}

}  // namespace
}  // namespace paisql::session
