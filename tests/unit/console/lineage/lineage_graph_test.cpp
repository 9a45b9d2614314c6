// What is shown of a lineage around one table.

#include "console/lineage/lineage_graph.h"

#include <gtest/gtest.h>

namespace paisql::console {
namespace {

LineageFlow Flow(std::vector<std::string> reads, std::string writes, std::string id,
                 std::vector<ColumnFlow> columns = {}) {
  LineageFlow flow;
  flow.maker.id = std::move(id);
  flow.reads = std::move(reads);
  flow.writes = std::move(writes);
  flow.columns = std::move(columns);
  return flow;
}

LineageSight SeesAll() {
  return {[](const std::string&) { return true; }, [](const FlowMaker&) { return true; }};
}

TEST(LineageGraph, GoesSoManyStepsBothWays) {
  LineageWalk walk(SeesAll());
  walk.Add(Flow({"p.a"}, "p.b", "1"));
  walk.Add(Flow({"p.b"}, "p.c", "2"));
  walk.Add(Flow({"p.c"}, "p.d", "3"));
  const LineageGraph near = walk.Take({.root = "p.c", .before = 1, .after = 0});
  EXPECT_EQ(near.levels, (std::map<std::string, int>{{"p.b", -1}, {"p.c", 0}}));
  EXPECT_EQ(near.edges.size(), 1U);
}

TEST(LineageGraph, TakesACircle) {
  LineageWalk walk(SeesAll());
  walk.Add(Flow({"p.a"}, "p.b", "1"));
  walk.Add(Flow({"p.b"}, "p.a", "2"));
  walk.Add(Flow({"p.a"}, "p.a", "3"));
  const LineageGraph graph = walk.Take({.root = "p.a", .before = 9, .after = 9});
  EXPECT_EQ(graph.levels.size(), 2U);
  EXPECT_EQ(graph.edges.size(), 3U);
}

TEST(LineageGraph, JoinsTheSameWork) {
  LineageWalk walk(SeesAll());
  for (int day = 1; day <= 3; ++day) {
    LineageFlow flow = Flow({"p.a"}, "p.b", "id" + std::to_string(day),
                            {{"p.a", "x", "y", true}, {"p.other", "z", "y", false}});
    flow.maker.name = "daily";
    flow.maker.at_ms = day;
    walk.Add(flow);
  }
  const LineageGraph graph = walk.Take({.root = "p.a"});
  ASSERT_EQ(graph.edges.size(), 1U);
  EXPECT_EQ(graph.edges[0].times, 3);
  ASSERT_EQ(graph.edges[0].makers.size(), 1U);
  EXPECT_EQ(graph.edges[0].makers[0].id, "id3");
  EXPECT_EQ(graph.edges[0].columns.size(), 1U);
}

TEST(LineageGraph, LeavesOutWhatSomebodyMayNotSee) {
  LineageWalk walk({[](const std::string& key) { return key != "p.secret"; },
                    [](const FlowMaker& maker) { return maker.id != "theirs"; }});
  walk.Add(Flow({"p.a", "p.secret"}, "p.b", "mine"));
  walk.Add(Flow({"p.b"}, "p.c", "theirs"));
  const LineageGraph graph = walk.Take({.root = "p.b", .before = 5, .after = 5});
  EXPECT_EQ(graph.levels, (std::map<std::string, int>{{"p.a", -1}, {"p.b", 0}}));
}

TEST(LineageGraph, SaysThatThereIsMore) {
  LineageWalk walk(SeesAll());
  for (int i = 0; i < 20; ++i) walk.Add(Flow({"p.a"}, "p.t" + std::to_string(i), "1"));
  const LineageGraph graph = walk.Take({.root = "p.a", .most_nodes = 10});
  EXPECT_TRUE(graph.cut);
  EXPECT_EQ(graph.levels.size(), 10U);
}

}  // namespace
}  // namespace paisql::console
