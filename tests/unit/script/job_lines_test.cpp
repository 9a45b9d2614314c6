#include "script/progress/job_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "base/text.h"
#include "script/progress/stage_table.h"

namespace paisql::script {
namespace {

using jobs::JobProgress;
using jobs::ProcessProgress;
using ::testing::ElementsAre;

ProcessProgress Process(const std::string& role, int index, const std::string& state,
                        int restarts = 0) {
  ProcessProgress process;
  process.role = role;
  process.index = index;
  process.state = state;
  process.restarts = restarts;
  return process;
}

JobProgress Job(std::vector<ProcessProgress> processes) {
  JobProgress progress;
  progress.processes = std::move(processes);
  return progress;
}

// One that has told everything.
ProcessProgress Trained() {
  ProcessProgress process = Process("worker", 0, "running");
  process.step = 1200;
  process.steps_per_second = 53.14;
  process.loss = 0.15134;
  process.rows_read = 1'234'567;
  process.input_seconds = 0.5;
  return process;
}

JobProgress Cluster() {
  return Job({Process("ps", 0, "running"), Process("worker", 0, "running"),
              Process("worker", 1, "ended")});
}

std::vector<std::string> Texts(const std::vector<JobLine>& lines) {
  std::vector<std::string> texts;
  for (const JobLine& line : lines) texts.push_back(line.text);
  return texts;
}

TEST(JobLinesTest, ALineTellsAllThatIsKnown) {
  EXPECT_EQ(ProgressLine(Job({Trained()}), 12'300, true),
            "worker 0: step 1200  53.1 steps/s  loss 0.1513  rows 1.2 M  input 4 %  "
            "ELAPSED TIME: 12 s");
  EXPECT_EQ(FinalLine(Job({Trained()}), 16'000),
            "worker 0: step 1200  loss 0.1513  rows 1.2 M  16 s");
}

TEST(JobLinesTest, WhatWasReadAndWaitedForIsALineOfItsOwn) {
  ProcessProgress process = Trained();
  process.rows_read = 1'200'000;
  process.bytes_read = 310'000'000;
  process.read_seconds = 2.925;
  process.step_seconds = 10;
  process.wait_seconds = 0.3;
  EXPECT_EQ(ReadingLine(Job({process})),
            "read 1,200,000 rows, 310.0 MB, at 410,000 rows/s, 106.0 MB/s; 3 % of the steps' time "
            "waited for input");
  EXPECT_EQ(ProgressLine(Job({process}), 12'300, true),
            "worker 0: step 1200  53.1 steps/s  loss 0.1513  rows 1.2 M (410.3 k/s)  input 3 %  "
            "ELAPSED TIME: 12 s");
  // The speed is the first to go where there is little room.
  const std::vector<std::string> narrow =
      Texts(BlockLines(Job({process}), 12'300, {59, 24, false}));
  EXPECT_EQ(narrow[0], "worker 0: step 1200  53.1 steps/s  loss 0.1513  rows 1.2 M");
  EXPECT_TRUE(narrow[1].starts_with("  input 3 %")) << narrow[1];
  EXPECT_EQ(ReadingLine(Job({Trained()})), "");
  EXPECT_EQ(ReadingLine({}), "");
}

TEST(JobLinesTest, WhatIsNotKnownIsLeftOut) {
  EXPECT_EQ(ProgressLine(Job({Process("worker", 0, "running")}), 5000, true),
            "worker 0: running  ELAPSED TIME: 5 s");
  EXPECT_EQ(ProgressLine(Job({Process("worker", 0, "waiting", 2)}), 5000, false),
            "worker 0: waiting  restarts 2");
  ProcessProgress writer = Process("worker", 0, "running");
  writer.rows_written = 7;
  EXPECT_EQ(ProgressLine(Job({writer}), 5000, false), "worker 0: written 7");
  EXPECT_EQ(FinalLine(Job({Process("worker", 0, "ended")}), 5000), "");
  EXPECT_EQ(FinalLine({}, 5000), "");
  EXPECT_EQ(ProgressLine({}, 5000, true), "");
}

TEST(JobLinesTest, StrangeNumbers) {
  ProcessProgress process = Trained();
  process.loss = std::numeric_limits<double>::quiet_NaN();
  process.step = std::numeric_limits<int64_t>::max();
  process.steps_per_second = 2.5e7;
  process.rows_read = std::numeric_limits<int64_t>::max();
  process.input_seconds = 1e9;  // of several readers at once, say
  EXPECT_EQ(ProgressLine(Job({process}), 1000, false),
            "worker 0: step 9223372036854775807  25.0 M steps/s  loss nan  rows 9.2 E  "
            "input 100 %");
  process.loss = -std::numeric_limits<double>::infinity();
  process.steps_per_second = std::numeric_limits<double>::infinity();
  EXPECT_EQ(FinalLine(Job({process}), 0),
            "worker 0: step 9223372036854775807  loss -inf  rows 9.2 E  0 s");
  EXPECT_EQ(ProgressLine(Job({process}), 0, false),
            "worker 0: step 9223372036854775807  loss -inf  rows 9.2 E");
  process.steps_per_second = 0.125;
  process.loss = 1.5e-7;
  EXPECT_EQ(ProgressLine(Job({process}), 0, false),
            "worker 0: step 9223372036854775807  0.12 steps/s  loss 1.5e-07  rows 9.2 E");
}

TEST(JobLinesTest, StatesAsTheClientWritesThem) {
  EXPECT_EQ(StatesLine(Cluster()), "ps_job:1/0/1[RUNNING]\tworker_job:1/1/2[RUNNING]");
  EXPECT_EQ(StatesLine(Job({Process("worker", 0, "ended"), Process("evaluator", 0, "waiting")})),
            "worker_job:0/1/1[TERMINATED]\tevaluator_job:0/0/1[WAITING]");
}

TEST(JobLinesTest, TheStageTableIsTheClients) {
  const std::string rule(94, '-');
  EXPECT_THAT(
      Texts(StageTable(Cluster(), 1710, 100)),
      ElementsAre(
          rule,
          "                    STAGES        STATUS  TOTAL  COMPLETED  RUNNING  PENDING  BACKUP",
          "ps_job                           RUNNING      1          0        1 "
          "       0       0",
          "worker_job .......               RUNNING      2          1        1        0       0",
          rule, "STAGES: 00/02    [========>>------------------] 33%   ELAPSED TIME: 1 s", rule));
}

TEST(JobLinesTest, RestartsHaveAColumnWhenThereWereSome) {
  const JobProgress restarted =
      Job({Process("worker", 0, "running", 1), Process("worker", 1, "waiting", 2)});
  const std::vector<std::string> texts = Texts(StageTable(restarted, 0, 100));
  EXPECT_TRUE(texts[1].ends_with("BACKUP  RESTARTS")) << texts[1];
  EXPECT_TRUE(texts[2].ends_with("       0         3")) << texts[2];
  EXPECT_EQ(texts[2].size(), 94U);
  const std::vector<std::string> narrow = Texts(StageTable(restarted, 0, 60));
  EXPECT_EQ(narrow[1], "STAGES             STATUS  TOTAL  DONE  RUN  PEND  RESTARTS");
  EXPECT_EQ(narrow[2], "worker_job        RUNNING      2     0    1     1         3");
  EXPECT_THAT(FinalLine(Job({Trained(), Process("worker", 1, "ended", 2)}), 1000),
              testing::HasSubstr("restarts 2"));
}

TEST(JobLinesTest, AQueuedJobSaysWhatItWaitsFor) {
  JobProgress progress = Cluster();
  progress.waits_for = "1 GPU,\nin use by 作业一";
  EXPECT_EQ(QueueLine(progress), "Job Queueing... waits for 1 GPU, in use by 作业一");
  EXPECT_THAT(Texts(BlockLines(progress, 0, {80, 24, false})), ElementsAre(QueueLine(progress)));
}

TEST(JobLinesTest, TheBlockFitsTheTerminal) {
  JobProgress progress = Cluster();
  progress.processes[1] = Trained();
  EXPECT_EQ(BlockLines(progress, 1000, {200, 24, false}).size(), 8U);
  EXPECT_EQ(BlockLines(progress, 1000, {200, 10, false}).size(), 8U);
  // Without room for the table the line tells the time itself, and a second one the states.
  const auto low = BlockLines(progress, 1000, {200, 9, false});
  ASSERT_EQ(low.size(), 2U);
  EXPECT_TRUE(low[0].text.ends_with("ELAPSED TIME: 1 s"));
  EXPECT_EQ(low[1].text, "ps_job:1/0/1[RUNNING]  worker_job:1/1/2[RUNNING]");
  EXPECT_EQ(BlockLines(progress, 1000, {200, 3, false}).size(), 1U);
  EXPECT_EQ(BlockLines(progress, 1000, {200, 2, false}).size(), 0U);
  progress.waits_for = "显卡显卡显卡";
  for (int columns = 1; columns < 40; ++columns) {
    for (const JobLine& line : BlockLines(progress, 1000, {columns, 24, false})) {
      EXPECT_LT(DisplayWidth(line.text), columns);
      EXPECT_TRUE(IsValidUtf8(line.text));
    }
  }
  EXPECT_THAT(Texts(BlockLines(progress, 1000, {30, 24, false})),
              ElementsAre("Job Queueing... waits for", "  显卡显卡显卡"));
  EXPECT_EQ(Texts(BlockLines(progress, 1000, {10, 24, false})).back(), "  显卡显");
  EXPECT_TRUE(BlockLines({}, 1000, {80, 24, false}).empty());
}

TEST(JobLinesTest, ALossOfAnotherStepSaysWhich) {
  ProcessProgress process = Trained();
  process.loss_step = 1200;
  EXPECT_EQ(FinalLine(Job({process}), 16'000),
            "worker 0: step 1200  loss 0.1513  rows 1.2 M  16 s");
  process.loss_step = 1199;
  EXPECT_EQ(FinalLine(Job({process}), 16'000),
            "worker 0: step 1200  loss 0.1513 (step 1199)  rows 1.2 M  16 s");
  // While it runs, a loss may be a little older than the step.
  EXPECT_THAT(ProgressLine(Job({process}), 0, false), testing::HasSubstr("loss 0.1513  rows"));
  process.loss_step = 1100;
  EXPECT_THAT(ProgressLine(Job({process}), 0, false),
              testing::HasSubstr("loss 0.1513 (step 1100)  rows"));
}

TEST(JobLinesTest, TheBarMovesWithTheSteps) {
  JobProgress progress = Cluster();
  progress.processes[1] = Trained();
  progress.total_steps = 2000;
  EXPECT_EQ(StepsDone(progress), 0.6);
  EXPECT_EQ(RemainingMs(progress, 1000), 15'054);
  EXPECT_EQ(Texts(StageTable(progress, 12'000, 100))[5],
            "STAGES: 00/02    [===============>>-----------] 60%   ELAPSED TIME: 12 s  ~15 s left");
  EXPECT_EQ(Texts(StageTable(progress, 12'000, 60))[5],
            "STAGES: 00/02 [======>>----] 60%  12 s  ~15 s left");
  EXPECT_EQ(ProgressLine(progress, 0, false),
            "worker 0: step 1200 of 2000  53.1 steps/s  loss 0.1513  rows 1.2 M");
  progress.total_is_guess = true;
  EXPECT_THAT(ProgressLine(progress, 0, false), testing::HasSubstr("step 1200 of ~2000  "));
  // Without a speed, the time so far tells it.
  progress.processes[1].steps_per_second.reset();
  EXPECT_EQ(RemainingMs(progress, 6000), 4000);
  progress.processes[1].step = 0;
  EXPECT_FALSE(RemainingMs(progress, 6000).has_value());
  progress.processes[1].step = 2000;
  EXPECT_FALSE(RemainingMs(progress, 6000).has_value());
  EXPECT_EQ(StepsDone(progress), 1.0);
  progress.total_steps.reset();
  EXPECT_FALSE(StepsDone(progress).has_value());
}

TEST(JobLinesTest, NothingIsLostAt60Columns) {
  JobProgress progress = Job({Trained()});
  progress.total_steps = 2000;
  EXPECT_THAT(Texts(BlockLines(progress, 12'000, {60, 20, false})),
              ElementsAre("worker 0: step 1200 of 2000  53.1 steps/s  loss 0.1513",
                          "  rows 1.2 M  input 4 %  ELAPSED TIME: 12 s  ~15 s left"));
  EXPECT_THAT(Texts(BlockLines(progress, 12'000, {20, 20, false})),
              ElementsAre("worker 0:", "  step 1200 of 2000", "  53.1 steps/s", "  loss 0.1513",
                          "  rows 1.2 M", "  input 4 %  12 s", "  ~15 s left"));
  // The first lines say most where not all have room.
  EXPECT_EQ(BlockLines(progress, 12'000, {20, 5, false}).size(), 3U);

  progress = Cluster();
  progress.processes[1] = Trained();
  const std::string rule(49, '-');
  EXPECT_THAT(
      Texts(BlockLines(progress, 1710, {60, 20, false})),
      ElementsAre(rule, "STAGES             STATUS  TOTAL  DONE  RUN  PEND",
                  "ps_job            RUNNING      1     0    1     0",
                  "worker_job .      RUNNING      2     1    1     0", rule,
                  "STAGES: 00/02 [===>>-------] 33%  1 s", rule,
                  "worker 0: step 1200  53.1 steps/s  loss 0.1513  rows 1.2 M", "  input 29 %"));
}

}  // namespace
}  // namespace paisql::script
