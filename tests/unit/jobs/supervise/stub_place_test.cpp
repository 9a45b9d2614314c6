// A job in a place without processes, signals and descriptors: what JobRun asks of a place, and
// what it makes of its events.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <mutex>
#include <thread>

#include "base/events/event_loop.h"
#include "base/system/clock.h"
#include "jobs/supervise/job_run.h"

namespace paisql::jobs {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// Each Wait lets one thing happen, in the order of `turns`; for an empty one, and after the last,
// it waits as it is told.
class StubPlace : public Place {
 public:
  Status Prepare(std::vector<ProcessPlan>* plans, PlaceEvents& told) override {
    events = &told;
    for (ProcessPlan& plan : *plans) plan.address = plan.Name() + ".stub:2222";
    return Status::Ok();
  }
  Result<Admission> Ask() override {
    if (asked++ < waits) return Admission{false, "a node", 1000};
    return Admission{true, "", 0};
  }
  std::string LimitsText() const override { return "memory by the stub"; }
  Result<ProcessHandle> Start(const std::vector<ProcessPlan>& all,
                              const ProcessPlan& own) override {
    EXPECT_EQ(own.address, address.empty() ? own.Name() + ".stub:2222" : address);
    EXPECT_FALSE(all.empty());
    running.push_back(ProcessHandle{++last});
    return running.back();
  }
  void TidyUp(ProcessHandle ended) override { tidied.push_back(ended); }
  Status Wait(int64_t deadline_ms) override {
    if (!turns.empty()) {
      const auto turn = std::move(turns.front());
      turns.pop_front();
      if (turn) {
        turn();
        return Status::Ok();
      }
    }
    std::unique_lock lock(mutex);
    const auto woken = [this] { return std::exchange(rung, false); };
    if (deadline_ms == kNever) {
      bell.wait(lock, woken);
    } else {
      bell.wait_for(lock, std::chrono::milliseconds(deadline_ms + 1 - SteadyMs()), woken);
    }
    return Status::Ok();
  }
  void Wake() override {
    const std::scoped_lock lock(mutex);
    rung = true;
    bell.notify_all();
  }
  void Stop(int64_t grace_ms) override {
    graces.push_back(grace_ms);
    for (const ProcessHandle handle : std::exchange(running, {})) {
      events->OnOutput(handle, "asked to end\n");
      events->OnEnded(handle, {ProcessEnd::Kind::kKilled, 143, "was stopped"});
    }
  }
  int64_t ComputedMs() override { return ++computed; }

  void End(ProcessHandle handle, const ProcessEnd& end) {
    std::erase(running, handle);
    events->OnEnded(handle, end);
  }

  PlaceEvents* events = nullptr;
  std::deque<std::function<void()>> turns;
  std::string address;  // the one that was told later than in Prepare
  int waits = 0;        // how often it has no room
  int asked = 0;
  int64_t last = 0;
  int64_t computed = 0;
  std::vector<ProcessHandle> running;
  std::vector<ProcessHandle> tidied;
  std::vector<int64_t> graces;
  std::mutex mutex;
  std::condition_variable bell;
  bool rung = false;
};

class StubPlaceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = std::filesystem::temp_directory_path() / "paisql-place-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    places_.directory = pattern;
    std::filesystem::create_directory(places_.LogFolder());
    file_.runtime = FindRuntime("tensorflow2");
    file_.roles = {RoleSpec{}};
  }
  void TearDown() override { std::filesystem::remove_all(places_.directory); }

  JobOutcome Run() {
    JobTurns turns;
    turns.on_queued = [this] { told_ += "queued "; };
    turns.on_start = [this] {
      told_ += "started ";
      return Status::Ok();
    };
    turns.on_ended = [this] { told_ += "ended"; };
    JobRun run(file_, places_, place_, std::move(turns), stop_.get_token());
    JobOutcome outcome = run.Run();
    progress_ = run.Progress();
    return outcome;
  }

  std::string Text(const std::string& path) const {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  JobPlaces places_;
  JobFile file_;
  StubPlace place_;
  std::stop_source stop_;
  std::string told_;
  JobProgress progress_;
};

constexpr ProcessHandle kFirst{1};
constexpr ProcessHandle kSecond{2};
const ProcessEnd kDone{ProcessEnd::Kind::kExited, 0, "ended with exit status 0"};

