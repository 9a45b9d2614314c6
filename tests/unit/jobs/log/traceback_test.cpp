#include "jobs/log/traceback.h"

#include <gtest/gtest.h>

namespace paisql::jobs {
namespace {

std::string Line(const std::string& log) { return ReadTraceback(log, "/job/work").line; }
std::string Place(const std::string& log) { return ReadTraceback(log, "/job/work").place; }

TEST(TracebackTest, TheLastTracebackCounts) {
  EXPECT_EQ(Line(""), "");
  EXPECT_EQ(Line("all is well\nNote: really\n"), "");
  EXPECT_EQ(
      Line(
          "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n    x\n"
          "KeyError: 'a'\n\nDuring handling of the above exception, another exception occurred:\n\n"
          "Traceback (most recent call last):\n  File \"a.py\", line 2\n    y\n"
          "my.package.Trouble: why: so\nand more\n"),
      "my.package.Trouble: why: so");
  EXPECT_EQ(Line("Traceback (most recent call last):\n  File \"a.py\"\nAssertionError\n"),
            "AssertionError");
}

TEST(TracebackTest, ASyntaxErrorHasNoHeader) {
  EXPECT_EQ(
      Line("  File \"a.py\", line 1\n    print 1\n    ^^^^^^^\nSyntaxError: Missing parentheses\n"),
      "SyntaxError: Missing parentheses");
}

TEST(TracebackTest, TensorFlowsHeadlineGivesWayToTheCause) {
  EXPECT_EQ(
      Line("Traceback (most recent call last):\n  File \"a.py\"\n"
           "tensorflow.python.framework.errors_impl.InvalidArgumentError: ValueError: too large\n"
           "Traceback (most recent call last):\n\n  File \"b.py\"\n\nValueError: too large\n\n\n"
           "During handling of the above exception, another exception occurred:\n\n"
           "Traceback (most recent call last):\n  File \"c.py\"\n"
           "tensorflow.python.framework.errors_impl.InvalidArgumentError: Graph execution "
           "error:\n\n"),
      "ValueError: too large");
}

TEST(TracebackTest, TheCauseStandsWithoutTensorFlowsNames) {
  const std::string begin = "Traceback (most recent call last):\n  File \"a.py\"\n";
  EXPECT_EQ(Line(begin + "errors_impl.InvalidArgumentError: {{function_node __wrapped__Get_device_"
                         "/job:localhost/device:CPU:0}} column 'n' is NULL [Op:Get] name: \n"),
            "errors_impl.InvalidArgumentError: column 'n' is NULL");
  EXPECT_EQ(Line(begin + "ValueError: no {{function_node here [Op:Get]\n"),
            "ValueError: no {{function_node here [Op:Get]");
}

TEST(TracebackTest, ThePlaceIsTheDeepestFrameOfTheScript) {
  const std::string begin =
      "Traceback (most recent call last):\n"
      "  File \"/job/work/train.py\", line 30, in <module>\n    main()\n"
      "  File \"/job/work/net/model.py\", line 7, in main\n    tf.constant(x)\n"
      "  File \"/venv/site-packages/tensorflow/ops.py\", line 99, in constant\n    raise\n";
  EXPECT_EQ(Place(begin + "TypeError: bad\n"), "net/model.py:7");
  EXPECT_EQ(Place("Traceback (most recent call last):\n  File \"/job/workshop/a.py\", line 3\n"
                  "TypeError: bad\n"),
            "");
  EXPECT_EQ(ReadTraceback(begin + "TypeError: bad\n", "").place, "");
  // The cause stands in a frame of TensorFlow; the frames of the script before it say where.
  EXPECT_EQ(Place(begin + "a.b.InvalidArgumentError: Graph execution error:\n\n"
                          "Traceback (most recent call last):\n\n"
                          "  File \"/venv/script_ops.py\", line 1, in __call__\n\n"
                          "ValueError: cause\n"),
            "net/model.py:7");
}

TEST(TracebackTest, ASyntaxErrorHasItsPlace) {
  const std::string error =
      "  File \"/job/work/a.py\", line 4\n    print 1\n    ^^^^^^^\nSyntaxError: Missing\n";
  EXPECT_EQ(Place(error), "a.py:4");
  EXPECT_EQ(Place("Traceback (most recent call last):\n"
                  "  File \"/job/work/train.py\", line 1, in <module>\n    import a\n" +
                  error),
            "a.py:4");
}

}  // namespace
}  // namespace paisql::jobs
