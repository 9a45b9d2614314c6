// Curves from what the front has counted.

#include "console/services/front_counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace paisql::console {
namespace {

using ::testing::DoubleNear;

std::string Counted(int good, int wrong, int failed, const char* service = "s",
                    const char* version = "1") {
  const std::string labels = std::string("service=\"") + service + "\",version=\"" + version + "\"";
  const auto line = [&](const char* code, int count) {
    return "paisql_front_requests_total{" + labels + ",code=\"" + code + "\"} " +
           std::to_string(count) + "\n";
  };
  const int all = good + wrong + failed;
  const auto bucket = [&](const char* bound, int count) {
    return "paisql_front_request_seconds_bucket{" + labels + ",le=\"" + bound + "\"} " +
           std::to_string(count) + "\n";
  };
  return "# HELP paisql_front_requests_total x\n" + line("200", good) + line("400", wrong) +
         line("500", failed) + bucket("0.1", all / 2) + bucket("0.2", all) + bucket("+Inf", all) +
         "paisql_front_instances{" + labels + "} 1\n";
}

TEST(FrontCounts, ReadsWhatItNeedsOfPrometheus) {
  const FrontCounts counts = ReadFrontCounts(Counted(8, 1, 1) + "nonsense{\npaisql_x 3\n");
  ASSERT_EQ(counts.versions.size(), 1u);
  const VersionCount& one = counts.versions.at({"s", 1});
  EXPECT_EQ(one.answered, 10);
  EXPECT_EQ(one.refused, 1);
  EXPECT_EQ(one.failed, 1);
  EXPECT_THAT(counts.bounds, ::testing::ElementsAre(0.1, 0.2));
  EXPECT_THAT(one.buckets, ::testing::ElementsAre(5, 10, 10));
}

TEST(FrontCounts, APointIsWhatHappenedSince) {
  const FrontCounts before = ReadFrontCounts(Counted(10, 0, 0));
  const FrontCounts after = ReadFrontCounts(Counted(26, 2, 2) + Counted(4, 0, 0, "s", "2") +
                                            Counted(1000, 0, 0, "other"));
  const ServicePoint point = PointBetween("s", before, after, 1000, 3000);
  EXPECT_EQ(point.time_ms, 3000);
  EXPECT_DOUBLE_EQ(point.rate, 12);
  EXPECT_DOUBLE_EQ(point.refused, 1);
  EXPECT_DOUBLE_EQ(point.failed, 1);
  EXPECT_DOUBLE_EQ(point.versions.at(1), 10);
  EXPECT_DOUBLE_EQ(point.versions.at(2), 2);
  EXPECT_THAT(point.latency[0], DoubleNear(0.1, 0.01));
  EXPECT_THAT(point.latency[1], DoubleNear(0.19, 0.01));
}

TEST(FrontCounts, AFrontThatHasBegunAnewCountsFromNothing) {
  const FrontCounts before = ReadFrontCounts(Counted(1000, 0, 0));
  const FrontCounts after = ReadFrontCounts(Counted(4, 0, 0));
  EXPECT_DOUBLE_EQ(PointBetween("s", before, after, 0, 2000).rate, 2);
  // Nobody was asked: there is no latency, and no division by nothing.
  const ServicePoint quiet = PointBetween("s", after, after, 0, 0);
  EXPECT_DOUBLE_EQ(quiet.rate, 0);
  EXPECT_DOUBLE_EQ(quiet.latency[0], -1);
  EXPECT_DOUBLE_EQ(PointBetween("unknown", before, after, 0, 2000).rate, 0);
}

}  // namespace
}  // namespace paisql::console
