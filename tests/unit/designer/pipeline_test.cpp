// Pipelines as files, their versions, and what a check says of them.

#include <gtest/gtest.h>

#include <set>

#include "base/files/files.h"
#include "designer/catalog/node_type.h"
#include "designer/code/pai_text.h"
#include "designer/files/pipeline_store.h"
#include "designer_fixture.h"
#include "nodes/read/read_flow.h"

namespace paisql::designer {
namespace {

class PipelineTest : public DesignerFixture {
 protected:
  Pipeline Iris() const {
    Pipeline pipeline = Empty("鸢尾花 <script>alert('x')</script> \"quoted\" 🌸");
    pipeline.description = "two\nlines";
    pipeline.parameters = {{"day", "$bizdate"}};
    pipeline.nodes = {
        Node("read", "data_source", {{"table", "iris"}}),
        Node("query", "sql", {{"sql", "-- all\nSELECT x, y, '${day}' AS d\nFROM ${t1}"}}),
        Node("parts", "split", {{"fraction", "0.8"}, {"randomSeed", "7"}}),
        Node("other", "unheard_of", {{"deep", "a \"b\" \\ c"}}),
        Node("sink", "data_sink", {{"outputTable", "kept"}}),
    };
    pipeline.nodes[1].name = "过滤 \"x\"";
    pipeline.nodes[1].x = 12.5;
    pipeline.nodes[2].enabled = false;
    pipeline.edges = {{{"read", "outputTable"}, {"query", "t1"}},
                      {{"query", "outputTable"}, {"parts", "inputTableName"}},
                      {{"parts", "output1TableName"}, {"sink", "inputTable"}}};
    return pipeline;
  }
};

void ExpectSame(const Pipeline& one, const Pipeline& other) {
  EXPECT_EQ(one.name, other.name);
  EXPECT_EQ(one.description, other.description);
  EXPECT_EQ(one.parameters, other.parameters);
  ASSERT_EQ(one.nodes.size(), other.nodes.size());
  for (size_t i = 0; i < one.nodes.size(); ++i) {
    EXPECT_EQ(one.nodes[i].id, other.nodes[i].id);
    EXPECT_EQ(one.nodes[i].name, other.nodes[i].name);
    EXPECT_EQ(one.nodes[i].component, other.nodes[i].component);
    EXPECT_EQ(one.nodes[i].parameters, other.nodes[i].parameters) << one.nodes[i].id;
    EXPECT_EQ(one.nodes[i].enabled, other.nodes[i].enabled);
    EXPECT_DOUBLE_EQ(one.nodes[i].x, other.nodes[i].x);
  }
  EXPECT_EQ(one.edges, other.edges);
}

TEST_F(PipelineTest, IsAWorkflowFolderAndComesBackAsItWas) {
  const PipelineStore store(folder_);
  const auto made = store.Create(Iris());
  ASSERT_TRUE(made.ok()) << made.error().ToString();
  EXPECT_EQ(made->id, "script_alert_x_script_quoted");
  ExpectSame(*made, Iris());
  std::vector<nodes::Problem> problems;
  const auto flow = nodes::ReadFlow(store.FolderOf(made->project, made->id), problems);
  ASSERT_TRUE(flow.ok());
  for (const nodes::Problem& problem : problems) ADD_FAILURE() << problem.ToString();
  EXPECT_EQ(flow->nodes.size(), made->nodes.size());
  EXPECT_NE(flow->nodes[1].code.find("CREATE OR REPLACE TABLE ${outputTable} LIFECYCLE 28 AS"),
            std::string::npos);
}

TEST_F(PipelineTest, TwoWritersNeverOverwriteEachOther) {
  const PipelineStore store(folder_);
  const auto made = store.Create(Iris());
  ASSERT_TRUE(made.ok());
  Pipeline mine = *made;
  Pipeline yours = *made;
  mine.nodes.pop_back();
  mine.edges.pop_back();
  const auto first = store.Write(mine);
  ASSERT_TRUE(first.ok()) << first.error().ToString();
  EXPECT_FALSE(first->lost_race);
  yours.name = "late";
  const auto second = store.Write(yours);
  ASSERT_TRUE(second.ok());
  EXPECT_TRUE(second->lost_race);
  EXPECT_EQ(second->pipeline.version, first->pipeline.version);
  EXPECT_FALSE(std::filesystem::exists(store.FolderOf(made->project, made->id) + "/sink.sql"));
}

TEST_F(PipelineTest, AFileChangedByHandIsAnotherVersionAndCounts) {
  const PipelineStore store(folder_);
  const auto made = store.Create(Iris());
  ASSERT_TRUE(made.ok());
  const std::string file = store.FolderOf(made->project, made->id) + "/parts.sql";
  std::ofstream(file) << "PAI -name split -Dfraction=\"0.5\" -DinputTableName=${inputTableName};";
  const auto read = store.Read(made->project, made->id);
  ASSERT_TRUE(read.ok());
  EXPECT_NE(read->version, made->version);
  EXPECT_EQ(read->Find("parts")->Value("fraction"), "0.5");
}

TEST_F(PipelineTest, NodesThatNoCanvasHasMadeStayAsTheyAre) {
  const PipelineStore store(folder_);
  const auto made = store.Create(Iris());
  ASSERT_TRUE(made.ok());
  const std::string file = store.FolderOf(made->project, made->id) + "/flow.yaml";
  std::ofstream(file, std::ios::app)
      << "  mail: {kind: DIDE_SHELL, file: mail.sh, depends: [sink]}\n"
         "cron: 00 00 02 * * ?\n";
  auto read = store.Read(made->project, made->id);
  ASSERT_TRUE(read.ok()) << read.error().ToString();
  EXPECT_EQ(read->Find("mail")->component, kForeignNode);
  read->name = "renamed";
  const auto written = store.Write(*read);
  ASSERT_TRUE(written.ok()) << written.error().ToString();
  std::vector<nodes::Problem> problems;
  const auto flow = nodes::ReadFlow(store.FolderOf(made->project, made->id), problems);
  ASSERT_TRUE(flow.ok());
  EXPECT_EQ(flow->cron, "00 00 02 * * ?");
  ASSERT_TRUE(flow->Find("mail").has_value());
  EXPECT_EQ(flow->nodes[*flow->Find("mail")].kind->name, "DIDE_SHELL");
}

TEST_F(PipelineTest, WhatSomebodyHasWrittenByHandStays) {
  const PipelineStore store(folder_);
  Pipeline pipeline = Iris();
  pipeline.parameters = {{"lifecycle", "7"}};
  pipeline.nodes[2].parameters["lifecycle"] = "${lifecycle}";
  const auto made = store.Create(pipeline);
  ASSERT_TRUE(made.ok()) << made.error().ToString();
  EXPECT_EQ(made->Find("parts")->Value("lifecycle"), "${lifecycle}");
  const std::string folder = store.FolderOf(made->project, made->id);
  std::string flow = *ReadFile(folder + "/flow.yaml");
  const std::string from = "parameters:\n  lifecycle: \"7\"";
  ASSERT_NE(flow.find(from), std::string::npos) << flow;
  flow.replace(flow.find(from), from.size(), "parameters: day=$bizdate");
  std::ofstream(folder + "/flow.yaml") << flow;
  std::ofstream(folder + "/load.sql") << "SELECT 1;";
  auto read = store.Read(made->project, made->id);
  ASSERT_TRUE(read.ok()) << read.error().ToString();
  EXPECT_EQ(read->parameters,
            (std::vector<std::pair<std::string, std::string>>{{"day", "$bizdate"}}));
  read->nodes.push_back(Node("load", "sql", {{"sql", "SELECT 2"}}));
  EXPECT_FALSE(store.Write(*read).ok());
  EXPECT_EQ(*ReadFile(folder + "/load.sql"), "SELECT 1;");
}

TEST_F(PipelineTest, TemporaryNamesOfPipelinesDiffer) {
  std::set<std::string> names;
  const std::string forty(40, 'a');
  const std::vector<std::pair<std::string, std::string>> nodes = {
      {"a", "b_c"}, {"a_b", "c"}, {forty, "n"}, {forty + "_2", "n"}, {"a", "B"}, {"a", "b"}};
  for (const auto& [id, node] : nodes) {
    Pipeline pipeline = Empty("x");
    pipeline.id = id;
    pipeline.nodes = {Node(node, "sql", {{"sql", "SELECT 1"}})};
    names.insert(Wiring(pipeline).OutputOf({node, "outputTable"}).names.front());
  }
  EXPECT_EQ(names.size(), nodes.size());
}

TEST_F(PipelineTest, ATargetWithPartitionsWantsOne) {
  Run("CREATE TABLE iris (x DOUBLE, y STRING); CREATE TABLE kept (x DOUBLE) PARTITIONED BY (ds "
      "STRING)");
  Pipeline pipeline = Empty("sink");
  pipeline.nodes = {Node("r", "data_source", {{"table", "iris"}}),
                    Node("w", "data_sink", {{"outputTable", "kept"}})};
  pipeline.edges = {{{"r", "outputTable"}, {"w", "inputTable"}}};
  const CheckedPipeline checked = Check(pipeline);
  ASSERT_EQ(checked.findings.size(), 1U) << Texts(checked);
  EXPECT_EQ(checked.findings[0].parameter, "outputTablePartition");
}

TEST_F(PipelineTest, BrokenFilesAndWrongNamesAreErrors) {
  const PipelineStore store(folder_);
  EXPECT_FALSE(store.Read("default_project", "../etc").ok());
  EXPECT_FALSE(store.Read("default_project", "none").ok());
  const std::string folder = store.FolderOf("default_project", "broken");
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/flow.yaml") << "<<<<<<< HEAD\nname: [\n";
  EXPECT_FALSE(store.Read("default_project", "broken").ok());
  const auto listed = store.List("default_project");
  ASSERT_TRUE(listed.ok());
  ASSERT_EQ(listed->size(), 1U);
  EXPECT_FALSE(listed->front().problem.empty());
  Pipeline twice = Iris();
  twice.nodes.push_back(Node("READ", "data_source"));
  EXPECT_FALSE(store.Create(twice).ok());
}

TEST_F(PipelineTest, TheCheckKnowsColumnsBeforeAnythingRan) {
  Run("CREATE TABLE iris (x DOUBLE, y STRING)");
  Pipeline pipeline = Iris();
  pipeline.nodes.erase(pipeline.nodes.begin() + 3);
  const CheckedPipeline checked = Check(pipeline);
  EXPECT_FALSE(checked.has_errors()) << Texts(checked);
  const auto& columns = checked.nodes.at("sink").outputs.at("outputTable").columns;
  ASSERT_EQ(columns.size(), 3U);
  EXPECT_EQ(columns[0].name, "x");
  EXPECT_EQ(columns[0].type, "DOUBLE");
  EXPECT_EQ(checked.nodes.at("parts").inputs.at("inputTableName").columns.size(), 3U);
}

TEST_F(PipelineTest, TheCheckPlacesMistakesAtTheirParametersAndLines) {
  Run("CREATE TABLE iris (x DOUBLE, y STRING)");
  Pipeline pipeline = Iris();
  pipeline.nodes[1].parameters["sql"] = "-- all\nSELECT x,\n  z FROM ${t1}";
  pipeline.nodes[2].parameters = {{"fraction", "7"}, {"randomSeed", "x"}};
  pipeline.nodes[2].enabled = true;
  const CheckedPipeline checked = Check(pipeline);
  const auto find = [&](const std::string& node) {
    std::vector<Finding> found;
    for (const Finding& finding : checked.findings) {
      if (finding.node == node) found.push_back(finding);
    }
    return found;
  };
  ASSERT_EQ(find("query").size(), 1U) << Texts(checked);
  EXPECT_EQ(find("query")[0].line, 3);
  EXPECT_EQ(find("query")[0].column, 3);
  EXPECT_EQ(find("query")[0].code, "ODPS-0130071");
  EXPECT_EQ(checked.nodes.at("parts").state, NodeState::kUnknown);
  EXPECT_EQ(find("other")[0].code, "ODPS-1229011");
  pipeline.nodes[1].parameters["sql"] = "SELECT * FROM ${t1}";
  const CheckedPipeline again = Check(pipeline);
  std::vector<std::string> wrong;
  for (const Finding& finding : again.findings) {
    if (finding.node == "parts") wrong.push_back(finding.parameter);
  }
  EXPECT_EQ(wrong, (std::vector<std::string>{"fraction", "randomSeed"})) << Texts(again);
}

TEST_F(PipelineTest, CirclesAndEdgesThatDoNotFitAreFindings) {
  Pipeline pipeline = Empty("circle");
  pipeline.nodes = {Node("a", "sql", {{"sql", "SELECT 1"}}),
                    Node("b", "sql", {{"sql", "SELECT 1"}}),
                    Node("m", "model_source", {{"modelName", "m"}})};
  pipeline.edges = {{{"a", "outputTable"}, {"b", "t1"}},
                    {{"b", "outputTable"}, {"a", "t1"}},
                    {{"m", "model"}, {"a", "t2"}},
                    {{"m", "nothing"}, {"gone", "t2"}}};
  const std::string texts = Texts(Check(pipeline));
  EXPECT_NE(texts.find("nodes wait for each other in a circle: a -> b -> a"), std::string::npos)
      << texts;
  EXPECT_NE(texts.find("a/t2/: ODPS-0110021 the input t2 takes a table"), std::string::npos)
      << texts;
  EXPECT_NE(texts.find("an edge names the node gone"), std::string::npos) << texts;
}

TEST_F(PipelineTest, ValuesOfAnyKindComeBackFromAStatement) {
  const PaiText statement{"split", {{"a", "x \"y\" \\ z;\n--'"}, {"b", "${day}"}, {"c", "表 🌸\t"}}};
  const auto again = ReadPai(WritePai(statement));
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->parameters, statement.parameters);
}

TEST_F(PipelineTest, FiveHundredNodesAreChecked) {
  Run("CREATE TABLE iris (x DOUBLE, y STRING)");
  Pipeline pipeline = Empty("long");
  pipeline.nodes = {Node("n0", "data_source", {{"table", "iris"}})};
  for (int i = 1; i < 500; ++i) {
    const std::string id = "n" + std::to_string(i);
    pipeline.nodes.push_back(Node(id, "sql", {{"sql", "SELECT * FROM ${t1}"}}));
    pipeline.edges.push_back({{"n" + std::to_string(i - 1), "outputTable"}, {id, "t1"}});
  }
  const CheckedPipeline checked = Check(pipeline);
  EXPECT_FALSE(checked.has_errors()) << Texts(checked);
  EXPECT_EQ(checked.nodes.at("n499").outputs.at("outputTable").columns.size(), 2U);
}

TEST_F(PipelineTest, JobsAreNamedAndTemporaryTablesEndWhereTheUserSaysNothing) {
  Pipeline pipeline = Iris();
  pipeline.nodes.push_back(Node("learn", "tensorflow1120_ext", {{"script", "file:///x.py"}}));
  pipeline.nodes.push_back(
      Node("groups", "kmeans", {{"inputTableName", "iris"}, {"centerCount", "3"}}));
  const auto made = PipelineStore(folder_).Create(pipeline);
  ASSERT_TRUE(made.ok()) << made.error().ToString();
  EXPECT_EQ(made->Find("parts")->Value("lifecycle"), "");
  EXPECT_EQ(made->Find("learn")->Value("jobName"), "");
  const auto statement = [&](const Pipeline& of, const std::string& node) {
    return StatementOf(*of.Find(node), OfferedTypes().Find(of.Find(node)->component), Wiring(of));
  };
  EXPECT_NE(statement(*made, "parts").find("-Dlifecycle=\"28\""), std::string::npos);
  EXPECT_NE(statement(*made, "learn").find("-DjobName=\"" + made->id + "_learn\""),
            std::string::npos);
  // A component without a parameter for it has the statement's own word; one of SQL has no job.
  EXPECT_NE(statement(*made, "parts").find("PAI -name split\n"), std::string::npos);
  const auto names = [&](const Pipeline& of, const std::string& job) {
    const std::string text = "PAI -name kmeans -jobname \"" + job + "\"\n";
    return statement(of, "groups").find(text) != std::string::npos;
  };
  EXPECT_TRUE(names(*made, made->id + "_groups"));
  Pipeline named = *made;
  named.nodes.back().parameters["jobName"] = "mine";
  ASSERT_TRUE(PipelineStore(folder_).Write(named).ok());
  const auto again = PipelineStore(folder_).Read(made->project, made->id);
  ASSERT_TRUE(again.ok());
  EXPECT_TRUE(names(*again, "mine"));
  // What the user says wins, and a table that the user names is to stay.
  pipeline.nodes[pipeline.nodes.size() - 2].parameters["jobName"] = "mine";
  EXPECT_NE(statement(pipeline, "learn").find("-DjobName=\"mine\""), std::string::npos);
  pipeline.nodes[2].parameters["output1TableName"] = "kept";
  EXPECT_EQ(statement(pipeline, "parts").find("lifecycle"), std::string::npos);
}

TEST_F(PipelineTest, ParametersOfNodesThatSomebodyHasWrittenStayInEachForm) {
  const PipelineStore store(folder_);
  const auto made = store.Create(Iris());
  ASSERT_TRUE(made.ok());
  const std::string file = store.FolderOf(made->project, made->id) + "/flow.yaml";
  for (const std::string form : {"{limit: 5}", "limit=5", "[5, six]"}) {
    std::string flow = *ReadFile(file);
    const size_t parts = flow.find("  parts:\n");
    const size_t begin = flow.find("    parameters:", parts);
    const size_t end = flow.find("    designer:", begin);
    ASSERT_LT(begin, end) << flow;
    flow.replace(begin, end - begin, "    parameters: " + form + "\n");
    std::ofstream(file) << flow;
    auto read = store.Read(made->project, made->id);
    ASSERT_TRUE(read.ok()) << read.error().ToString();
    read->nodes[2].x += 1;
    ASSERT_TRUE(store.Write(*read).ok());
    std::vector<nodes::Problem> problems;
    const auto again = nodes::ReadFlow(store.FolderOf(made->project, made->id), problems);
    ASSERT_TRUE(again.ok());
    std::map<std::string, std::string> values;
    for (const auto& one : again->nodes[2].parameters) values[one.name] = one.expression;
    EXPECT_EQ(values[form.starts_with('[') ? "1" : "limit"], "5") << form;
    EXPECT_TRUE(values.contains("inputTableName")) << form;
  }
}

TEST_F(PipelineTest, TheCheckTellsOfWhatIsMissingByItsFieldAndByTheNodeThatLeavesItOut) {
  Run("CREATE TABLE iris (x DOUBLE, y STRING)");
  Pipeline pipeline = Empty("missing");
  pipeline.nodes = {Node("read", "data_source", {{"table", "iris"}}), Node("parts", "split"),
                    Node("learn", "logisticregression_binary",
                         {{"featureColNames", "x"}, {"labelColName", "y"}, {"modelName", "m"}}),
                    Node("predict", "prediction"),
                    Node("judge", "evaluate", {{"labelColName", "y"}})};
  pipeline.nodes[3].name = "Predict";
  pipeline.edges = {{{"read", "outputTable"}, {"parts", "inputTableName"}},
                    {{"read", "outputTable"}, {"learn", "inputTableName"}},
                    {{"read", "outputTable"}, {"predict", "inputTableName"}},
                    {{"learn", "modelName"}, {"predict", "modelName"}},
                    {{"predict", "outputTableName"}, {"judge", "inputTableName"}}};
  const CheckedPipeline checked = Check(pipeline);
  ASSERT_EQ(checked.findings.size(), 2U) << Texts(checked);
  EXPECT_EQ(checked.findings[0].node + "." + checked.findings[0].parameter, "parts.fraction");
  EXPECT_EQ(checked.findings[0].message, "parameter 'fraction' is missing");
  EXPECT_EQ(checked.findings[1].parameter, "labelColName");
  EXPECT_EQ(checked.findings[1].cure,
            "name y in appendColNames of the node Predict: it leaves that column out");
}

}  // namespace
}  // namespace paisql::designer
