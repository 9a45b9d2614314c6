// What a SparkPlace asks of the program that runs its stage, and what it makes of the program's
// frames. A program of this test answers in its place; tests/spark/test_jobs_on_spark.py runs the
// real one.

#include "jobs/place/spark_place.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/system/clock.h"

namespace paisql::jobs {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

// Keeps the orders; the test says what comes back. `answer`, if set, is called at each order.
struct Program {
  workers::WorkerEvents events;
  std::vector<Json> orders;
  std::function<void(const Json& order)> answer;
  bool alive = false;

  void Tell(const Json& told, std::string payload = "") const {
    workers::Frame frame;
    frame.text = told.dump();
    frame.payload = std::move(payload);
    events.frame(frame);
  }
};

class StubWorker : public workers::Worker {
 public:
  explicit StubWorker(Program& program) : program_(program) { program_.alive = true; }
  ~StubWorker() override { program_.alive = false; }
  void Send(const workers::Frame& frame) override {
    program_.orders.push_back(Json::parse(frame.text));
    if (program_.answer) program_.answer(program_.orders.back());
  }
  void Kill() override {}

 private:
  Program& program_;
};

class Events : public PlaceEvents {
 public:
  void OnAddress(const std::string& process, const std::string& address) override {
    told.push_back(process + " is at " + address);
  }
  void OnStarted(ProcessHandle process, const std::string& at) override {
    told.push_back(Number(process) + " runs: " + at);
  }
  void OnOutput(ProcessHandle process, std::string_view bytes) override {
    told.push_back(Number(process) + " prints " + std::string(bytes));
  }
  void OnProgress(ProcessHandle process, std::string_view bytes) override {
    told.push_back(Number(process) + " tells " + std::string(bytes));
  }
  void OnEnded(ProcessHandle process, const ProcessEnd& end) override {
    told.push_back(Number(process) + " " + end.reason);
    ends.push_back(end);
  }

  std::vector<std::string> told;
  std::vector<ProcessEnd> ends;

 private:
  static std::string Number(ProcessHandle process) {
    return std::to_string(static_cast<int64_t>(process));
  }
};

class SparkPlaceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    file_.id = "j1";
    file_.runtime = FindRuntime("tensorflow1");
    file_.entry = "/jobs/j1/work/script.py";
    file_.distributed = true;
    file_.roles = {{"ps", 1}, {"worker", 2}, {"evaluator", 1}};
    file_.spark = SparkCluster{"sc://host:1/;token=t", "/python", "of the program"};
    installation_.python = "/venv/bin/python";
    Result<store::Home> home = store::Home::Open(testing::TempDir());
    ASSERT_TRUE(home.ok());
    home_.emplace(std::move(home).value());
    context_.emplace(JobContext{places_, file_, *home_, installation_});
    place_.emplace(*context_, loop_, [this](workers::WorkerEvents events) {
      program_.events = std::move(events);
      return Result<std::unique_ptr<workers::Worker>>(std::make_unique<StubWorker>(program_));
    });
    plans_ = PlanProcesses(file_);
    ASSERT_TRUE(place_->Prepare(&plans_, events_).ok());
  }

  // Of a stage whose tasks all run.
  void Grant() {
    ASSERT_FALSE(place_->Ask()->granted);
    program_.Tell({{"is", "granted"},
                   {"addresses", {{"ps-0", "a:1"}, {"worker-0", "b:2"}, {"evaluator-0", ""}}}});
    ASSERT_TRUE(place_->Ask()->granted);
  }
  ProcessHandle Start(size_t index) { return *place_->Start(plans_, plans_[index]); }

  JobPlaces places_{"/jobs/j1"};
  JobFile file_;
  Installation installation_;
  std::optional<store::Home> home_;
  std::optional<JobContext> context_;
  EventLoop loop_;
  Program program_;
  Events events_;
  std::optional<SparkPlace> place_;
  std::vector<ProcessPlan> plans_;
};

