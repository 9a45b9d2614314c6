#include "shell/drawing/rows.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace paisql::shell {
namespace {

constexpr Geometry kNarrow = {10, 6, 4};

std::vector<std::string> RowsIn(std::string_view text, const Geometry& geometry) {
  std::vector<std::string> rows;
  RowSpan row = RowAt(text, geometry, 0);
  do {
    rows.emplace_back(text.substr(row.begin, row.end - row.begin));
  } while (RowBelow(text, geometry, row));
  return rows;
}

TEST(RowsIn, LinesAreWrappedBehindTheirPrompts) {
  EXPECT_EQ(RowsIn("", kNarrow), std::vector<std::string>{""});
  EXPECT_EQ(RowsIn("abcdefgh\n\nabcdefgh", kNarrow),
            (std::vector<std::string>{"abcd", "efgh", "", "abcdef", "gh"}));
}

TEST(RowsIn, WideCharactersAreNotCut) {
  EXPECT_EQ(RowsIn("a中文字", kNarrow), (std::vector<std::string>{"a中", "文字"}));
  // A letter with its mark, a family of emoji, and a flag are one each.
  for (const char* one : {"e\u0301", "👩\u200D👩\u200D👧", "🇨🇳", "👍🏽"}) {
    EXPECT_EQ(ClusterAt(std::string(one) + "x", 0), one);
  }
}

TEST(RowsIn, WhatCannotBeShownTakesTheRoomOfItsSpelling) {
  EXPECT_EQ(ClusterWidth("\t", 3), 5);
  EXPECT_EQ(ClusterWidth("\x01", 0), 2);
  EXPECT_EQ(ClusterWidth("\xFF", 0), 4);
  EXPECT_EQ(ClusterAt("\xFF\xFE", 0), "\xFF");
}

TEST(RowsIn, ACharacterWiderThanTheScreenHasARowOfItsOwn) {
  const Geometry tiny = {4, 3, 3};
  EXPECT_EQ(RowsIn("\t\t", tiny), (std::vector<std::string>{"\t", "\t"}));
}

TEST(RowsIn, UpAndDownComeBack) {
  const std::string text = "SELECT 中文, 'a long text of more'\nFROM t\n\nWHERE x;";
  RowSpan row = RowAt(text, kNarrow, 0);
  std::vector<RowSpan> down = {row};
  while (RowBelow(text, kNarrow, row)) down.push_back(row);
  EXPECT_EQ(RowAt(text, kNarrow, text.size()), down.back());
  for (size_t i = down.size(); i > 1; --i) {
    EXPECT_EQ(row, down[i - 1]);
    ASSERT_TRUE(RowAbove(text, kNarrow, row));
  }
  EXPECT_FALSE(RowAbove(text, kNarrow, row));
}

TEST(RowsIn, PlacesAndColumnsBelongTogether) {
  const std::string text = "ab中c\ndef";
  const Geometry wide = {40, 6, 4};
  const RowSpan first = RowAt(text, wide, 0);
  EXPECT_EQ(ColumnOf(text, wide, first, 5), 10);
  EXPECT_EQ(OffsetAt(text, wide, first, 8), 2U);
  EXPECT_EQ(OffsetAt(text, wide, first, 9), 2U);  // the right half of it
  EXPECT_EQ(OffsetAt(text, wide, first, 10), 5U);
  EXPECT_EQ(OffsetAt(text, wide, first, 30), 6U);
  EXPECT_EQ(OffsetAt(text, wide, first, 0), 0U);
}

TEST(RowsIn, RowsOfALongLineAreFoundFromNearby) {
  const std::string text(300'000, 'x');
  const Geometry wide = {80, 6, 4};
  RowSpan row = RowAt(text, wide, text.size());
  size_t begin = row.begin;
  while (RowAbove(text, wide, row)) {
    ASSERT_EQ(row.end, begin);
    begin = row.begin;
  }
  EXPECT_EQ(begin, 0U);
}

}  // namespace
}  // namespace paisql::shell
