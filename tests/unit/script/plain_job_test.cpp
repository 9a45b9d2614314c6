#include "script/progress/plain_job.h"

#include <gtest/gtest.h>

namespace paisql::script {
namespace {

using jobs::JobProgress;

constexpr const char* kTime = "2026-11-21 05:43:33";

JobProgress Running(int processes, std::optional<int64_t> step = {}) {
  JobProgress progress;
  progress.processes.resize(static_cast<size_t>(processes));
  for (int i = 0; i < processes; ++i) {
    auto& process = progress.processes[static_cast<size_t>(i)];
    process.role = "worker";
    process.index = i;
    process.state = "running";
  }
  progress.processes[0].step = step;
  return progress;
}

class PlainJobTest : public ::testing::Test {
 protected:
  std::string Output(std::string_view bytes) { return job_.Output(bytes, now_, kTime); }
  std::string Progress(const JobProgress& progress) { return job_.Progress(progress, now_, kTime); }

  PlainJob job_;
  int64_t now_ = 50'000;
};

TEST_F(PlainJobTest, AJobThatTellsNothingShowsItsOutputOnly) {
  EXPECT_EQ(Progress(Running(1)), "");
  EXPECT_EQ(Output("hello"), "hello");
  EXPECT_EQ(Output("\n"), "\n");
  EXPECT_EQ(job_.End(true, now_), "");
}

TEST_F(PlainJobTest, AQueuedJobSaysSoWhenItsReasonChanges) {
  JobProgress queued = Running(2);
  queued.waits_for = "1 GPU";
  EXPECT_EQ(Progress(queued), "Job Queueing... waits for 1 GPU\n");
  EXPECT_EQ(Progress(queued), "");
  queued.waits_for = "2 cores";
  EXPECT_EQ(Progress(queued), "Job Queueing... waits for 2 cores\n");
  queued.waits_for.clear();
  EXPECT_EQ(Progress(queued), std::string(kTime) + " worker_job:2/0/2[RUNNING]\n");
}

TEST_F(PlainJobTest, StatesAreToldWhenTheyChange) {
  JobProgress progress = Running(2);
  EXPECT_EQ(Progress(progress), std::string(kTime) + " worker_job:2/0/2[RUNNING]\n");
  progress.processes[0].rows_read = 5;
  EXPECT_EQ(Progress(progress), "");
  progress.processes[1].state = "ended";
  EXPECT_EQ(Progress(progress), std::string(kTime) + " worker_job:1/1/2[RUNNING]\n");
}

TEST_F(PlainJobTest, StepsAreToldNowAndThenAndAtTheEnd) {
  EXPECT_EQ(Progress(Running(1, 10)), "worker 0: step 10  ELAPSED TIME: 0 s\n");
  now_ += 9'999;
  EXPECT_EQ(Progress(Running(1, 20)), "");
  now_ += 1;
  EXPECT_EQ(Progress(Running(1, 20)), "worker 0: step 20  ELAPSED TIME: 0 s\n");
  now_ += 20'000;
  EXPECT_EQ(Progress(Running(1, 20)), "");
  JobProgress ended = Running(1, 30);
  ended.processes[0].state = "ended";
  ended.elapsed_ms = 4000;
  EXPECT_EQ(Progress(ended), "");
  EXPECT_EQ(job_.End(true, now_), "worker 0: step 30  4 s\n");
}

TEST_F(PlainJobTest, WhatAJobHasReadIsToldAlsoWithoutSteps) {
  JobProgress progress = Running(1);
  progress.processes[0].rows_read = 5000;
  EXPECT_EQ(Progress(progress), "");
  EXPECT_EQ(job_.End(true, now_), "");  // in no time
  progress.processes[0].read_seconds = 2;
  EXPECT_EQ(Progress(progress), "");
  EXPECT_EQ(Output("50"), "50");
  EXPECT_EQ(job_.End(true, now_), "\nread 5,000 rows at 2,500 rows/s\n");
}

TEST_F(PlainJobTest, ALineOfTheScriptIsNotCut) {
  EXPECT_EQ(Output("50"), "50");
  EXPECT_EQ(Progress(Running(1, 10)), "");
  EXPECT_EQ(Output(" %\n"), " %\nworker 0: step 10  ELAPSED TIME: 0 s\n");
}

TEST_F(PlainJobTest, AJobThatGoesOnUnseenHasNoLastLine) {
  (void)Progress(Running(1, 10));
  EXPECT_EQ(job_.End(false, now_), "");
}

}  // namespace
}  // namespace paisql::script
