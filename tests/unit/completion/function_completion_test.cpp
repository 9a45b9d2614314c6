// Functions of users: where their names, calls, classes and resources are offered.

#include "completion_cases.h"

namespace paisql::completion {
namespace {

TEST(FunctionCompletionTest, NamesCallsAndResources) {
  Check({
      {"SELECT plus|", {"plus_one("}, {"plus_old("}},
      {"SELECT Plus|(id) FROM orders", {"plus_one"}},
      {"SELECT archive.plus|", {"plus_old("}, {"plus_one("}},
      {"SELECT * FROM orders LATERAL VIEW |", {"split_words(", "explode("}, {"plus_one("}},
      {"DESC FUNCTION |", {"plus_one", "split_words", "concat"}},
      {"DESC FUNCTION EXTENDED plus|", {"plus_one"}},
      {"DROP FUNCTION |", {"plus_one"}, {"concat"}},
      {"DROP FUNCTION IF EXISTS plus|", {"plus_one"}},
      {"DROP TEMPORARY FUNCTION |", {"plus_one"}, {"concat"}},
      {"RELOAD FUNCTION |", {"plus_one"}, {"concat"}},
      {"CREATE FUNCTION |", {}, {"plus_one", "concat"}},
      {"CREATE TEMPORARY FUNCTION f AS 'sco|", {"score."}},
      {"CREATE TEMPORARY FUNCTION f AS 'm.C' USING #CODE ('filename'='m')\nimp|", {}, {"IMPORT"}},
      {"HELP plus|", {"plus_one"}},
      {"CREATE FUNCTION f AS |", {"'score."}, {"'words."}},
      {"CREATE FUNCTION f AS 'sco|", {"score."}},
      {"CREATE FUNCTION f AS 'score.Score' |", {"USING"}},
      {"CREATE FUNCTION f AS 'score.Score' USING |", {"'score.py'", "'words.txt'"}},
      {"CREATE FUNCTION f AS 'score.Score' USING 'sc|", {"score.py'"}, {"words.txt'"}},
      {"CREATE FUNCTION f AS 'score.Score' USING 'score.py,w|'", {"score.py,words.txt"}},
      {"CREATE OR REPLACE FUNCTION IF NOT EXISTS f AS 'score.Score' USING \"|", {"score.py\""}},
      {"CREATE SQL FUNCTION f (@a BIGINT) AS |", {}, {"'score."}},
  });
  EXPECT_EQ(At("SELECT plus_one(|").signature, "plus_one(BIGINT) -> BIGINT");
  EXPECT_EQ(At("SELECT archive.plus_old(|").signature, "plus_old(BIGINT) -> BIGINT");
  EXPECT_EQ(At("SELECT archive:plus_old(1, |)").signature, "plus_old(BIGINT) -> BIGINT");
}

}  // namespace
}  // namespace paisql::completion
