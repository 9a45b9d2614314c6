#include "script/progress/job_block.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "screen_model.h"

namespace paisql::script {
namespace {

using jobs::JobProgress;
using ::testing::HasSubstr;
using ::testing::Not;

JobProgress AtStep(int64_t step, int64_t elapsed_ms = 0) {
  JobProgress progress;
  progress.elapsed_ms = elapsed_ms;
  progress.processes.resize(1);
  progress.processes[0].role = "worker";
  progress.processes[0].state = "running";
  progress.processes[0].step = step;
  return progress;
}

// A block on a terminal of its own.
class JobBlockTest : public ::testing::Test {
 protected:
  void Resize(int columns, int rows) {
    screen_ = {columns, rows, false};
    model_.emplace(columns, rows);
  }
  void Output(std::string_view bytes) { model_->Write(block_.Output(bytes, now_, screen_)); }
  void Progress(const JobProgress& progress) {
    model_->Write(block_.Progress(progress, now_, screen_));
  }
  // Time passes until the block wants to be drawn.
  void Tick() {
    ASSERT_NE(block_.next_tick_ms(), JobBlock::kNever);
    now_ = std::max(now_, block_.next_tick_ms());
    model_->Write(block_.Tick(now_, screen_));
  }
  void Ask() { model_->Write(block_.Ask("[k]ill?", screen_)); }
  void Withdraw() { model_->Write(block_.Withdraw(now_, screen_)); }
  void End(bool ended) { model_->Write(block_.End(ended, now_)); }

