#include "nodes/schedule/due_nodes.h"

#include <gtest/gtest.h>

#include "variables/schedule.h"

namespace paisql::nodes {
namespace {

using States = std::map<std::string, std::string>;
using Positions = std::vector<size_t>;

class DueNodesTest : public testing::Test {
 protected:
  // load at 0, 8 and 16 o'clock; report at 2, after it; weekly at 1 on Mondays; end after both
  // at 2.
  DueNodesTest() {
    const std::pair<const char*, const char*> written[] = {{"load", "0 0 */8 * * ?"},
                                                           {"report", "0 0 2 * * ?"},
                                                           {"weekly", "0 0 1 ? * MON"},
                                                           {"end", "0 0 2 * * ?"}};
    for (const auto& [name, cron] : written) {
      Node node;
      node.name = name;
      node.cron = cron;
      flow_.nodes.push_back(node);
    }
    graph_.after = {{}, {{0, "", {}}}, {}, {{1, "", {}}, {2, "", {}}}};
    graph_.sources.resize(4);
    graph_.merged.resize(4);
    graph_.order = {0, 1, 2, 3};
    Result<TimeZone> zone = TimeZone::Load("Asia/Shanghai");
    zone_ = *std::move(zone);
  }

  DueNodes At(const char* wall, Positions nodes, const States& states,
              const std::set<size_t>& later = {}, const char* now = "") {
    const int64_t cyctime = variables::ReadCyctime(wall).value();
    const int64_t clock = *now == 0 ? cyctime : variables::ReadCyctime(now).value();
    return JudgeDue(flow_, graph_, zone_, {InstantOf(zone_, clock), cyctime, std::move(nodes)},
                    states, later);
  }

  Flow flow_;
  Graph graph_;
  TimeZone zone_;
};

TEST_F(DueNodesTest, ADailyNodeWaitsForTimesToCome) {
  EXPECT_EQ(At("20260102000000", {0}, {}).ready, Positions{0});
  const States morning = {{"load@0000", "SUCCESS"}};
  const DueNodes early = At("20260102020000", {1, 3}, morning);
  EXPECT_EQ(early.waits, (Positions{1, 3}));
  EXPECT_TRUE(early.ready.empty() && early.blocked.empty());
  // The whole day: the weekly node is not due on a Friday, and holds nobody up.
  States all = morning;
  all["load@0800"] = "SUCCESS";
  all["load@1600"] = "SUCCESS";
  EXPECT_EQ(At("20260102020000", {1, 3}, all, {}, "20260102160000").ready, (Positions{1, 3}));
  all["load@0800"] = "FAILURE";
  const DueNodes late = At("20260102020000", {1, 3}, all, {}, "20260102160000");
  ASSERT_EQ(late.blocked.size(), 2U);
  EXPECT_EQ(late.blocked[0].by, "load@0800");
  EXPECT_EQ(late.blocked[1].by, "report");
}

TEST_F(DueNodesTest, WhatWasDueAndHasNotRunBlocks) {
  const DueNodes due = At("20260102020000", {3}, {});
  ASSERT_EQ(due.blocked.size(), 1U);
  EXPECT_EQ(due.blocked[0].by, "report");
  // One that waits itself is to come.
  EXPECT_EQ(At("20260102020000", {3}, {}, {1}).waits, Positions{3});
}

}  // namespace
}  // namespace paisql::nodes
