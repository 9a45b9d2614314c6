#include "syntax/keywords.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace paisql::syntax {
namespace {

TEST(Keywords, AreWordsOfTheGrammarInTheirOrder) {
  const std::vector<std::string> words = syntax::Keywords();
  EXPECT_TRUE(std::ranges::is_sorted(words));
  for (const char* word : {"SELECT", "PAI", "TBLPROPERTIES", "ZORDER"}) {
    EXPECT_TRUE(std::ranges::binary_search(words, word)) << word;
  }
  for (const char* other : {"<>", "IDENTIFIER", "H", ""}) {
    EXPECT_FALSE(std::ranges::binary_search(words, other)) << other;
  }
}

}  // namespace
}  // namespace paisql::syntax
