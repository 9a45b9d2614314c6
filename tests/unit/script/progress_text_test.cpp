#include "script/progress/progress_text.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace paisql::script {
namespace {

ProgressView Whole() {
  ProgressView view;
  view.fraction = 0.42;
  view.remaining_ms = 4100;
  view.rows = 1'590'000;
  view.bytes = 340'000'000;
  view.total_bytes = 1'200'000'000;
  view.elapsed_ms = 3000;
  return view;
}

TEST(ProgressTextTest, AllIsSaidWhereThereIsRoom) {
  EXPECT_EQ(ProgressText(Whole(), 200),
            "[============>                 ]  42 %  1.6 M rows  530.0 k rows/s  "
            "340.0 MB of 1.2 GB  3 s  ~4 s left");
  EXPECT_EQ(ProgressText(Whole(), 100),
            "[========>           ]  42 %  1.6 M rows  530.0 k rows/s  340.0 MB of 1.2 GB  3 s  "
            "~4 s left");
}

TEST(ProgressTextTest, WhatMattersLessGoesFirst) {
  EXPECT_EQ(ProgressText(Whole(), 80),
            "[====>     ]  42 %  1.6 M rows  530.0 k rows/s  340.0 MB  3 s  ~4 s left");
  EXPECT_EQ(ProgressText(Whole(), 65),
            "[====>     ]  42 %  530.0 k rows/s  340.0 MB  3 s  ~4 s left");
  EXPECT_EQ(ProgressText(Whole(), 60), "[====>     ]  42 %  530.0 k rows/s  3 s  ~4 s left");
  EXPECT_EQ(ProgressText(Whole(), 40), "[====>     ]  42 %  3 s  ~4 s left");
  EXPECT_EQ(ProgressText(Whole(), 22), "42 %  3 s  ~4 s left");
  EXPECT_EQ(ProgressText(Whole(), 20), "42 % 3 s ~4 s left");
  EXPECT_EQ(ProgressText(Whole(), 12), "42 % 3 s");
  EXPECT_EQ(ProgressText(Whole(), 6), "42 %");
}

TEST(ProgressTextTest, NoLineIsWrapped) {
  ProgressView view = Whole();
  view.remaining_ms = 8'000'000;
  view.elapsed_ms = 100'000'000;
  for (int columns = 0; columns < 130; ++columns) {
    EXPECT_LT(DisplayWidth(ProgressText(view, columns)), std::max(columns, 1)) << columns;
  }
}

TEST(ProgressTextTest, WhatIsNotKnownIsLeftOut) {
  ProgressView view;
  view.elapsed_ms = 700;
  EXPECT_EQ(ProgressText(view, 100), "0 s");
  view.rows = 12;
  view.bytes = 5000;
  EXPECT_EQ(ProgressText(view, 100), "12 rows  5.0 kB  0 s");
  view.fraction = 1.0;
  EXPECT_EQ(ProgressText(view, 50), "[==========]  100 %  12 rows  5.0 kB  0 s");
}

TEST(RemainingTimeTest, FollowsFromWhatIsDone) {
  RemainingTime remaining(1000);
  EXPECT_FALSE(remaining.Take(0.2, 1500).has_value());  // too early
  EXPECT_EQ(remaining.Take(0.25, 3000), 6000);
  EXPECT_EQ(remaining.Take(0.5, 5000), 4000);
  EXPECT_FALSE(remaining.Take(0.995, 9000).has_value());  // too little is left
}

TEST(RemainingTimeTest, TooLittleSaysNothing) {
  RemainingTime remaining(0);
  EXPECT_FALSE(remaining.Take(0.01, 60'000).has_value());
  EXPECT_TRUE(remaining.Take(0.02, 60'000).has_value());
}

TEST(RemainingTimeTest, WhatIsUnknownIsNoTimeOfIt) {
  RemainingTime remaining(0);
  EXPECT_FALSE(remaining.Take(std::nullopt, 10'000).has_value());
  EXPECT_EQ(remaining.Take(0.5, 12'000), 2000);
}

TEST(RemainingTimeTest, AnotherQueryBeginsAnew) {
  RemainingTime remaining(0);
  EXPECT_EQ(remaining.Take(0.75, 9000), 3000);
  EXPECT_FALSE(remaining.Take(0.125, 10'000).has_value());
  EXPECT_EQ(remaining.Take(0.5625, 11'000), 1000);
  // A little less than before is a better guess of the same.
  EXPECT_EQ(remaining.Take(0.5, 11'000), 1000);
}

}  // namespace
}  // namespace paisql::script
