#include "jobs/log/notice_filter.h"

#include <gtest/gtest.h>

namespace paisql::jobs {
namespace {

const std::string kDense = "/w/a.py:5: UserWarning: `tf.layers.dense` is deprecated\n";
const std::string kSource = "  x = tf.layers.dense(x)\n";

TEST(NoticeFilterTest, AWarningIsShownOnceAPlace) {
  NoticeFilter filter;
  const std::string other = "/w/a.py:6: UserWarning: `tf.layers.dense` is deprecated\n";
  EXPECT_EQ(filter.Filter(kDense + kSource + "step 1\n" + kDense + kSource + "step 2\n" + other +
                          kSource + kDense + kSource),
            kDense + kSource + "step 1\nstep 2\n" + other + kSource);
  EXPECT_EQ(filter.Rest(), "");
}

TEST(NoticeFilterTest, WhatTheScriptPrintsBehindAWarningIsKept) {
  NoticeFilter filter;
  EXPECT_EQ(filter.Filter(kDense + "same\n" + kDense + "same\n"), kDense + "same\nsame\n");
}

TEST(NoticeFilterTest, ANoticeOfTensorFlowIsKnownWithoutItsTime) {
  NoticeFilter filter;
  const std::string text = "From /w/a.py:5: foo is deprecated and will be removed.\n";
  const std::string advice = "Instructions for updating:\nUse bar.\n";
  EXPECT_EQ(filter.Filter("W1122 03:04:05.1 77 deprecation.py:50] " + text + advice),
            "W1122 03:04:05.1 77 deprecation.py:50] " + text + advice);
  EXPECT_EQ(filter.Filter("W1122 03:04:06.2 77 deprecation.py:50] " + text + advice +
                          "WARNING:tensorflow:" + text + advice + "INFO:tensorflow:loss = 1\n"),
            "INFO:tensorflow:loss = 1\n");
}

TEST(NoticeFilterTest, BytesComeAsTheyCome) {
  NoticeFilter filter;
  const std::string all = kDense + kSource + kDense + kSource + "50%\r60%\rdone\n" + kDense;
  std::string shown;
  for (const char c : all) shown += filter.Filter({&c, 1});
  EXPECT_EQ(shown, kDense + kSource + "50%\r60%\rdone\n");
}

TEST(NoticeFilterTest, ALineThatIsNoWarningDoesNotWait) {
  NoticeFilter filter;
  EXPECT_EQ(filter.Filter("step 1 "), "step 1 ");
  EXPECT_EQ(filter.Filter("/a.py:1: UserWarning: x"), "/a.py:1: UserWarning: x");
  EXPECT_EQ(filter.Filter("\n/path/of/"), "\n");
  EXPECT_EQ(filter.Rest(), "/path/of/");
  EXPECT_EQ(filter.Filter("a file\n"), "a file\n");
}

}  // namespace
}  // namespace paisql::jobs