TEST_F(SparkPlaceTest, TheStageHasAllProcessesWithNamesInPlaceOfAddresses) {
  const Result<Admission> first = place_->Ask();
  ASSERT_TRUE(first.ok());
  EXPECT_FALSE(first->granted);
  EXPECT_EQ(first->waits_for, "the Spark cluster");
  ASSERT_EQ(program_.orders.size(), 1U);
  const Json& stage = program_.orders[0];
  EXPECT_EQ(stage["do"], "stage");
  EXPECT_EQ(stage["remote"], "sc://host:1/;token=t");
  EXPECT_EQ(stage["folder"], "/jobs/j1/stage");
  EXPECT_EQ(stage["cpus"], 0);
  ASSERT_EQ(stage["processes"].size(), 4U);
  const Json& worker = stage["processes"][1];
  EXPECT_EQ(worker["name"], "worker-0");
  EXPECT_EQ(worker["stands_for"], "paisql-worker-0.j1:2222");
  EXPECT_EQ(worker["environment"]["PAISQL_ADDRESS"], "paisql-worker-0.j1:2222");
  EXPECT_THAT(worker["command"].dump(), HasSubstr("--ps_hosts=paisql-ps-0.j1:2222"));
  EXPECT_THAT(worker["environment"]["TF_CONFIG"].get<std::string>(),
              HasSubstr("paisql-worker-1.j1:2222"));
  EXPECT_THAT(worker["environment"]["no_grpc_proxy"].get<std::string>(),
              HasSubstr(",paisql-ps-0.j1,"));
  EXPECT_EQ(stage["processes"][3]["stands_for"], "");
  // Its environment is that of scripts.
  EXPECT_THAT(stage.dump(), Not(HasSubstr("of the program")));
}

TEST_F(SparkPlaceTest, ATaskGetsAsMuchAsTheMostNeedyRoleStates) {
  file_.roles[0].cpu = 150;
  file_.roles[1].gpu = 200;
  file_.roles[2].cpu = 900;
  file_.roles[2].default_cpu = true;
  ASSERT_TRUE(place_->Ask().ok());
  EXPECT_EQ(program_.orders[0]["cpus"], 2);
  EXPECT_EQ(program_.orders[0]["gpus"], 2.0);
  EXPECT_FALSE(program_.orders[0]["processes"][1]["environment"].contains("PAISQL_GPU_SHARE"));
}

TEST_F(SparkPlaceTest, AShareOfACardIsToldToEachProcess) {
  file_.roles[1].gpu = 50;
  ASSERT_TRUE(place_->Ask().ok());
  EXPECT_EQ(program_.orders[0]["gpus"], 0.5);
  EXPECT_EQ(program_.orders[0]["processes"][1]["environment"]["PAISQL_GPU_SHARE"], "50");
}

TEST_F(SparkPlaceTest, AJobWaitsForWhatTheClusterLacks) {
  ASSERT_FALSE(place_->Ask()->granted);
  program_.Tell({{"is", "waits"}, {"for", "4 free slots"}});
  EXPECT_EQ(place_->Ask()->waits_for, "4 free slots");
  Grant();
  EXPECT_THAT(events_.told, ElementsAre("ps-0 is at a:1", "worker-0 is at b:2"));
  EXPECT_EQ(program_.orders.size(), 1U);
}

