#include "base/display/columns.h"

#include <gtest/gtest.h>

namespace paisql {
namespace {

TEST(ColumnsTest, PaddingCountsColumns) {
  EXPECT_EQ(Pad("表", 4), "表  ");
  EXPECT_EQ(PadLeft("ab", 4), "  ab");
  EXPECT_EQ(Pad("abcde", 4), "abcde");
  EXPECT_EQ(Pad("", 0), "");
}

TEST(ColumnsTest, WhatDoesNotFitEndsWithTheMark) {
  EXPECT_EQ(CutTo("abcd", 4), "abcd");
  EXPECT_EQ(CutTo("abcde", 4), "abc…");
  EXPECT_EQ(CutTo("表表表", 5, "."), "表表.");
  EXPECT_EQ(CutTo("表表表", 4), "表… ");
  EXPECT_EQ(CutTo("abc", 1), "…");
  EXPECT_EQ(CutTo("abc", 0), "");
  EXPECT_EQ(CutTo("abc", -3), "");
  EXPECT_EQ(CutTo("abcdef", 2, "..."), "..");
}

}  // namespace
}  // namespace paisql
