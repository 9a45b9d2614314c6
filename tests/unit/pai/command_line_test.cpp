#include "pai/value/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace paisql::pai {
namespace {

using ::testing::ElementsAre;

TEST(HyperParametersTest, LinesBecomeArguments) {
  EXPECT_THAT(*HyperParameterArguments("a=1\r\n\nb=\"x=y\"\nc=\n"),
              ElementsAre("--a=1", "--b=x=y", "--c="));
  EXPECT_EQ(HyperParameterArguments("a=1\n=2\n").error().detail, "line 2 is not key=value: =2");
}

TEST(HyperParametersTest, AByteOrderMarkIsNoPartOfTheFirstKey) {
  EXPECT_THAT(*HyperParameterArguments("\xEF\xBB\xBF"
                                       "a=1\r\nb=2\r\n"),
              ElementsAre("--a=1", "--b=2"));
}

TEST(HyperParametersTest, CommentsAreNoArguments) {
  EXPECT_THAT(*HyperParameterArguments("# rates\n#a=1\n \t# b=2\r\n#\nc=#3\nd=4 # five\n# e"),
              ElementsAre("--c=#3", "--d=4 # five"));
  EXPECT_EQ(HyperParameterArguments("# one\n\ntwo\n").error().detail,
            "line 3 is not key=value: two");
}

}  // namespace
}  // namespace paisql::pai
