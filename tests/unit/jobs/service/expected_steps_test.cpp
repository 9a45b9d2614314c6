#include "jobs/service/expected_steps.h"

#include <gtest/gtest.h>

namespace paisql::jobs {
namespace {

using Words = std::vector<std::string>;

std::optional<ExpectedSteps> Asked(int64_t steps) { return ExpectedSteps{steps, false}; }
std::optional<ExpectedSteps> Guessed(int64_t steps) { return ExpectedSteps{steps, true}; }

TEST(ExpectedStepsTest, TheScriptsOwnFlagsSayIt) {
  EXPECT_EQ(StepsOfFlags({"--train_steps=2000"}, 0), Asked(2000));
  EXPECT_EQ(StepsOfFlags({"--max-steps", "300", "--x=1"}, 0), Asked(300));
  EXPECT_EQ(StepsOfFlags({"-Steps=7"}, 0), Asked(7));
  EXPECT_EQ(StepsOfFlags({"--steps=1", "--steps=2"}, 0), Asked(2));
  EXPECT_EQ(StepsOfFlags({"--steps=100", "--epochs=3", "--batch_size=10"}, 1000), Asked(100));
}

TEST(ExpectedStepsTest, OtherWordsSayNothing) {
  for (const Words& words :
       {Words{}, Words{"steps=5"}, Words{"--steps"}, Words{"--steps=all"}, Words{"--steps=-1"},
        Words{"--steps=0"}, Words{"--steps=99999999999999999999"}, Words{"--save_steps=5"},
        Words{"-"}, Words{"--=5"}, Words{"--steps=1e3"}}) {
    EXPECT_EQ(StepsOfFlags(words, 1000), std::nullopt) << (words.empty() ? "" : words[0]);
  }
}

TEST(ExpectedStepsTest, EpochsOfKnownRowsAreAGuess) {
  EXPECT_EQ(StepsOfFlags({"--num_epochs=3", "--batch_size", "100"}, 1001), Guessed(33));
  EXPECT_EQ(StepsOfFlags({"--num_epochs=3"}, 1001), std::nullopt);
  EXPECT_EQ(StepsOfFlags({"--num_epochs=3", "--batch_size=10"}, 0), std::nullopt);
  EXPECT_EQ(StepsOfFlags({"--epochs=1000000000000", "--batch_size=1"}, int64_t{1} << 40),
            std::nullopt);
}

store::Job Past(const std::string& id, const std::string& name, const std::string& script,
                std::optional<int64_t> steps) {
  store::Job job;
  job.id = id;
  job.name = name;
  job.parameters = "{\"script\": \"" + script + "\"}";
  job.state = store::JobState::kSucceeded;
  job.steps = steps;
  return job;
}

TEST(ExpectedStepsTest, SuchAJobHadThemBefore) {
  std::vector<store::Job> past = {
      Past("1", "train", "a.py", 10), Past("2", "train", "a.py", std::nullopt),
      Past("3", "", "a.py", 30), Past("4", "train", "b.py", 40), Past("5", "", "b.py", 50)};
  EXPECT_EQ(StepsOfHistory(Past("9", "train", "x.py", {}), past), Guessed(10));
  EXPECT_EQ(StepsOfHistory(Past("9", "", "b.py", {}), past), Guessed(50));
  EXPECT_EQ(StepsOfHistory(Past("9", "other", "a.py", {}), past), std::nullopt);
  EXPECT_EQ(StepsOfHistory(Past("9", "", "", {}), past), std::nullopt);
  // Not from itself, and not from one that did not come to its end.
  past[0].state = store::JobState::kFailed;
  EXPECT_EQ(StepsOfHistory(Past("9", "train", "x.py", {}), past), Guessed(40));
  EXPECT_EQ(StepsOfHistory(Past("4", "train", "x.py", {}), past), std::nullopt);
}

}  // namespace
}  // namespace paisql::jobs
