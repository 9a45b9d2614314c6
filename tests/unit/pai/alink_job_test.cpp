// Alink's script components as jobs: their processes, and which inputs they take.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pai/build_job.h"
#include "pai/job_fixture.h"

namespace paisql::pai {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kComponent =
    "PAI -name tensorflow2_batch -DinputTableName=plain -DoutputTableName=made "
    "-DmainScriptFile=train.py -DoutputSchemaStr='v long' ";

class AlinkJobTest : public BuildJobTest {
 protected:
  // "<workers>+<parameter servers>", or the error.
  std::string Processes(const std::string& parameters) {
    const auto spec = Build(kComponent + parameters);
    if (!spec.ok()) return spec.error().ToString();
    int workers = 0;
    int servers = 0;
    for (const jobs::RoleSpec& role : spec->roles) {
      (role.name == "ps" ? servers : workers) += role.count;
    }
    EXPECT_TRUE(spec->distributed) << parameters;
    return std::to_string(workers) + "+" + std::to_string(servers);
  }
};

TEST_F(AlinkJobTest, WhatIsNotSetFollowsFromTheParallelism) {
  EXPECT_EQ(Processes(""), "1+0");
  EXPECT_EQ(Processes("-Dparallelism=2"), "1+1");
  EXPECT_EQ(Processes("-Dparallelism=3"), "2+1");
  EXPECT_EQ(Processes("-Dparallelism=4"), "3+1");
  EXPECT_EQ(Processes("-Dparallelism=8"), "6+2");
  EXPECT_EQ(Processes("-Dparallelism=8 -DnumPSs=3"), "5+3");
  EXPECT_EQ(Processes("-Dparallelism=8 -DnumWorkers=3"), "3+5");
  EXPECT_EQ(Processes("-Dparallelism=8 -DnumWorkers=2 -DnumPSs=1"), "2+1");
  EXPECT_EQ(Processes("-DnumWorkers=3"), "3+0");
  EXPECT_THAT(Processes("-Dparallelism=2 -DnumPSs=2"),
              HasSubstr("a job cannot have 0 workers and 2 parameter servers"));
}

TEST_F(AlinkJobTest, ParametersHaveTheirNamesInAlink) {
  const std::string start =
      "PAI -name tensorflow_batch -DinputTableName=plain -DoutputTableName=made "
      "-DmainScriptFile=train.py ";
  Write("beside.py", "");
  const auto spec = Build(start + "-DscriptFiles=beside.py -DtableSchema='a long'");
  ASSERT_TRUE(spec.ok()) << spec.error().ToString();
  EXPECT_THAT(spec->files, ElementsAre(HasSubstr("beside.py"), HasSubstr("train.py")));
  EXPECT_EQ(spec->outputs[0].table.columns[0].name, "a");
  EXPECT_THAT(Failure(start + "-Dschema='a long' -DschemaStr='a long'"),
              HasSubstr("is given twice @ schemaStr ! "));
}

TEST_F(AlinkJobTest, ThreadsWithinAnOperationReachTheProcesses) {
  const auto told = [this](const std::string& statement) {
    const auto spec = Build(statement + " -DintraOpParallelism=3");
    EXPECT_TRUE(spec.ok()) << Failure(statement);
    return spec.ok() ? spec->environment.at("PAISQL_ALINK") : "";
  };
  EXPECT_THAT(told(kComponent), HasSubstr("\"intra_op\":3"));
  Write("model.onnx", "");
  for (const char* form : {"", "_stream"}) {
    EXPECT_THAT(told(std::string("PAI -name onnx_model_predict") + form +
                     " -DmodelPath=model.onnx -DinputTableName=plain -DoutputTableName=made "
                     "-DoutputSchemaStr='y long'"),
                HasSubstr("\"threads\":3"));
  }
}

TEST_F(AlinkJobTest, AStreamHasOneInput) {
  EXPECT_THAT(Failure("PAI -name tensorflow2_stream -DinputTableName=plain -DoutputTableName=made "
                      "-DmainScriptFile=train.py -DoutputSchemaStr='v long' "
                      "-DbroadcastTableNames=parts"),
              HasSubstr("broadcastTableNames"));
}

TEST_F(AlinkJobTest, LayersOfKerasAreAListOfTexts) {
  const auto said = [&](const std::string& parameters) {
    return Failure(
        "PAI -name keras_sequential_classifier_train -DinputTableName=plain "
        "-DoutputTableName=made -DtensorCol=v -DlabelCol=v " +
        parameters);
  };
  EXPECT_THAT(said(R"x(-Dlayers='["Dense(8)", 7]')x"), HasSubstr("a layer is a text @ 7 ! "));
  EXPECT_THAT(said(R"x(-Dlayers='Dense(8)')x"), HasSubstr("layers: "));
  EXPECT_THAT(said(R"x(-Dlayers='{}')x"), HasSubstr("layers is a JSON list of texts @ {} ! "));
  // The job judges the texts themselves.
  EXPECT_THAT(said(R"x(-Dlayers='["Dnese(8)"]' -Doptimizer=adm)x"),
              HasSubstr("labelCol is the column of tensorCol"));
}

}  // namespace
}  // namespace paisql::pai
