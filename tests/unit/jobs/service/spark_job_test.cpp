// What a job that goes to Spark takes along from its session. The Python of Spark's client is a
// shell here, so no job comes to run.

#include <cstdlib>

#include "base/files/files.h"
#include "jobs/job/job_directory.h"
#include "jobs/job_fixture.h"
#include "jobs/spec/spark_cluster.h"

namespace paisql::jobs {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class SparkJobTest : public JobTest {
 protected:
  void SetUp() override {
    JobTest::SetUp();
    Write("python", std::string("#!/bin/sh\necho \"the token is $") + kTokenVariable +
                        "\"\necho \"safe path $PYTHONSAFEPATH, arguments $*\"\n");
    std::filesystem::permissions(folder_ + "/python", std::filesystem::perms::owner_all);
  }

  JobSpec OnSpark() const {
    JobSpec spec = Shell("true");
    spec.spark = ChooseCluster({{kPlaceSetting, "spark"},
                                {kRemoteSetting, "sc://host:1"},
                                {kPythonSetting, folder_ + "/python"}});
    return spec;
  }
};

TEST_F(SparkJobTest, TheServersTokenReachesTheProgramAlone) {
  setenv(kTokenVariable, "hidden", 1);
  const std::string id = Submit(OnSpark());
  unsetenv(kTokenVariable);
  const JobOutcome outcome = Wait(id);
  EXPECT_EQ(outcome.state, store::JobState::kFailed);
  EXPECT_THAT(outcome.message, HasSubstr("runs the job's stage on Spark has ended"));
  const JobPlaces places{catalog_->home().JobPath(id)};
  const Result<std::string> said = ReadFile(places.SupervisorLog());
  ASSERT_TRUE(said.ok());
  EXPECT_THAT(*said, HasSubstr("the token is hidden\n"));
  const Result<std::string> file = ReadFile(places.JobFile());
  ASSERT_TRUE(file.ok());
  EXPECT_THAT(*file, Not(HasSubstr("hidden")));
}

TEST_F(SparkJobTest, TheProgramRunsOnPython310) {
  const std::string id = Submit(OnSpark());
  Wait(id);
  const JobPlaces places{catalog_->home().JobPath(id)};
  const Result<std::string> said = ReadFile(places.SupervisorLog());
  ASSERT_TRUE(said.ok());
  EXPECT_THAT(*said, HasSubstr("safe path 1, arguments -u -m paisql.stage.program\n"));
}

TEST_F(SparkJobTest, AJobHasNoCardsThatItsSessionForbids) {
  JobSpec spec = OnSpark();
  spec.roles[0].gpu = 200;
  const std::string with = Submit(spec);
  spec.quota.gpus = "none";
  const std::string without = Submit(spec);
  Wait(with);
  Wait(without);
  const auto cards = [this](const std::string& id) {
    const Result<JobFile> file = ReadJobFile(catalog_->home().JobPath(id));
    EXPECT_TRUE(file.ok());
    return file.ok() ? file->roles[0].gpu : -1;
  };
  EXPECT_EQ(cards(with), 200);
  EXPECT_EQ(cards(without), 0);
}

TEST_F(SparkJobTest, WhatVisitorsLookForStaysHere) {
  JobSpec spec = OnSpark();
  EXPECT_FALSE(StaysHere(spec));
  spec.roles[0].name = "stream";
  EXPECT_TRUE(StaysHere(spec));
  EXPECT_EQ(Run(spec).state, store::JobState::kSucceeded);
}

}  // namespace
}  // namespace paisql::jobs
