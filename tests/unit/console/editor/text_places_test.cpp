#include "console/editor/text_places.h"

#include <gtest/gtest.h>

#include <string>

namespace paisql::console {
namespace {

TEST(TextPlaces, CountAsBrowsersDo) {
  const std::string text = "a中😀b";  // of 1, 3, 4 and 1 bytes
  const TextPlaces places(text);
  const size_t bytes[] = {0, 1, 4, 8, 9};
  const size_t units[] = {0, 1, 2, 4, 5};
  for (size_t i = 0; i < std::size(bytes); ++i) {
    EXPECT_EQ(places.UnitsOf(bytes[i]), units[i]);
    EXPECT_EQ(places.ByteOf(units[i]), bytes[i]);
  }
  EXPECT_EQ(places.UnitsOf(100), 5);
  EXPECT_EQ(places.ByteOf(100), 9);
}

TEST(TextPlaces, GoThroughLongTexts) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "中";
  const TextPlaces places(text);
  for (const size_t unit : {0, 85, 86, 500, 999, 1000}) {
    EXPECT_EQ(places.ByteOf(unit), unit * 3);
    EXPECT_EQ(places.UnitsOf(unit * 3), unit);
  }
  const TextPlaces nothing("");
  EXPECT_EQ(nothing.UnitsOf(3), 0);
  EXPECT_EQ(nothing.ByteOf(3), 0);
}

}  // namespace
}  // namespace paisql::console
