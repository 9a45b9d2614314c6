// Pipelines of the platform come in with their nodes, edges and parameters, and go out again.

#include <gtest/gtest.h>

#include <algorithm>

#include "base/secrets/redact.h"
#include "designer/catalog/node_type.h"
#include "designer/formats/import_pipeline.h"
#include "designer_fixture.h"

namespace paisql::designer {
namespace {

class FormatsTest : public DesignerFixture {};

ImportedPipeline Imported(const std::string& text) {
  auto imported = ImportPipeline(text);
  EXPECT_TRUE(imported.ok()) << imported.error().ToString();
  return imported.ok() ? *imported : ImportedPipeline{};
}

std::string NotesText(const ImportedPipeline& imported) {
  std::string all;
  for (const ImportNote& note : imported.notes) all += note.node + ": " + note.message + "\n";
  return all;
}

bool HasEdge(const Pipeline& pipeline, const std::string& from, const std::string& from_port,
             const std::string& to, const std::string& to_port) {
  return std::ranges::find(pipeline.edges, PipelineEdge{{from, from_port}, {to, to_port}}) !=
         pipeline.edges.end();
}

constexpr const char* kOldGeneration = R"(apiVersion: core/v1
metadata: {identifier: air, provider: 0, version: v1}
spec:
  inputs:
    artifacts: [{name: given, metadata: {type: {DataSet: {locationType: MaxComputeTable}}}}]
    parameters:
      - {name: __execution, type: Map}
      - {name: share, type: Double, value: 0.7}
  pipelines:
    - metadata: {identifier: odps-data-source, name: read, provider: 1, version: v1}
      spec:
        arguments:
          parameters:
            - {name: tableName, value: air}
            - {from: '{{input.parameters.__execution}}', name: __execution}
    - metadata: {identifier: split-xflow-ODPS, name: split-1, provider: 1, version: v1}
      spec:
        arguments:
          artifacts: [{from: '{{pipelines.read.outputs.artifacts.outputArtifact}}', name: inputArtifact}]
          parameters:
            - {from: '{{input.parameters.share}}', name: fraction}
            - {name: output1TableName, value: pai_temp_83935_1099583_1}
        dependencies: [read]
    - metadata: {identifier: logisticregression-binary-xflow-ODPS, name: learn, provider: 1}
      spec:
        arguments:
          artifacts: [{from: '{{pipelines.split-1.outputs.artifacts.outputArtifact1}}', name: inputArtifact}]
          parameters:
            - {name: labelColName, value: y}
            - {name: modelName, value: xlab_m_1_v0}
            - {name: __generatePMML, value: true}
    - metadata: {identifier: prediction-xflow-ODPS, name: predict, provider: 1}
      spec:
        arguments:
          artifacts:
            - {from: '{{pipelines.split-1.outputs.artifacts.outputArtifact2}}', name: inputDataSetArtifact}
            - {from: '{{pipelines.learn.outputs.artifacts.outputArtifact}}', name: inputModelArtifact}
    - metadata: {identifier: evaluate-xflow-ODPS, name: judge, provider: 1}
      spec:
        arguments:
          artifacts: [{from: '{{pipelines.predict.outputs.artifacts.outputArtifact}}', name: inputArtifact}]
          parameters: [{name: labelColName, value: y}]
    - metadata: {identifier: sql-xflow-ODPS, name: query, provider: 1}
      spec:
        arguments:
          artifacts:
            - {from: '{{pipelines.judge.outputs.artifacts.outputDetailArtifact}}', name: inputArtifact1}
            - {from: '{{input.artifacts.given}}', name: inputArtifact2}
          parameters: [{name: sql, value: 'SELECT * FROM ${t1}'}]
    - metadata: {identifier: fe-meta-runner-xflow-ODPS, name: strange, provider: 1}
      spec:
        arguments:
          artifacts: [{from: '{{pipelines.query.outputs.artifacts.outputArtifact}}', name: inputArtifact}]
          parameters: [{name: labelCol, value: y}]
)";

TEST_F(FormatsTest, TheOlderGenerationOfPaiFlowComesIn) {
  const ImportedPipeline imported = Imported(kOldGeneration);
  const Pipeline& pipeline = imported.pipeline;
  EXPECT_EQ(imported.format, "paiflow");
  EXPECT_EQ(pipeline.Find("read")->Value("table"), "air");
  EXPECT_EQ(pipeline.Find("split_1")->Value("fraction"), "${share}");
  EXPECT_EQ(pipeline.Find("split_1")->Value("output1TableName"), "");
  EXPECT_EQ(pipeline.Find("learn")->component, "logisticregression_binary");
  EXPECT_EQ(pipeline.Find("learn")->Value("modelName"), "");
  EXPECT_TRUE(HasEdge(pipeline, "read", "outputTable", "split_1", "inputTableName"));
  EXPECT_TRUE(HasEdge(pipeline, "split_1", "output1TableName", "learn", "inputTableName"));
  EXPECT_TRUE(HasEdge(pipeline, "split_1", "output2TableName", "predict", "inputTableName"));
  EXPECT_TRUE(HasEdge(pipeline, "learn", "modelName", "predict", "modelName"));
  EXPECT_TRUE(HasEdge(pipeline, "judge", "outputDetailTableName", "query", "t1"));
  EXPECT_TRUE(HasEdge(pipeline, "given", "outputTable", "query", "t2"));
  EXPECT_EQ(pipeline.parameters,
            (std::vector<std::pair<std::string, std::string>>{{"share", "0.7"}}));
  EXPECT_EQ(pipeline.Find("strange")->Value("labelCol"), "y");
  EXPECT_NE(NotesText(imported).find("strange: the component fe-meta-runner does not run here"),
            std::string::npos)
      << NotesText(imported);
}

TEST_F(FormatsTest, ThePaiFlowWithinTheNodeOfDataWorksComesIn) {
  const ImportedPipeline imported = Imported(R"({"appId": 1, "name": "within",
    "paiflowParameters": {"day": "${bizdate}"},
    "paiflowPipeline": "---\nspec:\n  pipelines:\n  - metadata: {identifier: data_source, name: id-1-a, displayName: \"\\u8bfb\\u6570\\u636e\\u8868-1\"}\n    spec:\n      arguments:\n        parameters: [{name: inputTableName, value: p.t}, {name: hasPartition, value: \"false\"}]\n  - metadata: {identifier: split, name: id-2-b}\n    spec:\n      arguments:\n        artifacts: [{name: inputTable, from: \"{{pipelines.id-1-a.outputs.artifacts.outputTable}}\"}]\n        parameters: [{name: fraction, from: \"{{inputs.parameters.day}}\"}]\n"})");
  const Pipeline& pipeline = imported.pipeline;
  EXPECT_EQ(pipeline.name, "within");
  ASSERT_EQ(pipeline.nodes.size(), 2U);
  EXPECT_EQ(pipeline.nodes[0].name, "读数据表-1");
  EXPECT_EQ(pipeline.nodes[0].Value("table"), "p.t");
  EXPECT_TRUE(HasEdge(pipeline, "id_1_a", "outputTable", "id_2_b", "inputTableName"));
  EXPECT_EQ(pipeline.parameters[0].second, "${bizdate}");
  EXPECT_LT(pipeline.nodes[0].y, pipeline.nodes[1].y);
}

