#include "fleet/control/silence.h"

#include <gtest/gtest.h>

namespace paisql::fleet {
namespace {

TEST(Silence, IsTooLongWhenNothingWasHeardForTheLimit) {
  Silence silence(5'000);
  silence.Heard(100'000);
  for (int64_t now = 100'000; now < 105'000; now += 1'000) EXPECT_FALSE(silence.TooLong(now));
  EXPECT_TRUE(silence.TooLong(105'000));
  silence.Heard(105'500);
  EXPECT_FALSE(silence.TooLong(106'000));
}

TEST(Silence, DoesNotCountWhileNobodyListened) {
  Silence silence(5'000);
  silence.Heard(100'000);
  EXPECT_FALSE(silence.TooLong(101'000));
  // As long as a stop of this process, or a sleep of the machine, may last.
  for (int64_t now = 900'000; now < 905'000; now += 1'000) EXPECT_FALSE(silence.TooLong(now));
  EXPECT_TRUE(silence.TooLong(905'000));
}

TEST(Silence, ATurnThatTakesLongIsNoStop) {
  Silence silence(5'000);
  silence.Heard(100'000);
  EXPECT_FALSE(silence.TooLong(100'000));
  EXPECT_FALSE(silence.TooLong(103'000));
  EXPECT_TRUE(silence.TooLong(106'000));
}

}  // namespace
}  // namespace paisql::fleet
