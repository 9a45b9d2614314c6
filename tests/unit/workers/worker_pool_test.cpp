// The pool's decisions, with workers and a clock of the test.

#include "workers/worker_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <list>
#include <nlohmann/json.hpp>

#include "unit/workers/stub_worker.h"

namespace paisql::workers {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct FakeWorker {
  WorkerEvents events;
  std::vector<Frame> requests;
  bool killed = false;
  bool destroyed = false;

  void Hello(int threads = 1, int processes = 1) const {
    events.frame(MakeHello(kStubKind, {{"threads", threads}, {"processes", processes}}));
  }
  void Answer(size_t index, FrameKind kind = FrameKind::kData) const {
    events.frame({kind, requests.at(index).number, 0, requests[index].text});
  }
  // Its events end with it, so they are copied before they are called.
  void End(const std::string& how) const {
    const WorkerEvents copy = events;
    copy.end(how);
  }
};

class Handle final : public Worker {
 public:
  explicit Handle(FakeWorker& fake) : fake_(fake) {}
  ~Handle() override { fake_.destroyed = true; }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  void Send(const Frame& frame) override { fake_.requests.push_back(frame); }
  void Kill() override { fake_.killed = true; }

 private:
  FakeWorker& fake_;
};

class WorkerPoolTest : public ::testing::Test {
 protected:
  WorkerPoolTest() {
    options_.kind = kStubKind;
    options_.now_ms = [this] { return now_ms_; };
    options_.start = [this](WorkerEvents events) -> Result<std::unique_ptr<Worker>> {
      if (cannot_start_) return Error{ErrorCode::kEnvironment, "no memory", {}, ""};
      FakeWorker& fake = workers_.emplace_back();
      fake.events = std::move(events);
      return std::unique_ptr<Worker>(std::make_unique<Handle>(fake));
    };
    options_.first_error = [](bool refused, const std::string& how) {
      return Error{ErrorCode::kModel, (refused ? "refused: " : "ended: ") + how, {}, ""};
    };
    options_.complain = [this](const std::string& how) { complaints_.push_back(how); };
    options_.limit_ms = 1000;
    options_.max_queue = 2;
  }

  void Begin(int threads = 1, int processes = 1) {
    pool_.emplace(options_);
    pool_->Turn();
    workers_.front().Hello(threads, processes);
    pool_->Turn();
  }
  void Submit(const std::string& text) {
    Frame request;
    request.text = text;
    pool_->Submit(std::move(request), [this, text](const PoolAnswer& answer) {
      said_.push_back(text + ":" + std::to_string(static_cast<int>(answer.outcome)));
      how_ = answer.how;
    });
    pool_->Turn();
  }
  static std::string Said(const std::string& text, Outcome outcome) {
    return text + ":" + std::to_string(static_cast<int>(outcome));
  }
  void At(int64_t now_ms) {
    now_ms_ = now_ms;
    pool_->Turn();
  }