constexpr const char* kStudio = R"JSON({"name": "texts", "tasks": [
 {"taskName": "p.news-1", "taskUniqueCode": "P1", "root": true,
  "code": "<job><subJobs><virtual><name>p.news-1</name></virtual></subJobs></job>"},
 {"taskName": "增加序号列-1", "taskUniqueCode": "P2", "root": false,
  "code": "<job><subJobs><sql><endpoint>http://e</endpoint><extra><entry><key>runningAccessKey</key><value>LTAIabcdefghijklmnop</value></entry></extra><sql>drop table if exists pai_temp_9_2_1</sql></sql><odpscmd><command>PAI -name AppendId -project algo_public -DIDColName=\"id\" -DinputTableName=\"p.news\" -DoutputTableName=\"pai_temp_9_2_1\";</command></odpscmd></subJobs></job>"},
 {"taskName": "过滤与映射-1", "taskUniqueCode": "P3",
  "code": "<job><subJobs><sql><sql>create table pai_temp_9_3_1 lifecycle 7  as select * from pai_temp_9_2_1 t1 WHERE id &lt; 9 ;</sql></sql></subJobs></job>"},
 {"taskName": "Strange-1", "taskUniqueCode": "B4",
  "code": "<job><subJobs><paiJob><paramsJson>{\"algoName\":\"old_thing\",\"parameters\":{\"window\":\"5\",\"access_key_secret\":\"abcdef\"}}</paramsJson></paiJob></subJobs></job>"}],
 "taskRelations": [{"parentTaskUniqueCode": "P1", "childTaskUniqueCode": "P2"},
  {"parentTaskUniqueCode": "P2", "childTaskUniqueCode": "P3"},
  {"parentTaskUniqueCode": "P3", "childTaskUniqueCode": "B4"}]})JSON";

TEST_F(FormatsTest, AnExperimentOfStudioComesInWithoutItsKeys) {
  const ImportedPipeline imported = Imported(kStudio);
  const Pipeline& pipeline = imported.pipeline;
  EXPECT_EQ(imported.format, "studio");
  EXPECT_EQ(pipeline.Find("P1")->Value("table"), "p.news");
  EXPECT_EQ(pipeline.Find("P2")->component, "AppendId");
  EXPECT_EQ(pipeline.Find("P2")->Value("IDColName"), "id");
  EXPECT_EQ(pipeline.Find("P3")->Value("sql"), "select * from ${t1} t1 WHERE id < 9");
  EXPECT_TRUE(HasEdge(pipeline, "P1", "outputTable", "P2", "inputTableName"));
  EXPECT_TRUE(HasEdge(pipeline, "P2", "outputTableName", "P3", "t1"));
  EXPECT_EQ(pipeline.Find("B4")->Value("window"), "5");
  const std::string notes = NotesText(imported);
  EXPECT_NE(notes.find("B4: parameter access_key_secret holds a secret"), std::string::npos)
      << notes;
  EXPECT_NE(notes.find("B4: the node comes after 过滤与映射-1"), std::string::npos) << notes;
  const std::string all = ExportPaiFlow(pipeline).text + notes;
  EXPECT_EQ(all.find("LTAI"), std::string::npos);
  EXPECT_EQ(all.find("abcdef"), std::string::npos);
}

