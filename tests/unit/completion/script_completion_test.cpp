// Completion in scripts: their variables, and statements between BEGIN and END.

#include "completion_cases.h"

namespace paisql::completion {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ScriptCompletionTest, VariablesOfAScript) {
  EXPECT_THAT(Texts("@one := SELECT 1; @Two BIGINT := 2; SELECT * FROM @|; SELECT @three"),
              ElementsAre("@one", "@Two", "@kept"));
  EXPECT_THAT(Texts("@one := 1; LOOP @only FROM 1 TO 2 BEGIN SELECT @ON|"),
              ElementsAre("@one", "@only"));
  EXPECT_EQ(At("@one := 1;\nSELECT @o|").begin, 18U);
  EXPECT_EQ(At("\n@one := 1; SELECT @o|").items.front().detail, "of line 2");
  EXPECT_THAT(Texts("@one := 1; SELECT '@o|"), IsEmpty());
  EXPECT_THAT(Texts("SELECT '@no', @|"), ElementsAre("@kept"));
  EXPECT_THAT(Texts("DESC @|"), ElementsAre("@kept"));
  EXPECT_THAT(Texts("@one := 1; DROP TABLE VARIABLES @o|"), ElementsAre("@one"));
}

TEST(ScriptCompletionTest, StatementsInAScript) {
  Check({
      {"BEGIN SEL|", {"SELECT"}},
      {"@a := 1; IF (@a > 1) BEGIN INS|", {"INSERT"}},
      {"IF (true) BEGIN SELECT 1; END ELSE BEGIN SELECT price FROM ord|", {"orders"}},
      {"LOOP @i FROM 1 TO 3 BEGIN SELECT pr| FROM orders", {"price"}},
      {"BEGIN @a := SELECT price FROM ord|", {"orders"}},
      {"@a := SELECT pr| FROM orders", {"price"}},
      {"SELECT CASE WHEN true THEN 1 ELSE pr| END FROM orders", {"price"}},
  });
}

}  // namespace
}  // namespace paisql::completion
