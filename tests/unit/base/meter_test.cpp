#include "base/meter.h"

#include <gtest/gtest.h>

namespace paisql {
namespace {

TEST(MeterTest, TellsAsLongAsThereIsWork) {
  Meter meter;
  EXPECT_FALSE(meter.Read().has_value());
  {
    Meter::Work work(&meter, 100);
    work.Tell(40, 3);
    EXPECT_EQ(meter.Read()->done, 40);
    EXPECT_EQ(meter.Read()->total, 100);
    EXPECT_EQ(meter.Read()->rows, 3);
  }
  EXPECT_FALSE(meter.Read().has_value());
  const Meter::Work another(&meter, 7);
  EXPECT_EQ(meter.Read()->done, 0);
  Meter::Work unheard(nullptr, 5);
  unheard.Tell(1, 1);
}

}  // namespace
}  // namespace paisql
