// The places of rows: distinct, without a pattern, and bounded for exact shares.

#include "pai/classic/row_order.h"

#include <gtest/gtest.h>

#include <set>

namespace paisql::pai {
namespace {

int64_t Below(int64_t rows, int64_t bound, int64_t seed) {
  int64_t count = 0;
  for (int64_t i = 0; i < rows; ++i) count += PlaceOf(i, seed) < bound ? 1 : 0;
  return count;
}

TEST(RowOrderTest, PlacesAreDistinctNumbersInRange) {
  std::set<int64_t> places;
  for (int64_t i = 0; i < 50000; ++i) places.insert(PlaceOf(i * 1000003, 42));
  EXPECT_EQ(places.size(), 50000U);
  EXPECT_GE(*places.begin(), 0);
  EXPECT_LT(*places.rbegin(), kPlaces);
}

TEST(RowOrderTest, ABoundTakesSoManyRows) {
  for (const int64_t rows : {1, 2, 10, 999, 20000}) {
    for (const int64_t chosen : {int64_t{0}, int64_t{1}, rows / 3, rows - 1, rows, rows + 5}) {
      const int64_t expected = std::min(std::max<int64_t>(chosen, 0), rows);
      EXPECT_EQ(Below(rows, PlacesBound(rows, chosen, 7), 7), expected) << chosen << " of " << rows;
    }
  }
}

// Each of ten rows is among the first five about half of the times, whatever the seed.
TEST(RowOrderTest, EveryRowIsChosenAsOften) {
  constexpr int64_t kRows = 10;
  constexpr int64_t kSeeds = 4000;
  std::vector<int64_t> times(kRows);
  for (int64_t seed = 0; seed < kSeeds; ++seed) {
    const int64_t bound = PlacesBound(kRows, kRows / 2, seed);
    for (int64_t i = 0; i < kRows; ++i) times[static_cast<size_t>(i)] += PlaceOf(i, seed) < bound;
  }
  for (const int64_t one : times) {
    EXPECT_GT(one, kSeeds * 46 / 100);
    EXPECT_LT(one, kSeeds * 54 / 100);
  }
}

// Neighbours are on the same side of the middle as often as not.
TEST(RowOrderTest, NeighboursDoNotGoTogether) {
  constexpr int64_t kRows = 100000;
  int64_t together = 0;
  for (int64_t i = 1; i < kRows; ++i) {
    together += (PlaceOf(i, 3) < kPlaces / 2) == (PlaceOf(i - 1, 3) < kPlaces / 2);
  }
  EXPECT_GT(together, kRows * 49 / 100);
  EXPECT_LT(together, kRows * 51 / 100);
}

}  // namespace
}  // namespace paisql::pai
