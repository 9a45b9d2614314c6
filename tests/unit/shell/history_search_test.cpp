#include "shell/prompt/editor_keys.h"

#include <gtest/gtest.h>

namespace paisql::shell {
namespace {

TEST(HistorySearch, LetterCaseCountsWhereACapitalIsTyped) {
  EXPECT_EQ(FindInEntry("SELECT Price FROM t", "price"), 7U);
  EXPECT_EQ(FindInEntry("SELECT Price FROM t", "Price"), 7U);
  EXPECT_EQ(FindInEntry("SELECT Price FROM t", "PRICE"), std::nullopt);
  EXPECT_EQ(FindInEntry("SELECT price FROM t", "Price"), std::nullopt);
  EXPECT_EQ(FindInEntry("SELECT '城市' FROM t", "城市"), 8U);
  EXPECT_EQ(FindInEntry("SELECT\n1", "t\n"), 5U);
  EXPECT_EQ(FindInEntry("", "a"), std::nullopt);
  EXPECT_EQ(FindInEntry("", ""), 0U);
}

}  // namespace
}  // namespace paisql::shell