TEST_F(FormatsTest, WhatGoesOutComesInAsItWas) {
  Pipeline pipeline = Empty("鸢尾花 \"x\" <b> 🌸: #");
  pipeline.description = "two\nlines";
  pipeline.parameters = {{"day", "$bizdate"}, {"share", "0.8"}};
  // Each type once, with a value for each of its fields.
  int number = 0;
  for (const NodeType& type : OfferedTypes().types()) {
    PipelineNode node = Node("n" + std::to_string(number++), type.id);
    node.name = type.chinese + " - \"" + type.title + "\"";
    node.x = number * 10.5;
    node.enabled = number % 3 != 0;
    node.note = number % 2 == 0 ? "note: " + type.title : "";
    for (const Field& field : type.fields) {
      const std::string value = "v: " + field.name + " \"'\n${day}";
      if (RedactValue(field.name, value) == value) node.parameters[field.name] = value;
    }
    pipeline.nodes.push_back(node);
  }
  pipeline.nodes[0].parameters["table"] = "${share}";
  // An edge into each input from the first output that fits.
  for (const PipelineNode& taker : pipeline.nodes) {
    for (const TypePort& input : OfferedTypes().Find(taker.component)->inputs) {
      int edges = 0;
      for (const PipelineNode& giver : pipeline.nodes) {
        if (giver.id == taker.id || edges >= (input.many ? 2 : 1)) continue;
        for (const TypePort& output : OfferedTypes().Find(giver.component)->outputs) {
          if (!Fits(output.type, input.type) || edges >= (input.many ? 2 : 1)) continue;
          pipeline.edges.push_back({{giver.id, output.name}, {taker.id, input.name}});
          ++edges;
        }
      }
    }
  }
  const ImportedPipeline again = Imported(ExportPaiFlow(pipeline).text);
  EXPECT_EQ(again.pipeline.name, pipeline.name);
  EXPECT_EQ(again.pipeline.description, pipeline.description);
  EXPECT_EQ(again.pipeline.parameters, pipeline.parameters);
  ASSERT_EQ(again.pipeline.nodes.size(), pipeline.nodes.size());
  for (size_t i = 0; i < pipeline.nodes.size(); ++i) {
    const PipelineNode& one = pipeline.nodes[i];
    const PipelineNode& other = again.pipeline.nodes[i];
    EXPECT_EQ(other.id, one.id);
    EXPECT_EQ(other.name, one.name);
    EXPECT_EQ(other.component, one.component);
    EXPECT_EQ(other.parameters, one.parameters) << one.component;
    EXPECT_EQ(other.enabled, one.enabled);
    EXPECT_EQ(other.note, one.note);
    EXPECT_DOUBLE_EQ(other.x, one.x);
  }
  auto edges = pipeline.edges;
  auto others = again.pipeline.edges;
  std::ranges::sort(edges);
  std::ranges::sort(others);
  EXPECT_EQ(others, edges);
}

TEST_F(FormatsTest, AWorkflowIsSentToItsOwnImport) {
  for (const char* member : {"nodes", "workflows"}) {
    const auto imported = ImportPipeline(
        std::string("version: 1.1.0\nkind: CycleWorkflow\nspec:\n  ") + member + ": []\n");
    ASSERT_FALSE(imported.ok());
    EXPECT_NE(imported.error().hint.find("paisql flow import"), std::string::npos);
  }
}

TEST_F(FormatsTest, WrongTextsAreErrors) {
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "{\"a\":";
  std::string laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 10; ++i) {
    laughs += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int k = 0; k < 10; ++k) laughs += "*a" + std::to_string(i - 1) + (k < 9 ? ", " : "]\n");
  }
  const std::string xml =
      R"({"tasks": [{"taskName": "x", "taskUniqueCode": "P1", "code": "<!DOCTYPE x [<!ENTITY a \"b\">]><job>&a;</job>"}]})";
  const std::string broken =
      R"({"tasks": [{"taskName": "x", "taskUniqueCode": "P1", "code": "<job><sql>"}]})";
  for (const std::string& text :
       {std::string(), std::string("a: [1"), std::string("plain"), std::string("{}"),
        std::string("[]"), std::string("{\"tasks\": 3}"), std::string("{\"tasks\": [3]}"),
        std::string("spec: {pipelines: 7}"), deep, laughs, xml, broken,
        std::string("{\"paiflowPipeline\": \"spec: [\"}")}) {
    EXPECT_FALSE(ImportPipeline(text).ok()) << text.substr(0, 80);
  }
}

}  // namespace
}  // namespace paisql::designer
