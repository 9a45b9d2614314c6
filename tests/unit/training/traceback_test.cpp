#include "training/log/traceback.h"

#include <gtest/gtest.h>

namespace paisql::training {
namespace {

TEST(TracebackTest, TheLastTracebackCounts) {
  EXPECT_EQ(TracebackLine(""), "");
  EXPECT_EQ(TracebackLine("all is well\nNote: really\n"), "");
  EXPECT_EQ(
      TracebackLine(
          "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n    x\n"
          "KeyError: 'a'\n\nDuring handling of the above exception, another exception occurred:\n\n"
          "Traceback (most recent call last):\n  File \"a.py\", line 2\n    y\n"
          "my.package.Trouble: why: so\nand more\n"),
      "my.package.Trouble: why: so");
  EXPECT_EQ(TracebackLine("Traceback (most recent call last):\n  File \"a.py\"\nAssertionError\n"),
            "AssertionError");
}

TEST(TracebackTest, ASyntaxErrorHasNoHeader) {
  EXPECT_EQ(
      TracebackLine(
          "  File \"a.py\", line 1\n    print 1\n    ^^^^^^^\nSyntaxError: Missing parentheses\n"),
      "SyntaxError: Missing parentheses");
}

TEST(TracebackTest, TensorFlowsHeadlineGivesWayToTheCause) {
  EXPECT_EQ(
      TracebackLine(
          "Traceback (most recent call last):\n  File \"a.py\"\n"
          "tensorflow.python.framework.errors_impl.InvalidArgumentError: ValueError: too large\n"
          "Traceback (most recent call last):\n\n  File \"b.py\"\n\nValueError: too large\n\n\n"
          "During handling of the above exception, another exception occurred:\n\n"
          "Traceback (most recent call last):\n  File \"c.py\"\n"
          "tensorflow.python.framework.errors_impl.InvalidArgumentError: Graph execution "
          "error:\n\n"),
      "ValueError: too large");
}

}  // namespace
}  // namespace paisql::training