TEST_F(StubPlaceTest, AJobRunsFromTheQueueToItsEndWithARestart) {
  file_.limits.restart_workers = true;
  place_.waits = 1;
  place_.turns = {
      [&] { EXPECT_THAT(Text(places_.ProcessesFile()), HasSubstr("a node")); },
      [&] { place_.events->OnStarted(kFirst, "pod a"); },
      [&] {
        EXPECT_THAT(Text(places_.ProcessesFile()), HasSubstr("pod a"));
        EXPECT_THAT(Text(places_.ProcessesFile()), HasSubstr("worker-0.stub:2222"));
        place_.events->OnAddress("worker-0", place_.address = "host:4000");
        place_.events->OnOutput(kFirst, "hello\n");
        place_.events->OnProgress(kFirst, "{\"step\": 3, \"rows_re");
        place_.events->OnProgress(kFirst, "ad\": 7}\n");
      },
      [&] {
        place_.End(kFirst, {ProcessEnd::Kind::kKilled, 137, "was evicted from its node"});
      },
      {},  // until the restart's time
      [&] { place_.events->OnStarted(kSecond, "pod b"); },
      [&] {
        EXPECT_THAT(Text(places_.ProcessesFile()), HasSubstr("host:4000"));
        place_.events->OnOutput(kSecond, "again\n");
        place_.events->OnProgress(kSecond, "{\"step\": 5, \"rows_read\": 1}\n");
        place_.End(kSecond, kDone);
      },
  };
  const JobOutcome outcome = Run();
  EXPECT_EQ(outcome.state, store::JobState::kSucceeded) << outcome.message;
  EXPECT_EQ(told_, "queued started ended");
  EXPECT_EQ(Text(places_.ChiefLog()),
            "hello\npaisql: the script was evicted from its node; it is started again in 1 second, "
            "1 of 5 times\nagain\n");
  EXPECT_THAT(place_.tidied, ElementsAre(kFirst));
  EXPECT_THAT(place_.graces, ElementsAre(5000));
  ASSERT_EQ(progress_.processes.size(), 1U);
  EXPECT_EQ(progress_.processes[0].step, 5);
  EXPECT_EQ(progress_.processes[0].rows_read, 8);
  EXPECT_EQ(progress_.processes[0].restarts, 1);
  EXPECT_EQ(progress_.processes[0].state, "ended");
}

TEST_F(StubPlaceTest, AStopRequestOfAnotherThreadEndsTheWaitingAndTheProcesses) {
  std::thread other;
  place_.turns = {[&] { place_.events->OnStarted(kFirst, "pod a"); },
                  [&] { other = std::thread([&] { stop_.request_stop(); }); }};
  const JobOutcome outcome = Run();
  other.join();
  EXPECT_EQ(outcome.state, store::JobState::kKilled);
  EXPECT_EQ(outcome.exit_status, 143);
  EXPECT_EQ(outcome.message, "the job was killed");
  EXPECT_THAT(place_.graces, ElementsAre(5000));
  EXPECT_EQ(Text(places_.ChiefLog()), "asked to end\n");
}

TEST_F(StubPlaceTest, WhatAPlaceSaysOfAnEndIsTheJobsMessage) {
  file_.distributed = true;
  file_.roles = {{"ps", 1}, {"worker", 1}};
  place_.turns = {[&] {
                    place_.events->OnStarted(kFirst, "pod p");
                    place_.events->OnStarted(kSecond, "pod w");
                  },
                  [&] {
                    place_.End(kSecond, {ProcessEnd::Kind::kKilled, 137, "was killed by its node",
                                         MemoryKill::kOwnLimit});
                  }};
  file_.roles[1].memory_mb = 100;
  const JobOutcome outcome = Run();
  EXPECT_EQ(outcome.state, store::JobState::kFailed);
  EXPECT_EQ(outcome.exit_status, 137);
  EXPECT_EQ(outcome.message,
            "worker 0 was killed by its node: it ran out of memory, of which it may have 100 MB");
}

TEST_F(StubPlaceTest, AProcessThatServesIsStartedAgainHoweverItEnds) {
  file_.serves = true;
  file_.limits.restart_workers = true;
  file_.limits.restarts = 1;
  place_.turns = {
      [&] { place_.events->OnStarted(kFirst, "pod a"); },
      [&] {
        place_.events->OnProgress(kFirst, "{\"address\": \"http://a/\"}\n");
        place_.End(kFirst, kDone);
      },
      {},
      [&] { place_.events->OnStarted(kSecond, "pod b"); },
      [&] {
        // The address was that of the first one.
        EXPECT_THAT(Text(places_.ProcessesFile()), Not(HasSubstr("http://a/")));
        place_.End(kSecond, kDone);
      },
  };
  const JobOutcome outcome = Run();
  EXPECT_EQ(outcome.state, store::JobState::kFailed);
  EXPECT_EQ(outcome.message,
            "the script ended with exit status 0, after it was started again 1 time");
}

}  // namespace
}  // namespace paisql::jobs
