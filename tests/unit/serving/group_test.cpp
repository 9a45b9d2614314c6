#include "serving/settings/group.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace paisql::serving {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::nullopt_t kAuto = std::nullopt;

TEST(Group, WeightsAreOfProcessesWhereNobodySaysOne) {
  EXPECT_THAT(GroupWeights({}), IsEmpty());
  EXPECT_THAT(GroupWeights({{kAuto, 3}, {kAuto, 1}}), ElementsAre(300, 100));
  // One that is starting counts as one that is there: it is passed over as long as it is not.
  EXPECT_THAT(GroupWeights({{kAuto, 0}, {kAuto, 1}}), ElementsAre(100, 100));
}

TEST(Group, WhoSaysAWeightLeavesTheRest) {
  EXPECT_THAT(GroupWeights({{kAuto, 2}, {25, 7}}), ElementsAre(150, 50));
  EXPECT_THAT(GroupWeights({{kAuto, 1}, {kAuto, 2}, {10, 1}}), ElementsAre(90, 180, 30));
  EXPECT_THAT(GroupWeights({{kAuto, 2}, {100, 1}}), ElementsAre(0, 200));
  EXPECT_THAT(GroupWeights({{kAuto, 2}, {0, 1}}), ElementsAre(200, 0));
}

TEST(Group, WeightsOfAllThatAreNot100AreParts) {
  EXPECT_THAT(GroupWeights({{75, 1}, {25, 9}}), ElementsAre(75, 25));
  EXPECT_THAT(GroupWeights({{100, 1}, {50, 1}, {kAuto, 1}}), ElementsAre(100, 50, 0));
  EXPECT_THAT(GroupWeights({{0, 1}}), ElementsAre(0));
}

TEST(Group, PlacesAreReadFromProperties) {
  EXPECT_EQ(ReadGroupPlace({}).group, "");
  const GroupPlace place = ReadGroupPlace({{"metadata.group", "live"}, {"group.weight", "7"}});
  EXPECT_EQ(place.group, "live");
  EXPECT_EQ(place.percent, 7);
  EXPECT_EQ(ReadGroupPlace({{"group.weight", "auto"}}).percent, std::nullopt);
}

}  // namespace
}  // namespace paisql::serving
