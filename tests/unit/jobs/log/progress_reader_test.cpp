#include "jobs/log/progress_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "jobs/job_fixture.h"

namespace paisql::jobs {
namespace {

class ProgressReaderTest : public ::testing::Test {
 protected:
  bool Tell(const std::string& text, int64_t now_ms = 0) {
    return reader_.Take(text, now_ms, &progress_);
  }

  ProgressReader reader_;
  ProcessProgress progress_;
};

TEST_F(ProgressReaderTest, TheNewestValuesAreKept) {
  EXPECT_TRUE(Tell("{\"step\": 5, \"loss\": 0.5, \"rows_read\": 100}\n{\"step\": 7}\n"));
  EXPECT_TRUE(Tell("{\"rows_written\": 3, \"input_seconds\": 1.5, \"address\": \"http://a/\"}\n"));
  EXPECT_EQ(progress_.step, 7);
  EXPECT_EQ(progress_.loss, 0.5);
  EXPECT_EQ(progress_.rows_read, 100);
  EXPECT_EQ(progress_.rows_written, 3);
  EXPECT_EQ(progress_.input_seconds, 1.5);
  EXPECT_EQ(progress_.address, "http://a/");
  EXPECT_FALSE(Tell("{\"step\": 7}\n"));
}

TEST_F(ProgressReaderTest, ALossIsOfItsStep) {
  Tell("{\"step\": 5, \"loss\": 0.5}\n{\"step\": 7}\n");
  EXPECT_EQ(progress_.loss_step, 5);
  Tell("{\"step\": 9, \"loss\": 0.5, \"loss_step\": 6}\n");
  EXPECT_EQ(progress_.loss_step, 6);
  Tell("{\"step\": 10, \"loss\": 0.25, \"loss_step\": -1}\n");
  EXPECT_EQ(progress_.loss_step, 10);
  Tell("{\"loss\": 0.125}\n");
  EXPECT_FALSE(progress_.loss_step.has_value());
}

TEST_F(ProgressReaderTest, AProcessThatIsStartedAgainHasNotFinished) {
  EXPECT_TRUE(Tell("{\"finished\": true}\n"));
  EXPECT_TRUE(progress_.finished);
  EXPECT_FALSE(Tell("{\"finished\": 0}\n"));
  EXPECT_TRUE(progress_.finished);
  reader_.Restart(&progress_);
  EXPECT_FALSE(progress_.finished);
}

TEST_F(ProgressReaderTest, ALineMayComeInPieces) {
  EXPECT_FALSE(Tell("{\"ste"));
  EXPECT_TRUE(Tell("p\": 3}\n{"));
  EXPECT_EQ(progress_.step, 3);
}

TEST_F(ProgressReaderTest, StepsPerSecondAreThoseOfTheLastSeconds) {
  Tell("{\"step\": 0}\n", 1000);
  EXPECT_FALSE(progress_.steps_per_second.has_value());
  Tell("{\"step\": 50}\n", 2000);
  EXPECT_EQ(progress_.steps_per_second, 50.0);
  // The slow beginning is forgotten.
  for (int64_t second = 3; second <= 30; ++second) {
    Tell("{\"step\": " + std::to_string(50 + (second - 2) * 200) + "}\n", second * 1000);
  }
  EXPECT_EQ(progress_.steps_per_second, 200.0);
}

TEST_F(ProgressReaderTest, ARestartedProcessCountsOn) {
  Tell("{\"step\": 100, \"rows_read\": 10, \"rows_written\": 1}\n", 1000);
  reader_.Restart(&progress_);
  Tell("{\"step\": 80, \"rows_read\": 4, \"rows_written\": 2}\n", 5000);
  EXPECT_EQ(progress_.step, 80);
  EXPECT_EQ(progress_.rows_read, 14);
  EXPECT_EQ(progress_.rows_written, 3);
  EXPECT_FALSE(progress_.steps_per_second.has_value());
}

TEST_F(ProgressReaderTest, TimesAndBytesOfInputAreCountedOn) {
  Tell(
      "{\"bytes_read\": 1000, \"read_seconds\": 2.5, \"step_seconds\": 4, "
      "\"wait_seconds\": 1}\n");
  EXPECT_EQ(progress_.bytes_read, 1000);
  reader_.Restart(&progress_);
  Tell("{\"bytes_read\": 10, \"read_seconds\": 0.5, \"step_seconds\": 1}\n");
  EXPECT_EQ(progress_.bytes_read, 1010);
  EXPECT_EQ(progress_.read_seconds, 3.0);
  EXPECT_EQ(progress_.step_seconds, 5.0);
  EXPECT_EQ(progress_.wait_seconds, 1.0);
}

TEST_F(ProgressReaderTest, ALossMayBeNoFiniteNumber) {
  for (const char* line : {"{\"loss\": \"nan\"}\n", "{\"loss\": null}\n"}) {
    progress_.loss = 1;
    Tell(line);
    EXPECT_TRUE(std::isnan(progress_.loss.value_or(0))) << line;
  }
  Tell("{\"loss\": \"inf\"}\n");
  EXPECT_EQ(progress_.loss, std::numeric_limits<double>::infinity());
  Tell("{\"loss\": \"-inf\"}\n");
  EXPECT_EQ(progress_.loss, -std::numeric_limits<double>::infinity());
}

TEST_F(ProgressReaderTest, NonsenseChangesNothing) {
  const ProcessProgress before = progress_;
  for (const char* line :
       {"", "no json", "[1]", "{\"step\": -1}", "{\"step\": 1.5}", "{\"step\": \"7\"}",
        "{\"step\": 99999999999999999999}", "{\"rows_read\": true}", "{\"wait_seconds\": -1}",
        "{\"read_seconds\": 1e300}", "{\"step_seconds\": \"1\"}", "{\"bytes_read\": 1.5}",
        "{\"loss\": \"low\"}", "{\"address\": 7}", "\xff\xfe"}) {
    EXPECT_FALSE(Tell(std::string(line) + "\n")) << line;
  }
  EXPECT_EQ(progress_, before);
}

TEST_F(ProgressReaderTest, ALineWithoutEndIsLeftOut) {
  const std::string piece(40'000, 'x');
  for (int i = 0; i < 5; ++i) Tell(piece);
  EXPECT_FALSE(Tell("\n"));
  EXPECT_TRUE(Tell("{\"step\": 1}\n"));
}

TEST_F(ProgressReaderTest, CountsStayNumbersInTheirSums) {
  EXPECT_FALSE(Tell("{\"rows_read\": 9223372036854775807}\n"));
  EXPECT_TRUE(Tell("{\"rows_read\": 1000000000000000}\n"));
}

using ProgressTest = JobTest;

TEST_F(ProgressTest, WhatAScriptTellsReachesTheFollowerAndTheRow) {
  const std::string id =
      Submit(Shell("echo '{\"step\": 12, \"loss\": 0.25, \"rows_read\": 6, \"rows_written\": 2}' "
                   ">&$PAISQL_PROGRESS_FD\necho done\n"));
  EXPECT_EQ(Wait(id).state, store::JobState::kSucceeded);
  ASSERT_EQ(progress_.processes.size(), 1U);
  EXPECT_EQ(progress_.processes[0].step, 12);
  EXPECT_EQ(progress_.processes[0].state, "ended");
  EXPECT_EQ(service_->Progress(id), progress_);
  const auto job = service_->Find(id);
  ASSERT_TRUE(job.ok());
  EXPECT_EQ(job->steps, 12);
  EXPECT_EQ(job->loss, 0.25);
  EXPECT_EQ(job->rows_read, 6);
  EXPECT_EQ(job->rows_written, 2);
}

TEST_F(ProgressTest, WhatLimitsAJobIsSaid) {
  Run(Shell("exit 0\n"));
  EXPECT_EQ(progress_.limits, "");
  JobSpec spec = Shell("exit 0\n");
  spec.roles.front().memory_mb = 1000;
  Run(spec);
  EXPECT_THAT(progress_.limits, ::testing::StartsWith("memory by "));
}

TEST_F(ProgressTest, AFailedJobKeepsWhatItTold) {
  const std::string id =
      Submit(Shell("echo '{\"step\": 3, \"loss\": 1.5}' >&$PAISQL_PROGRESS_FD\nexit 1\n"));
  EXPECT_EQ(Wait(id).state, store::JobState::kFailed);
  EXPECT_EQ(service_->Find(id)->steps, 3);
  EXPECT_EQ(service_->Find(id)->loss, 1.5);
}

TEST_F(ProgressTest, ALossThatDivergedReachesTheRowAndTheStages) {
  for (const char* loss : {"nan", "inf", "-inf"}) {
    const std::string id =
        Submit(Shell("echo '{\"loss\": \"" + std::string(loss) + "\"}' >&$PAISQL_PROGRESS_FD\n"));
    EXPECT_EQ(Wait(id).state, store::JobState::kSucceeded);
    const std::optional<double> row = service_->Find(id)->loss;
    ASSERT_TRUE(row.has_value()) << loss;
    EXPECT_EQ(fmt::format("{}", *row), loss);
    const std::optional<double> stage = service_->Progress(id).processes.at(0).loss;
    ASSERT_TRUE(stage.has_value()) << loss;
    EXPECT_EQ(fmt::format("{}", *stage), loss);
  }
}

}  // namespace
}  // namespace paisql::jobs
