// What a job that goes to Spark takes along from its session. The Python of Spark's client is a
// shell here, so no job comes to run.

#include "jobs/job/job_directory.h"
#include "jobs/job_fixture.h"
#include "jobs/spec/spark_cluster.h"

namespace paisql::jobs {
namespace {

class SparkJobTest : public JobTest {
 protected:
  void SetUp() override {
    JobTest::SetUp();
    Write("python", "#!/bin/sh\n");
    std::filesystem::permissions(folder_ + "/python", std::filesystem::perms::owner_all);
  }

  JobSpec OnSpark() const {
    JobSpec spec = Shell("true");
    spec.settings = {{kPlaceSetting, "spark"},
                     {kRemoteSetting, "sc://host:1"},
                     {kPythonSetting, folder_ + "/python"}};
    return spec;
  }
};

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
