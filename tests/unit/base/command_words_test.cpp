#include "base/command_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace paisql {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SplitWordsTest, AsAShellSplitsAndNothingElse) {
  EXPECT_THAT(*SplitWords(""), IsEmpty());
  EXPECT_THAT(*SplitWords("  --a=1\n\t--b 2  "), ElementsAre("--a=1", "--b", "2"));
  EXPECT_THAT(*SplitWords("--p='pai tf' \"x y\" ''"), ElementsAre("--p=pai tf", "x y", ""));
  EXPECT_THAT(*SplitWords(R"(a\ b "c\"d\e" 'f\g')"), ElementsAre("a b", "c\"d\\e", "f\\g"));
  EXPECT_THAT(*SplitWords("a|b & c;d $HOME *"), ElementsAre("a|b", "&", "c;d", "$HOME", "*"));
  EXPECT_FALSE(SplitWords("a \"b").ok());
}

}  // namespace
}  // namespace paisql