  int64_t now_ms_ = 0;
  bool cannot_start_ = false;
  PoolOptions options_;
  std::list<FakeWorker> workers_;
  std::optional<WorkerPool> pool_;
  std::vector<std::string> said_;
  std::string how_;
  std::vector<std::string> complaints_;
};

TEST_F(WorkerPoolTest, TheLeastLoadedWorkerComputes) {
  Begin(2, 2);
  ASSERT_EQ(workers_.size(), 2U);
  workers_.back().Hello(2);
  for (const char* text : {"a", "b", "c"}) Submit(text);
  EXPECT_EQ(workers_.front().requests.size(), 2U);
  EXPECT_EQ(workers_.back().requests.size(), 1U);
  workers_.front().Answer(0);
  workers_.front().Answer(1, FrameKind::kError);
  EXPECT_THAT(said_, ElementsAre(Said("a", Outcome::kAnswered), Said("c", Outcome::kError)));
  Submit("d");
  EXPECT_EQ(workers_.front().requests.size(), 3U);
  EXPECT_EQ(pool_->counts().computing, 2);
  EXPECT_EQ(pool_->counts().ready, 2);
}

TEST_F(WorkerPoolTest, TooManyThatWaitAreNotTaken) {
  Begin();
  for (const char* text : {"a", "b", "c", "d"}) Submit(text);
  EXPECT_THAT(said_, ElementsAre(Said("d", Outcome::kFull)));
  workers_.front().Answer(0);
  pool_->Turn();
  Submit("e");
  EXPECT_THAT(said_, ElementsAre(Said("d", Outcome::kFull), Said("a", Outcome::kAnswered)));
}

TEST_F(WorkerPoolTest, RestartsBackOffUntilSomethingIsAnswered) {
  Begin();
  int64_t pause = 100;
  for (int i = 0; i < 10; ++i) {
    workers_.back().End("SIGSEGV");
    const size_t before = workers_.size();
    EXPECT_EQ(pool_->Turn(), now_ms_ + pause);
    At(now_ms_ + pause - 1);
    EXPECT_EQ(workers_.size(), before) << pause;
    At(now_ms_ + 1);
    ASSERT_EQ(workers_.size(), before + 1) << pause;
    workers_.back().Hello();
    pause = std::min<int64_t>(2 * pause, 30'000);
  }
  EXPECT_EQ(complaints_.size(), 10U);
  Submit("a");
  workers_.back().Answer(0);
  workers_.back().End("SIGSEGV");
  EXPECT_EQ(pool_->Turn(), now_ms_ + 100);
  EXPECT_EQ(pool_->counts().starts, 11);
}

TEST_F(WorkerPoolTest, AWorkerThatCannotBeStartedIsTriedAgain) {
  Begin();
  workers_.back().End("SIGSEGV");
  cannot_start_ = true;
  At(100);
  EXPECT_EQ(complaints_.back(), "no memory");
  cannot_start_ = false;
  At(300);
  EXPECT_EQ(workers_.size(), 2U);
}

TEST_F(WorkerPoolTest, WhatACrashedWorkerComputedHasEnded) {
  Begin(2);
  for (const char* text : {"a", "b", "c"}) Submit(text);
  workers_.back().End("SIGSEGV");
  EXPECT_THAT(said_, ElementsAre(Said("a", Outcome::kEnded), Said("b", Outcome::kEnded)));
  EXPECT_EQ(how_, "SIGSEGV");
  At(100);
  workers_.back().Hello();
  pool_->Turn();
  EXPECT_EQ(workers_.back().requests.at(0).text, "c");
}

TEST_F(WorkerPoolTest, ALateRequestIsAnsweredAndItsWorkerGetsMoreTime) {
  Begin(2);
  Submit("a");
  EXPECT_EQ(pool_->Turn(), 1000);
  At(1000);
  EXPECT_THAT(said_, ElementsAre(Said("a", Outcome::kLate)));
  EXPECT_FALSE(workers_.back().killed);
  workers_.back().Answer(0);  // nobody hears it
  EXPECT_EQ(said_.size(), 1U);
  At(5000);
  EXPECT_FALSE(workers_.back().killed);
}

TEST_F(WorkerPoolTest, AHangingWorkerIsKilled) {
  Begin(2);
  Submit("a");
  At(1999);
  EXPECT_FALSE(workers_.back().killed);
  At(2000);  // twice as long
  EXPECT_TRUE(workers_.back().killed);
  workers_.back().End("SIGKILL");
  EXPECT_EQ(complaints_.back(), "it did not answer and was killed");
  At(2100);
  workers_.back().Hello(2);
  for (const char* text : {"b", "c"}) Submit(text);
  At(3100);  // all of its threads
  EXPECT_TRUE(workers_.back().killed);
}

TEST_F(WorkerPoolTest, RequestsThatWaitTooLong) {
  Begin();
  Submit("a");
  At(500);
  Submit("b");
  At(1500);
  EXPECT_THAT(said_, ElementsAre(Said("b", Outcome::kAllBusy), Said("a", Outcome::kLate)));
  workers_.back().End("SIGKILL");
  Submit("c");
  At(1600);
  At(2500);
  EXPECT_EQ(said_.back(), Said("c", Outcome::kNoWorker));
}

TEST_F(WorkerPoolTest, AWorkerHasTimeToStart) {
  options_.start_limit_ms = 5000;
  pool_.emplace(options_);
  EXPECT_EQ(pool_->Turn(), 5000);
  At(4999);
  EXPECT_FALSE(workers_.back().killed);
  At(5000);
  EXPECT_TRUE(workers_.back().killed);
  workers_.back().End("SIGKILL");
  ASSERT_TRUE(pool_->first().has_value());
  EXPECT_EQ(pool_->first()->error().detail, "refused: it did not answer and was killed");
}

TEST_F(WorkerPoolTest, AFirstWorkerThatCannotBeUsedClosesThePool) {
  struct Case {
    Frame first;
    const char* words;
  };
  Frame other_version = MakeHello(kStubKind, nlohmann::json::object());
  ++other_version.code;
  const Case cases[] = {
      {{FrameKind::kError, 0, 0, "no model"}, "refused: no model"},
      {other_version, "refused: the worker speaks version 2 of the protocol, not version 1; "},
      {MakeHello("other", nlohmann::json::object()), "refused: the worker is of the kind 'other'"},
      {{FrameKind::kEnd}, "refused: the worker has answered before"},
  };
  for (const Case& one : cases) {
    pool_.emplace(options_);
    pool_->Turn();
    workers_.back().events.frame(one.first);
    EXPECT_TRUE(workers_.back().killed);
    workers_.back().End("SIGKILL");
    ASSERT_TRUE(pool_->first().has_value());
    EXPECT_THAT(pool_->first()->error().detail, HasSubstr(one.words));
    EXPECT_TRUE(pool_->closed());
  }
  pool_.emplace(options_);
  pool_->Turn();
  workers_.back().End("exit status 1");
  EXPECT_EQ(pool_->first()->error().detail, "ended: exit status 1");
  cannot_start_ = true;
  pool_.emplace(options_);
  pool_->Turn();
  EXPECT_EQ(pool_->first()->error().detail, "no memory");
}

TEST_F(WorkerPoolTest, AWorkerThatEndsGetsNothingMore) {
  Begin(2);
  Submit("a");
  workers_.back().events.frame({FrameKind::kEnd, 0, 1});
  Submit("b");
  EXPECT_EQ(workers_.back().requests.size(), 1U);
  workers_.back().Answer(0);
  EXPECT_THAT(said_, ElementsAre(Said("a", Outcome::kAnswered)));
  workers_.back().End("exit status 0");
  At(100);
  workers_.back().Hello();
  pool_->Turn();
  EXPECT_EQ(workers_.back().requests.at(0).text, "b");
}

TEST_F(WorkerPoolTest, AWorkerThatCannotGoOnIsReplaced) {
  Begin();
  workers_.back().events.frame({FrameKind::kError, 0, 0, "the disk is full"});
  EXPECT_TRUE(workers_.back().killed);
  workers_.back().End("SIGKILL");
  EXPECT_THAT(complaints_, ElementsAre("the disk is full"));
}

TEST_F(WorkerPoolTest, CloseAnswersWhatIsLeft) {
  Begin();
  for (const char* text : {"a", "b"}) Submit(text);
  pool_->Close();
  EXPECT_TRUE(workers_.back().destroyed);
  Submit("c");
  EXPECT_THAT(said_, ElementsAre(Said("b", Outcome::kClosed), Said("a", Outcome::kClosed),
                                 Said("c", Outcome::kClosed)));
  EXPECT_EQ(pool_->counts().computing, 0);
  EXPECT_EQ(pool_->counts().queued, 0);
}

TEST(PoolThreadTest, RunsProcesses) {
  PoolOptions options;
  options.kind = kStubKind;
  options.limit_ms = 60'000;
  options.first_error = [](bool, const std::string& how) {
    return Error{ErrorCode::kModel, how, {}, ""};
  };
  const auto pool = PoolThread::Start(options, StubCommand("echo"));
  ASSERT_TRUE(pool.ok()) << pool.error().ToString();
  const auto ask = [&](const std::string& text) {
    std::promise<PoolAnswer> answer;
    Frame request;
    request.text = text;
    (*pool)->Submit(request, [&](PoolAnswer said) { answer.set_value(std::move(said)); });
    return answer.get_future().get();
  };
  EXPECT_EQ(ask("hello").frame.text, "hello");
  EXPECT_EQ(ask("error").frame.code, 42);
  EXPECT_EQ(ask("crash").how, "SIGKILL");
  EXPECT_EQ(ask("again").frame.text, "again");
  EXPECT_EQ((*pool)->pool().counts().starts, 2);
  (*pool)->Stop();
  EXPECT_EQ(ask("late").outcome, Outcome::kClosed);
}

TEST(PoolThreadTest, SaysWhyItsFirstWorkerCannotBeUsed) {
  PoolOptions options;
  options.kind = kStubKind;
  options.first_error = [](bool, const std::string& how) {
    return Error{ErrorCode::kModel, how, {}, ""};
  };
  const std::pair<const char*, const char*> cases[] = {
      {"version", "version 2 of the protocol"},
      {"kind", "the kind 'other'"},
      {"refuse", "the stub does not like today"},
      {"leave", "exit status 3"},
  };
  for (const auto& [way, words] : cases) {
    const auto pool = PoolThread::Start(options, StubCommand(way));
    ASSERT_FALSE(pool.ok()) << way;
    EXPECT_THAT(pool.error().detail, HasSubstr(words));
  }
}

}  // namespace
}  // namespace paisql::workers
