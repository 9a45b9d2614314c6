#include "serving/batch/batcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <latch>
#include <memory>
#include <new>
#include <span>
#include <thread>

#include "base/system/clock.h"
#include "serving/batch/rows.h"
#include "serving/batch/warm_up.h"
#include "unit/serving/models.h"

namespace paisql::serving {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A loop that runs what was posted when the test says so.
class FakeLoop final : public http::Loop {
 public:
  size_t index() const override { return 0; }
  void Post(std::function<void()> function) override { posted_.push_back(std::move(function)); }
  void RunPosted() {
    for (const auto& function : std::exchange(posted_, {})) function();
  }

 private:
  std::vector<std::function<void()>> posted_;
};

class BatcherTest : public testing::Test {
 protected:
  void Start(int64_t max_rows, int workers = 1, int64_t max_queue = 64) {
    BatchOptions options;
    options.joinable = {&model_.signatures()[0]};
    options.max_batch_rows = max_rows;
    options.workers = workers;
    options.max_queue = max_queue;
    batcher_ = std::make_unique<Batcher>(model_, cost_, metrics_, options);
  }
  // A call of rows (value, 1), (value, 1), …; its outcome will stand at its place in outcomes_.
  Call MakeCall(float value, int64_t rows = 1) {
    Call call;
    call.signature = &model_.signatures()[0];
    std::vector<float> values;
    for (int64_t i = 0; i < rows; ++i) values.insert(values.end(), {value, 1});
    call.inputs.push_back(Floats({rows, 2}, values));
    call.deadline_ms = SteadyMs() + 1000000;
    auto outcome = std::make_shared<Outcome>();
    outcome->status = 0;
    outcomes_.push_back(outcome);
    call.done = [outcome](Outcome given) { *outcome = std::move(given); };
    return call;
  }
  void Submit(float value, int64_t rows = 1) { batcher_->Submit(MakeCall(value, rows), loop_); }
  std::vector<float> AnswerOf(size_t call) const {
    return outcomes_[call]->outputs.empty() ? std::vector<float>{}
                                            : ValuesOf(outcomes_[call]->outputs[0]);
  }

