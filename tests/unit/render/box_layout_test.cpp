#include "render/box_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace paisql::render {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(BoxLayoutTest, WidthsAreThoseOfTheFrameToo) {
  EXPECT_EQ(BoxWidth({}), 1U);
  EXPECT_EQ(BoxWidth({4}), 8U);      // │ abcd │
  EXPECT_EQ(BoxWidth({4, 1}), 12U);  // │ abcd │ x │
}

TEST(BoxLayoutTest, TheRoomIsSharedByThoseWhoWantMore) {
  // A number of 5 columns stays whole, the short text gets all it wants, the long one the rest.
  const std::vector<ColumnNeed> needs = {{5, 5}, {20, 12}, {200, 12}};
  const std::optional<BoxLayout> layout = FitLayout(needs, 60, 1, 3);
  ASSERT_TRUE(layout.has_value());
  EXPECT_THAT(layout->shown, ElementsAre(0, 1, 2));
  EXPECT_THAT(layout->widths, ElementsAre(5, 20, 25));
  EXPECT_EQ(BoxWidth(layout->widths), 60U);
  EXPECT_EQ(layout->elided, 0U);
}

TEST(BoxLayoutTest, TheFirstAndTheLastColumnsStayWhenNotAllFit) {
  const std::vector<ColumnNeed> needs(40, {10, 10});
  const std::optional<BoxLayout> layout = FitLayout(needs, 60, 1, 3);
  ASSERT_TRUE(layout.has_value());
  EXPECT_THAT(layout->shown, ElementsAre(0, 1, 38, 39));
  EXPECT_EQ(layout->elided, 36U);
  EXPECT_EQ(layout->elided_at, 2U);
  EXPECT_LE(BoxWidth(layout->widths) + 4, 60U);
}

TEST(BoxLayoutTest, ThereIsNoBoxOfTooFewColumns) {
  const std::vector<ColumnNeed> needs(10, {19, 19});
  EXPECT_FALSE(FitLayout(needs, 60, 1, 3).has_value());
  EXPECT_FALSE(FitLayout(needs, 20, 1, 3).has_value());
  EXPECT_FALSE(FitLayout({{30, 30}}, 20, 1, 3).has_value());
  // Where one is wanted all the same it is as wide as it must be.
  const std::optional<BoxLayout> layout = FitLayout(needs, 20, 1, 1);
  ASSERT_TRUE(layout.has_value());
  EXPECT_THAT(layout->shown, ElementsAre(0));
  EXPECT_EQ(layout->elided, 9U);
}

TEST(BoxLayoutTest, AResultWithoutColumns) {
  EXPECT_THAT(NaturalLayout({}).shown, IsEmpty());
  EXPECT_TRUE(FitLayout({}, 20, 1, 3).has_value());
}

TEST(BoxLayoutTest, EveryWidthIsKeptOrRefused) {
  for (size_t count = 1; count < 30; ++count) {
    std::vector<ColumnNeed> needs;
    for (size_t i = 0; i < count; ++i) needs.push_back({5 + 7 * i % 50, 3 + 5 * i % 12});
    for (size_t columns = 1; columns < 200; ++columns) {
      const std::optional<BoxLayout> layout = FitLayout(needs, columns, 1, 3);
      if (!layout.has_value()) continue;
      const size_t width = BoxWidth(layout->widths) + (layout->elided > 0 ? 4 : 0);
      EXPECT_LE(width, columns) << count;
      EXPECT_EQ(layout->shown.size() + layout->elided, count);
    }
  }
}

}  // namespace
}  // namespace paisql::render
