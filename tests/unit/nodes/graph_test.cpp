#include "nodes/model/graph.h"

#include <gtest/gtest.h>

#include "nodes/model/parameters.h"

namespace paisql::nodes {
namespace {

Node NodeOf(const std::string& name) {
  Node node;
  node.name = name;
  node.kind = FindKind("VIRTUAL");
  return node;
}

// Nodes by their SQL.
struct Made {
  Flow flow;
  std::vector<NodeTables> tables;

  void Add(const std::string& name, const std::string& sql) {
    flow.nodes.push_back(NodeOf(name));
    tables.push_back(FindNodeTables(sql, "p"));
  }
  Graph Link(std::vector<Problem>& problems) const {
    return LinkNodes(flow, tables, "p", problems);
  }
};

std::string OrderOf(const Made& made) {
  std::vector<Problem> problems;
  const Graph graph = made.Link(problems);
  std::string text;
  for (const size_t node : graph.order) text += made.flow.nodes[node].name + " ";
  for (const Problem& problem : problems) text += problem.message + " ";
  return text;
}

TEST(NodeTablesTest, WhatStatementsNameAndPai) {
  const NodeTables tables = FindNodeTables(
      "CREATE TABLE IF NOT EXISTS a (x BIGINT); INSERT INTO b SELECT * FROM c JOIN q.d ON 1=1;\n"
      "USE r; DROP TABLE e; INSERT OVERWRITE TABLE f SELECT 1;\n"
      "PAI -name tensorflow1120_ext -Dtables='odps://p/tables/g/ds=1,odps://p/tables/h' "
      "-Doutputs=odps://p/tables/i;\n"
      "PAI -name kmeans -DinputTableName=j -DidxTableName=k; this is nothing;",
      "P");
  EXPECT_EQ(tables.makes, (std::set<std::string>{"p.a"}));
  EXPECT_EQ(tables.reads, (std::set<std::string>{"p.c", "q.d", "p.g", "p.h", "r.j"}));
  EXPECT_EQ(tables.writes, (std::set<std::string>{"p.b", "r.f", "p.i", "r.k"}));
}

TEST(GraphTest, WhoPredictsWaitsForWhoTrains) {
  Made made;
  made.Add("predict", "");
  made.Add("train", "");
  made.tables[0].objects_read = {"model p.m"};
  made.tables[1].objects_written = {"model p.m"};
  EXPECT_EQ(OrderOf(made), "train predict ");
}

TEST(GraphTest, TablesTellWhatWaits) {
  Made made;
  made.Add("read", "SELECT * FROM t");
  made.Add("write", "INSERT INTO t SELECT 1");
  made.Add("make", "CREATE TABLE t (x BIGINT)");
  EXPECT_EQ(OrderOf(made), "make write read ");
}

TEST(GraphTest, DependsStandsInPlaceOfTables) {
  Made made;
  made.Add("a", "INSERT INTO t SELECT * FROM s");
  made.Add("b", "INSERT INTO s SELECT * FROM t");
  EXPECT_NE(OrderOf(made).find("nodes wait for each other in a circle"), std::string::npos);
  made.flow.nodes[0].depends.emplace();
  EXPECT_EQ(OrderOf(made), "a b ");
  made.flow.nodes[0].depends = std::vector<Named>{{"p.nothing", {}}};
  EXPECT_EQ(OrderOf(made),
            "a b node a waits for p.nothing, which no node is called and none makes ");
  // By an output that every node has, by a table, by the root of the project.
  made.Add("c", "");
  made.flow.nodes[0].depends = std::vector<Named>{{"P.C", {}}, {"p_root", {}}};
  made.flow.nodes[2].depends.emplace();
  EXPECT_EQ(OrderOf(made), "c a b ");
}

TEST(GraphTest, ChosenNodes) {
  Made made;
  made.Add("a", "CREATE TABLE t (x BIGINT)");
  made.Add("b", "INSERT INTO t SELECT 1");
  made.Add("c", "CREATE TABLE u AS SELECT * FROM t");
  made.Add("d", "SELECT * FROM u");
  made.Add("e", "SELECT 1");
  made.flow.nodes[4].tags = {"daily"};
  std::vector<Problem> problems;
  const Graph graph = made.Link(problems);
  const auto chosen = [&](const Selection& selection) -> std::string {
    const Result<std::vector<bool>> nodes = Select(made.flow, graph, selection);
    if (!nodes.ok()) return nodes.error().detail;
    std::string text;
    for (size_t i = 0; i < nodes->size(); ++i) {
      if ((*nodes)[i]) text += made.flow.nodes[i].name;
    }
    return text;
  };
  EXPECT_EQ(chosen({}), "abcde");
  EXPECT_EQ(chosen({"c", "", ""}), "cd");
  EXPECT_EQ(chosen({"", "c", ""}), "abc");
  EXPECT_EQ(chosen({"b", "c", ""}), "bc");
  EXPECT_EQ(chosen({"", "", "+c"}), "abc");
  EXPECT_EQ(chosen({"", "", "c+,e"}), "cde");
  EXPECT_EQ(chosen({"", "", "tag:daily b"}), "be");
  EXPECT_EQ(chosen({"d", "a", ""}), "no node is left to run");
  EXPECT_EQ(chosen({"", "", "x"}), "workflow  has no node x");
  EXPECT_EQ(chosen({"", "", "tag:x"}), "no node has the tag x");
}

TEST(ParametersTest, NodesGoBeforeTheWorkflow) {
  Flow flow;
  flow.cron = "45 30 02 * * ?";
  flow.parameters = {{"day", "$bizdate", {}}, {"n", "1", {}}};
  Node node = NodeOf("a");
  node.parameters = {{"n", "2", {}},
                     {"time", "$[yyyymmddhh24miss]", {}},
                     {"both", "${workflow.day}-${n}", {}},
                     {"1", "${yyyymm}01", {}},
                     {"2", "$nodeid", {}}};
  RunMoment moment;
  moment.bizdate = variables::ReadBizdate("20251031").value();
  moment.defined = {{"n", "3"}};
  std::vector<Problem> problems;
  const std::vector<Resolved> resolved = ResolveParameters(flow, node, moment, {}, problems);
  std::string text;
  for (const Resolved& one : resolved) text += one.name + "=" + one.value + " " + one.source + "\n";
  EXPECT_EQ(text,
            "n=3 --define\ntime=20251101023045 node\nboth=20251031-3 node\n1=20251001 node\n2=a "
            "node\nday=20251031 workflow\n");
  EXPECT_EQ(Positional(resolved), (std::vector<std::string>{"20251001", "a"}));
  EXPECT_TRUE(problems.empty());
  EXPECT_TRUE(IsDue(flow, node, moment));
  node.cron = "00 00 00 2 * ?";
  EXPECT_FALSE(IsDue(flow, node, moment));
}

}  // namespace
}  // namespace paisql::nodes