  SumModel model_;
  CostTable cost_;
  ServiceMetrics metrics_;
  FakeLoop loop_;
  std::vector<std::shared_ptr<Outcome>> outcomes_;
  std::unique_ptr<Batcher> batcher_;
};

TEST_F(BatcherTest, ACallThatIsAloneIsComputedAloneOnTheLoopsThread) {
  cost_.Measured(1, 10);
  std::thread::id computed_by;
  model_.before = [&] { computed_by = std::this_thread::get_id(); };
  Start(16);
  Submit(4);
  loop_.RunPosted();
  EXPECT_EQ(outcomes_[0]->status, 200);
  EXPECT_THAT(AnswerOf(0), ElementsAre(5));
  EXPECT_EQ(computed_by, std::this_thread::get_id());
  EXPECT_THAT(model_.runs(), ElementsAre(1));
}

TEST_F(BatcherTest, CallsThatWereReadTogetherAreOneRun) {
  cost_.Measured(1, 10);
  Start(4);
  Submit(1);
  Submit(2, 2);
  Submit(3);
  Submit(4);
  loop_.RunPosted();
  EXPECT_THAT(model_.runs(), ElementsAre(4, 1));
  EXPECT_THAT(AnswerOf(0), ElementsAre(2));
  EXPECT_THAT(AnswerOf(1), ElementsAre(3, 3));
  EXPECT_THAT(AnswerOf(2), ElementsAre(4));
  EXPECT_THAT(AnswerOf(3), ElementsAre(5));
}

TEST_F(BatcherTest, ALargerCallThanABatchIsComputedAlone) {
  cost_.Measured(1, 10);
  Start(4);
  Submit(1, 9);
  Submit(2);
  loop_.RunPosted();
  EXPECT_THAT(model_.runs(), ElementsAre(9, 1));
}

TEST_F(BatcherTest, OnlyTheCallAtFaultGetsTheError) {
  cost_.Measured(1, 10);
  Start(4);
  Submit(1);
  Submit(-1);
  Submit(3);
  loop_.RunPosted();
  EXPECT_EQ(outcomes_[0]->status, 200);
  EXPECT_EQ(outcomes_[1]->status, 400);
  EXPECT_EQ(outcomes_[1]->error, "negative");
  EXPECT_THAT(AnswerOf(2), ElementsAre(4));
}

TEST_F(BatcherTest, ABatchGrowsNoFurtherThanWhatTheModelComputesInTime) {
  cost_.Measured(1, 10);
  cost_.Measured(2, 20);
  cost_.Measured(4, 60000);
  Start(16);
  for (int i = 0; i < 4; ++i) Submit(1);
  loop_.RunPosted();
  EXPECT_THAT(model_.runs(), ElementsAre(2, 2));
}

TEST_F(BatcherTest, ASlowModelIsComputedByWorkersAndItsQueueBecomesABatch) {
  cost_.Measured(1, 5000);
  cost_.Measured(4, 5000);
  std::latch begun(1);
  std::latch goes_on(1);
  bool first = true;
  model_.before = [&] {
    if (!std::exchange(first, false)) return;
    begun.count_down();
    goes_on.wait();
  };
  std::latch answered(4);
  Start(16, 1, 3);
  const auto submit = [&](float value) {
    Call call = MakeCall(value);
    call.done = [&answered, done = call.done](Outcome outcome) {
      done(std::move(outcome));
      answered.count_down();
    };
    batcher_->Submit(std::move(call), loop_);
    loop_.RunPosted();
  };
  submit(1);
  begun.wait();
  for (const float value : {2.0F, 3.0F, 4.0F}) submit(value);
  // The queue holds three, and the fourth is one too many.
  Submit(5);
  loop_.RunPosted();
  EXPECT_EQ(outcomes_[4]->status, 450);
  goes_on.count_down();
  answered.wait();
  EXPECT_THAT(model_.runs(), ElementsAre(1, 3));
  EXPECT_THAT(AnswerOf(3), ElementsAre(5));
}

TEST_F(BatcherTest, ACallWhoseTimeIsOverIsNotComputed) {
  std::latch answered(1);
  Start(16);
  Call call = MakeCall(1);
  call.deadline_ms = SteadyMs() - 1;
  call.done = [&answered, done = call.done](Outcome outcome) {
    done(std::move(outcome));
    answered.count_down();
  };
  batcher_->Submit(std::move(call), loop_);
  loop_.RunPosted();
  answered.wait();
  EXPECT_EQ(outcomes_[0]->status, 408);
  EXPECT_THAT(model_.runs(), IsEmpty());
}

TEST_F(BatcherTest, WhatStillWaitsAtTheEndIsTold) {
  Start(16, 0);
  Submit(1);
  loop_.RunPosted();
  batcher_->Stop();
  EXPECT_EQ(outcomes_[0]->status, 503);
}

TEST_F(BatcherTest, WhereMemoryIsMissingForAnAnswerTheThreadGoesOn) {
  cost_.Measured(1, 10);
  Start(16);
  std::vector<int> told;
  for (const float value : {1.0F, 2.0F}) {
    Call call = MakeCall(value);
    call.done = [&told, tries = 0](const Outcome& outcome) mutable {
      if (tries++ == 0) throw std::bad_alloc();
      told.push_back(outcome.status);
    };
    batcher_->Submit(std::move(call), loop_);
  }
  Submit(3);
  loop_.RunPosted();
  EXPECT_THAT(told, ElementsAre(500, 500));
  EXPECT_THAT(AnswerOf(2), ElementsAre(4));
}

TEST_F(BatcherTest, WhatThereIsNoMemoryForTogetherIsComputedApart) {
  cost_.Measured(1, 10);
  model_.before = [failed = false]() mutable {
    if (!std::exchange(failed, true)) throw std::bad_alloc();
  };
  Start(16);
  Submit(1);
  Submit(2);
  loop_.RunPosted();
  EXPECT_THAT(model_.runs(), ElementsAre(1, 1));
  EXPECT_THAT(AnswerOf(1), ElementsAre(3));
}

TEST(WarmUp, IsDoneWithTheRowsOfARequest) {
  SumModel model;
  CostTable cost;
  Call call;
  call.signature = &model.signatures()[0];
  call.inputs = {Floats({3, 2}, {1, 2, 3, 4, 5, 6})};
  const WarmUp warm_up = WarmUpModel(model, 4, std::span(&call, 1), cost);
  EXPECT_THAT(warm_up.complaints, IsEmpty());
  EXPECT_THAT(warm_up.joinable, ElementsAre(&model.signatures()[0]));
  EXPECT_THAT(model.runs(), ElementsAre(1, 1, 1, 2, 2, 2, 4, 4, 4, 2, 1, 1));
  call.inputs = {Floats({1, 2}, {-1, 2})};
  const WarmUp refused = WarmUpModel(model, 4, std::span(&call, 1), cost);
  EXPECT_THAT(refused.complaints, ElementsAre("serving_default: negative"));
  // A request that was given as a real one has to be answered.
  ASSERT_TRUE(refused.failure.has_value());
  EXPECT_EQ(refused.failure->detail, "signature serving_default cannot be computed: negative");
}

TEST(WarmUp, AModelsOwnFailureIsNoComplaint) {
  for (const ErrorCode code :
       {ErrorCode::kModel, ErrorCode::kOutOfMemory, ErrorCode::kRuntimeArguments}) {
    SumModel model;
    CostTable cost;
    model.failure = Error{code, "words", {}, ""};
    const WarmUp warm_up = WarmUpModel(model, 4, {}, cost);
    // Made-up rows may be refused; then nothing has been shown.
    EXPECT_EQ(warm_up.failure.has_value(), code != ErrorCode::kRuntimeArguments);
    EXPECT_THAT(warm_up.complaints, ElementsAre("serving_default: words"));
    EXPECT_THAT(warm_up.joinable, IsEmpty());
  }
}

TEST(WarmUp, RowsThatTakeMuchAreNotMultiplied) {
  const auto with_width = [](int64_t width) {
    SumModel model(width);
    CostTable cost;
    const WarmUp warm_up = WarmUpModel(model, 1 << 20, {}, cost);
    return std::pair(model.runs(), warm_up);
  };
  // Rows of 16 MB: four of them are enough.
  EXPECT_THAT(with_width(4 << 20).first, ElementsAre(1, 1, 1, 2, 2, 2, 4));
  const auto [runs, warm_up] = with_width(int64_t{1} << 50);
  EXPECT_THAT(runs, IsEmpty());
  ASSERT_TRUE(warm_up.failure.has_value());
  EXPECT_EQ(warm_up.failure->code, ErrorCode::kOutOfMemory);
  EXPECT_TRUE(with_width(INT64_MAX).second.failure.has_value());
}

TEST(WarmUp, MeasuresEachSizeAndSeesThatRowsAreIndependent) {
  SumModel model;
  CostTable cost;
  const WarmUp warm_up = WarmUpModel(model, 8, {}, cost);
  EXPECT_THAT(warm_up.joinable, ElementsAre(&model.signatures()[0]));
  EXPECT_THAT(warm_up.complaints, IsEmpty());
  EXPECT_NE(cost.EstimateUs(8), CostTable::kUnknown);
  // Sizes 1, 2, 4 and 8, thrice each, then two rows together and apart.
  EXPECT_EQ(model.runs().size(), 15U);
}

// Subtracts the largest number of all rows.
class RelativeModel final : public inference::Model {
 public:
  const std::vector<Signature>& signatures() const override { return signatures_; }
  Result<std::vector<Tensor>> Run(const Signature&, std::span<const Tensor> inputs,
                                  std::span<const std::string>) override {
    std::vector<float> values = ValuesOf(inputs[0]);
    const float largest = *std::max_element(values.begin(), values.end());
    std::vector<float> first;
    for (size_t i = 0; i < values.size(); i += 2) first.push_back(values[i] - largest);
    std::vector<Tensor> outputs;
    outputs.push_back(Floats({inputs[0].shape[0], 1}, first));
    return outputs;
  }

 private:
  std::vector<Signature> signatures_ = {SumSignature()};
};

TEST(WarmUp, AModelThatLooksAcrossRowsIsNotJoined) {
  RelativeModel model;
  CostTable cost;
  EXPECT_THAT(WarmUpModel(model, 8, {}, cost).joinable, IsEmpty());
}

TEST(CostTable, GuessesLargerSizesFromSmallerOnes) {
  CostTable cost;
  EXPECT_EQ(cost.EstimateUs(1), CostTable::kUnknown);
  cost.Measured(2, 10);
  EXPECT_EQ(cost.EstimateUs(1), CostTable::kUnknown);
  EXPECT_EQ(cost.EstimateUs(2), 10);
  EXPECT_EQ(cost.EstimateUs(3), 20);
  EXPECT_EQ(cost.EstimateUs(8), 40);
  EXPECT_EQ(cost.MostRows(64, 40), 8);
  EXPECT_EQ(cost.MostRows(64, 1), 1);
  EXPECT_EQ(cost.MostRows(6, 1000), 6);
  for (int i = 0; i < 100; ++i) cost.Measured(2, 26);
  EXPECT_EQ(cost.EstimateUs(2), 26);
}

}  // namespace
}  // namespace paisql::serving