TEST_F(SparkPlaceTest, WhatAProcessDoesIsToldOfItsStart) {
  Grant();
  events_.told.clear();
  const ProcessHandle ps = Start(0);
  const ProcessHandle worker = Start(1);
  EXPECT_EQ(program_.orders[1], (Json{{"do", "start"}, {"process", "ps-0"}, {"start", 1}}));
  program_.Tell({{"is", "started"}, {"start", 2}, {"at", "pid 7 on b"}});
  program_.Tell({{"is", "output"}, {"start", 2}}, "hello");
  program_.Tell({{"is", "progress"}, {"start", 2}}, "{}");
  program_.Tell({{"is", "computed"}, {"ms", 40}});
  program_.Tell({{"is", "ended"}, {"start", 2}, {"status", 3 << 8}, {"memory", false}});
  program_.Tell({{"is", "ended"}, {"start", 2}, {"status", 0}});  // of a stage that is over
  EXPECT_EQ(place_->ComputedMs(), 40);
  EXPECT_THAT(events_.told, ElementsAre("2 runs: pid 7 on b", "2 prints hello", "2 tells {}",
                                        "2 ended with exit status 3"));
  place_->TidyUp(worker);
  EXPECT_EQ(program_.orders.back(), (Json{{"do", "tidy"}, {"process", "worker-0"}}));
  EXPECT_EQ(Start(1), ProcessHandle{3});
  EXPECT_NE(ps, worker);
}

TEST_F(SparkPlaceTest, ALostExecutorKillsAndMemoryIsSaid) {
  Grant();
  Start(0);
  Start(1);
  program_.Tell({{"is", "ended"}, {"start", 1}, {"lost", "was lost with its executor on a"}});
  program_.Tell({{"is", "ended"}, {"start", 2}, {"status", 9}, {"memory", true}});
  ASSERT_EQ(events_.ends.size(), 2U);
  EXPECT_EQ(events_.ends[0].kind, ProcessEnd::Kind::kKilled);
  EXPECT_EQ(events_.ends[0].reason, "was lost with its executor on a");
  EXPECT_EQ(events_.ends[1].memory, MemoryKill::kMachine);
}

TEST_F(SparkPlaceTest, AnErrorOfTheClusterIsWhyThereIsNoRoom) {
  ASSERT_FALSE(place_->Ask()->granted);
  workers::Frame frame;
  frame.kind = workers::FrameKind::kError;
  frame.text = R"({"class": "X", "message": "no barrier here", "hint": "take another one"})";
  program_.events.frame(frame);
  const Result<Admission> asked = place_->Ask();
  ASSERT_FALSE(asked.ok());
  EXPECT_EQ(asked.error().detail, "the job does not run on Spark: no barrier here");
  EXPECT_EQ(asked.error().hint, "take another one");
}

TEST_F(SparkPlaceTest, AProgramThatEndsTakesItsProcessesWithIt) {
  Grant();
  Start(0);
  Start(1);
  program_.events.end("SIGKILL");
  ASSERT_EQ(events_.ends.size(), 2U);
  EXPECT_THAT(events_.ends[0].reason, HasSubstr("runs its stage on Spark: SIGKILL"));
  EXPECT_FALSE(place_->Start(plans_, plans_[0]).ok());
  place_->Stop(5000);  // waits for nobody
  EXPECT_FALSE(program_.alive);
}

TEST_F(SparkPlaceTest, StopReturnsWhenAllHasBeenTold) {
  Grant();
  Start(0);
  Start(1);
  program_.answer = [this](const Json& order) {
    if (order["do"] != "stop") return;
    EXPECT_EQ(order["grace_ms"], 700);
    program_.Tell({{"is", "output"}, {"start", 1}}, "bye");
    program_.Tell({{"is", "ended"}, {"start", 1}, {"status", 15}});
    program_.Tell({{"is", "stopped"}});
  };
  events_.told.clear();
  place_->Stop(700);
  EXPECT_THAT(events_.told, ElementsAre("1 prints bye", "1 was killed by SIGTERM",
                                        "2 was ended with its stage on Spark"));
  EXPECT_FALSE(program_.alive);
}

TEST_F(SparkPlaceTest, WakeEndsAWaitOfAnotherThread) {
  place_->Wake();
  EXPECT_TRUE(place_->Wait(kNever).ok());
}

}  // namespace
}  // namespace paisql::jobs
