#include "pai/command_line.h"

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

}  // namespace
}  // namespace paisql::pai