  int64_t now_ = 1'000'000;
  terminal::Screen screen_{60, 10, false};
  JobBlock block_;
  std::optional<ScreenModel> model_ = ScreenModel(60, 10);
};

TEST_F(JobBlockTest, OutputStandsAboveTheBlock) {
  Output("one\n");
  EXPECT_EQ(model_->Text(), "one");
  Progress(AtStep(1));
  EXPECT_EQ(model_->Text(), "one\nworker 0: step 1  ELAPSED TIME: 0 s");
  Output("two\n");
  Tick();
  EXPECT_EQ(model_->Text(), "one\ntwo\nworker 0: step 1  ELAPSED TIME: 0 s");
  Progress(AtStep(2));
  Tick();
  EXPECT_EQ(model_->Text(), "one\ntwo\nworker 0: step 2  ELAPSED TIME: 0 s");
  End(true);
  EXPECT_EQ(model_->Text(), "one\ntwo\nworker 0: step 2  0 s");
  EXPECT_EQ(model_->column(), 0);
  EXPECT_EQ(model_->row(), 3);
}

TEST_F(JobBlockTest, AnOpenLineGoesOnWhereItStopped) {
  Progress(AtStep(1));
  now_ += JobBlock::kRedrawMs;
  Output("10%");
  EXPECT_EQ(model_->Text(), "10%\nworker 0: step 1  ELAPSED TIME: 0 s");
  EXPECT_EQ(model_->column(), 3);
  now_ += JobBlock::kRedrawMs;
  Output("|20%");
  EXPECT_EQ(model_->Text(), "10%|20%\nworker 0: step 1  ELAPSED TIME: 0 s");
  now_ += JobBlock::kRedrawMs;
  Output("\r30%");
  EXPECT_EQ(model_->Text(), "30%|20%\nworker 0: step 1  ELAPSED TIME: 0 s");
  now_ += JobBlock::kRedrawMs;
  Output("\ndone\n");
  EXPECT_EQ(model_->Text(), "30%|20%\ndone\nworker 0: step 1  ELAPSED TIME: 0 s");
}

TEST_F(JobBlockTest, TheSameAtTheBottomOfTheScreen) {
  for (int rows = 3; rows < 12; ++rows) {
    Resize(100, rows);
    block_ = {};
    JobProgress cluster = AtStep(1);
    cluster.processes.push_back(cluster.processes[0]);
    cluster.processes[1].role = "ps";
    Progress(cluster);
    std::string expected;
    for (int line = 0; line < 20; ++line) {
      for (const char* piece : {"some", " text", "\n"}) {
        now_ += JobBlock::kRedrawMs;
        Output(piece);
      }
      expected += "some text\n";
    }
    now_ += JobBlock::kRedrawMs;
    Output("open");
    End(false);
    EXPECT_EQ(model_->Text(), expected + "open") << rows;
  }
}

TEST_F(JobBlockTest, OutputWaitsButIsNotKept) {
  Progress(AtStep(1));
  Output("a\n");
  Output("b\n");
  EXPECT_THAT(model_->Text(), Not(HasSubstr("a")));
  EXPECT_LE(block_.next_tick_ms() - now_, JobBlock::kRedrawMs);
  Output(std::string(70'000, '\n'));
  EXPECT_THAT(model_->Text(), HasSubstr("a\nb\n"));
}

TEST_F(JobBlockTest, ChangesOfStateAreShownAtOnce) {
  Progress(AtStep(1));
  Progress(AtStep(2));
  EXPECT_THAT(model_->Text(), HasSubstr("step 1"));
  JobProgress restarted = AtStep(3);
  restarted.processes[0].restarts = 1;
  Progress(restarted);
  EXPECT_THAT(model_->Text(), HasSubstr("step 3  restarts 1"));
  restarted.processes[0].state = "waiting";
  Progress(restarted);
  EXPECT_THAT(model_->Text(), HasSubstr("worker 0: waiting  step 3"));
}

TEST_F(JobBlockTest, TimePassesWhileTheJobRuns) {
  Progress(AtStep(1, 4300));
  EXPECT_THAT(model_->Text(), HasSubstr("ELAPSED TIME: 4 s"));
  Tick();
  EXPECT_THAT(model_->Text(), HasSubstr("ELAPSED TIME: 5 s"));
  Tick();
  EXPECT_THAT(model_->Text(), HasSubstr("ELAPSED TIME: 6 s"));
  JobProgress ended = AtStep(1, 7000);
  ended.processes[0].state = "ended";
  Progress(ended);
  EXPECT_EQ(block_.next_tick_ms(), JobBlock::kNever);
}

TEST_F(JobBlockTest, AQueuedJobNeedsNoClock) {
  JobProgress queued = AtStep(0);
  queued.processes[0].state = "waiting";
  queued.processes[0].step.reset();
  queued.waits_for = "1 GPU";
  Progress(queued);
  EXPECT_EQ(model_->Text(), "Job Queueing... waits for 1 GPU");
  EXPECT_EQ(block_.next_tick_ms(), JobBlock::kNever);
  queued.waits_for.clear();
  Progress(queued);
  EXPECT_EQ(model_->Text(), "worker 0: waiting  ELAPSED TIME: 0 s");
}

TEST_F(JobBlockTest, AQuestionTakesTheBlocksPlace) {
  for (const std::string start : {"", "a bar"}) {
    Resize(60, 4);
    block_ = {};
    Output("1\n2\n3\n");
    if (!start.empty()) Output(start);
    Progress(AtStep(1));
    Output("late");
    Ask();
    EXPECT_EQ(model_->Text(), "1\n2\n3\n" + start + "late\n[k]ill?");
    EXPECT_EQ(model_->column(), 7);
    EXPECT_EQ(block_.next_tick_ms(), JobBlock::kNever);
    Progress(AtStep(2));
    Withdraw();
    EXPECT_EQ(model_->Text(), "1\n2\n3\n" + start + "late\nworker 0: step 2  ELAPSED TIME: 0 s");
    now_ += JobBlock::kRedrawMs;
    Output("r\n");
    End(false);
    EXPECT_EQ(model_->Text(), "1\n2\n3\n" + start + "later");
  }
}

TEST_F(JobBlockTest, ASmallerTerminalLosesNoOutput) {
  Output("kept\n");
  Progress(AtStep(1));
  screen_ = {12, 3, false};
  now_ += JobBlock::kRedrawMs;
  Progress(AtStep(2));
  EXPECT_EQ(model_->Text(), "kept\nworker 0:");
  screen_ = {0, 0, false};
  now_ += JobBlock::kRedrawMs;
  Output("also\n");
  EXPECT_EQ(model_->Text(), "kept\nalso");
}

TEST_F(JobBlockTest, ColoursOnlyWhereWanted) {
  JobProgress cluster = AtStep(1);
  cluster.processes.push_back(cluster.processes[0]);
  screen_ = {100, 20, false};
  EXPECT_THAT(block_.Progress(cluster, now_, screen_), Not(HasSubstr("\033[1;")));
  block_ = {};
  screen_.color = true;
  EXPECT_THAT(block_.Progress(cluster, now_, screen_), HasSubstr("\033[1;36m"));
}

TEST_F(JobBlockTest, WithoutProgressThereIsOnlyOutput) {
  EXPECT_EQ(block_.Output("50%\r", now_, screen_), "50%\r");
  EXPECT_EQ(block_.Output("60%\n", now_, screen_), "60%\n");
  EXPECT_EQ(block_.End(true, now_), "");
}

}  // namespace
}  // namespace paisql::script
