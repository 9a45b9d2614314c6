// Jobs that wait for each other: real supervisors on one home. Scripts meet the test at FIFOs.

#include <signal.h>
#include <sys/stat.h>

#include <cstdlib>

#include "jobs/machine/machine.h"
#include "jobs/meeting_fixture.h"
#include "jobs/queue/home_load.h"
#include "jobs/queue/service_claims.h"

namespace paisql::jobs {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

using QueueTest = MeetingTest;

TEST_F(QueueTest, AJobWaitsForRoomAndSaysForWhat) {
  const std::string first = Submit(Meeting("first", 2));
  Meet("first");
  const std::string second = Submit(Meeting("second", 1));
  EXPECT_EQ(WaitsFor(second), "1 core, of which 0 are free");
  EXPECT_EQ(service_->Find(second)->state, store::JobState::kWaiting);
  EXPECT_EQ(service_->Find(second)->started_ms, 0);
  LetGo("first");
  Meet("second");
  EXPECT_EQ(service_->Find(second)->state, store::JobState::kRunning);
  LetGo("second");
  EXPECT_EQ(Wait(second).state, store::JobState::kSucceeded);
  EXPECT_EQ(progress_.waits_for, "");
  EXPECT_TRUE(catalog_->ListClaims()->empty());
}

TEST_F(QueueTest, NobodyWaitsForAStreamThatHasNoEnd) {
  JobSpec stream = Meeting("stream", 2);
  stream.parameters = {{"Follow", " TRUE"}, {"inputTableName", "t"}};
  const std::string endless = Submit(stream);
  Meet("stream");
  const auto claims = ClaimedByServices(*catalog_);
  ASSERT_TRUE(claims.ok());
  EXPECT_EQ(claims->cpu, 2 * kWholeCore);
  EXPECT_EQ(claims->streams, 1);
  EXPECT_THAT(ClaimsText(*claims), HasSubstr("streams without an end claim 2 cores and "));
  EXPECT_EQ(LoadOf(*catalog_)->claimed_cpu, 2 * kWholeCore);
  // As much as the whole quota has: it is fitted to what the stream leaves.
  const std::string second = Submit(Meeting("second", 2));
  Meet("second");
  LetGo("second");
  EXPECT_EQ(Wait(second).state, store::JobState::kSucceeded);
  LetGo("stream");
  EXPECT_EQ(Wait(endless).state, store::JobState::kSucceeded);
  EXPECT_EQ(ClaimedByServices(*catalog_)->cpu, 0);
}

TEST_F(QueueTest, TheUrgentOneGoesFirst) {
  const std::string running = Submit(Meeting("running", 2));
  Meet("running");
  const std::string late = Submit(Meeting("late", 2));
  WaitsFor(late);
  const std::string urgent = Submit(Meeting("urgent", 2, 0));
  WaitsFor(urgent);
  LetGo("running");
  Meet("urgent");
  LetGo("urgent");
  Meet("late");
  LetGo("late");
  Wait(late);
  EXPECT_EQ(Order(), "running\nurgent\nlate\n");
}

TEST_F(QueueTest, AWaitingJobCanBeKilled) {
  const std::string first = Submit(Meeting("first", 2));
  Meet("first");
  const std::string second = Submit(Meeting("second", 2));
  WaitsFor(second);
  EXPECT_TRUE(service_->Kill(second).ok());
  EXPECT_EQ(service_->Find(second)->state, store::JobState::kKilled);
  EXPECT_EQ(catalog_->ListClaims()->size(), 1U);
  LetGo("first");
  EXPECT_EQ(Wait(first).state, store::JobState::kSucceeded);
  EXPECT_EQ(Order(), "first\n");
}

TEST_F(QueueTest, AHolderThatWasKilledGivesBack) {
  const std::string first = Submit(Meeting("first", 2));
  Meet("first");
  const std::string second = Submit(Meeting("second", 2));
  WaitsFor(second);
  kill(static_cast<pid_t>(service_->Find(first)->supervisor_pid), SIGKILL);
  Meet("second");
  EXPECT_EQ(catalog_->ListClaims()->size(), 1U);
  LetGo("second");
  EXPECT_EQ(Wait(second).state, store::JobState::kSucceeded);
}

TEST_F(QueueTest, AWaitingJobThatWasKilledHoldsNobodyUp) {
  const std::string first = Submit(Meeting("first", 2));
  Meet("first");
  const std::string second = Submit(Meeting("second", 2));
  WaitsFor(second);
  const std::string third = Submit(Meeting("third", 2));
  WaitsFor(third);
  kill(static_cast<pid_t>(service_->Find(second)->supervisor_pid), SIGKILL);
  LetGo("first");
  Meet("third");
  LetGo("third");
  EXPECT_EQ(Wait(third).state, store::JobState::kSucceeded);
  EXPECT_EQ(service_->Find(second)->state, store::JobState::kFailed);
}

TEST_F(QueueTest, ADeadOneInFrontHoldsNobodyUp) {
  const std::string first = Submit(Meeting("first", 1));
  Meet("first");
  const std::string second = Submit(Meeting("second", 2));
  WaitsFor(second);
  const std::string third = Submit(Meeting("third", 1));
  EXPECT_EQ(WaitsFor(third), "1 job that came before");
  kill(static_cast<pid_t>(service_->Find(second)->supervisor_pid), SIGKILL);
  Meet("third");
  LetGo("third");
  EXPECT_EQ(Wait(third).state, store::JobState::kSucceeded);
  LetGo("first");
  Wait(first);
}

TEST_F(QueueTest, WhatClaimsNothingWaitsForNobodyAndNobodyForIt) {
  const std::string first = Submit(Meeting("first", 2));
  Meet("first");
  JobSpec board = Meeting("board", 2);
  board.serves = true;
  board.claims_nothing = true;
  const std::string id = Submit(board);
  Meet("board");
  LetGo("first");
  Wait(first);
  const std::string next = Submit(Meeting("next", 2));
  Meet("next");
  LetGo("next");
  LetGo("board");
  EXPECT_EQ(Wait(next).state, store::JobState::kSucceeded);
  Wait(id);
}

TEST_F(QueueTest, AClaimOfAnotherBootIsVoid) {
  const Status stale = catalog_->ChangeClaims([](std::vector<store::Claim>* claims) {
    if (!claims->empty()) return;
    store::Claim claim;
    claim.job_id = "20200101000000000g00000000";
    claim.lease = "0123456789abcdef0123456789abcdef";
    claim.pid = 1;
    claim.cpu = 1'000'000;
    claim.granted = true;
    claims->push_back(claim);
  });
  ASSERT_TRUE(stale.ok());
  EXPECT_EQ(Run(Shell("exit 0\n")).state, store::JobState::kSucceeded);
  EXPECT_TRUE(catalog_->ListClaims()->empty());
}

TEST_F(QueueTest, MoreThanThereIsStartsNothing) {
  JobSpec spec = Shell("exit 0\n");
  spec.roles.front().cpu = 300;
  spec.quota.cpu = 200;
  spec.quota.fit = false;
  const auto id = service_->Submit(spec);
  ASSERT_FALSE(id.ok());
  EXPECT_EQ(id.error().detail, "the job requests 3 cores, and all jobs together may use 2 cores");
  EXPECT_TRUE(service_->List("p", {})->empty());
  spec.quota.fit = true;
  EXPECT_EQ(Run(spec).state, store::JobState::kSucceeded);
  EXPECT_THAT(service_->notes(),
              ElementsAre(HasSubstr("fitted to what there is: 2 cores instead of 3; ")));
}

TEST_F(QueueTest, ManyJobsAllRun) {
  std::vector<std::string> ids;
  for (int i = 0; i < 12; ++i) {
    JobSpec spec = Shell("echo >>" + folder_ + "/order\n");
    spec.roles.front().cpu = i % 3 == 0 ? 200 : 100;
    spec.quota.cpu = 200;
    ids.push_back(Submit(spec));
  }
  for (const std::string& id : ids) EXPECT_EQ(Wait(id).state, store::JobState::kSucceeded);
  EXPECT_EQ(Order().size(), 12U);
}

// A driver's tool that shows two cards.
class CardsTest : public QueueTest {
 protected:
  void SetUp() override {
    QueueTest::SetUp();
    const char* path = std::getenv("PATH");
    path_ = path == nullptr ? "" : path;
    Tool("echo '0, GPU-aa11, 16384'; echo '1, GPU-bb22, 8192'\n");
    setenv("PATH", (folder_ + ":" + path_).c_str(), 1);
  }
  void TearDown() override {
    setenv("PATH", path_.c_str(), 1);
    QueueTest::TearDown();
  }
  void Tool(const std::string& text) const {
    Write("nvidia-smi", "#!/bin/sh\n" + text);
    chmod((folder_ + "/nvidia-smi").c_str(), 0755);
  }
  JobSpec ShowCards(std::vector<RoleSpec> roles) {
    JobSpec spec = Shell("echo \"$PAISQL_PROCESS $CUDA_VISIBLE_DEVICES ${PAISQL_GPU_SHARE:-}\" >>" +
                         folder_ + "/order\n");
    spec.roles = std::move(roles);
    return spec;
  }

  std::string path_;
};

TEST_F(CardsTest, TheDriversToolIsAsked) {
  const auto cards = FindCards();
  ASSERT_TRUE(cards.has_value());
  ASSERT_EQ(cards->size(), 2U);
  EXPECT_EQ((*cards)[1], (Card{1, 8192}));
}

TEST_F(CardsTest, WhatIsHiddenIsNotFound) {
  const auto visible = [](const char* value) {
    setenv("CUDA_VISIBLE_DEVICES", value, 1);
    std::vector<int> ids;
    const auto cards = FindCards();
    for (const Card& card : cards.value()) ids.push_back(card.id);
    unsetenv("CUDA_VISIBLE_DEVICES");
    return ids;
  };
  EXPECT_EQ(visible("1"), (std::vector<int>{1}));
  EXPECT_EQ(visible("GPU-bb, 0"), (std::vector<int>{1, 0}));
  EXPECT_EQ(visible("0,-1,1"), (std::vector<int>{0}));
  EXPECT_EQ(visible("MIG-aa"), std::vector<int>());
  EXPECT_EQ(visible(""), std::vector<int>());
}

TEST_F(CardsTest, AToolThatFailsIsToldOfAndAskedAgain) {
  Tool("echo 'Driver/library version mismatch'; exit 18\n");
  EXPECT_FALSE(FindCards().has_value());
  EXPECT_EQ(Run(ShowCards({{"worker", 1, 100}})).state, store::JobState::kSucceeded);
  EXPECT_THAT(service_->notes(), ::testing::ElementsAre(HasSubstr("nvidia-smi gives no answer"),
                                                        HasSubstr("it computes on CPUs")));
  Tool("echo '0, GPU-aa, 16384'\n");
  EXPECT_EQ(Run(ShowCards({{"worker", 1, 100}})).state, store::JobState::kSucceeded);
  EXPECT_TRUE(service_->notes().empty());
  EXPECT_EQ(Order(), "worker-0 -1 \nworker-0 0 \n");
}

TEST_F(CardsTest, AProcessSeesItsOwnCards) {
  EXPECT_EQ(Run(ShowCards({{"worker", 1, 200}})).state, store::JobState::kSucceeded);
  EXPECT_EQ(Order(), "worker-0 0,1 \n");
}

TEST_F(CardsTest, WithoutADemandItSeesNone) {
  EXPECT_EQ(Run(ShowCards({{"worker", 1, 0}})).state, store::JobState::kSucceeded);
  EXPECT_EQ(Order(), "worker-0 -1 \n");
}

TEST_F(CardsTest, AShareIsSaidToTheProcess) {
  EXPECT_EQ(Run(ShowCards({{"worker", 1, 25}})).state, store::JobState::kSucceeded);
  EXPECT_EQ(Order(), "worker-0 0 25\n");
}

TEST_F(CardsTest, ACardIsHeldUntilTheJobEnds) {
  JobSpec first = Meeting("first", 1);
  first.roles.front().gpu = 200;
  Submit(first);
  Meet("first");
  JobSpec second = ShowCards({{"worker", 1, 100}});
  const std::string id = Submit(second);
  EXPECT_EQ(WaitsFor(id), "1 GPU, of which 0 are free");
  LetGo("first");
  EXPECT_EQ(Wait(id).state, store::JobState::kSucceeded);
  EXPECT_EQ(Order(), "first\nworker-0 0 \n");
}

TEST_F(CardsTest, MoreCardsThanThereAreAreRefused) {
  JobSpec spec = ShowCards({{"worker", 1, 400}});
  spec.quota.fit = false;
  const auto id = service_->Submit(spec);
  ASSERT_FALSE(id.ok());
  EXPECT_THAT(id.error().detail, HasSubstr("4 GPUs, and all jobs together may use 2 GPUs"));
}

TEST_F(CardsTest, SettingsOverrideWhatIsFound) {
  JobSpec spec = ShowCards({{"worker", 1, 100}});
  spec.quota.gpus = "1";
  EXPECT_EQ(Run(spec).state, store::JobState::kSucceeded);
  spec.quota.gpus = "none";
  EXPECT_EQ(Run(spec).state, store::JobState::kSucceeded);
  EXPECT_EQ(Order(), "worker-0 1 \nworker-0 -1 \n");
}

TEST_F(CardsTest, ABusyCardIsNoHang) {
  Tool(
      "case $1 in *utilization*) echo '0, 90'; echo '1, 0';; "
      "*) echo '0, GPU-aa11, 16384'; echo '1, GPU-bb22, 8192';; esac\n");
  EXPECT_EQ(LoadOfCards({0, 1}).busy, 90);
  EXPECT_EQ(LoadOfCards({1}).busy, 0);
  EXPECT_EQ(LoadOfCards({}).busy, 0);
  JobSpec spec = ShowCards({{"worker", 1, 100}});
  Write("script.py", "exec sleep 3\n");
  spec.limits.hung_seconds = 1;
  EXPECT_EQ(Run(spec).state, store::JobState::kSucceeded);
  spec.quota.gpus = "1";
  EXPECT_THAT(Run(spec).message, HasSubstr("neither computed nor printed"));
}

TEST_F(QueueTest, AJobThatServesHoldsWhatItAsksFor) {
  JobSpec spec = Meeting("server", 1, kLowestPriority, "exit 0\n");
  spec.serves = true;
  spec.limits.restart_workers = true;
  spec.limits.restarts = 1;
  const std::string server = Submit(spec);
  Meet("server");
  ASSERT_EQ(catalog_->ListClaims()->size(), 1U);
  EXPECT_EQ(catalog_->ListClaims()->front().cpu, 100);
  // It ends by itself, is started again, and keeps its room meanwhile.
  const std::string second = Submit(Meeting("second", 2));
  LetGo("server");
  Meet("server");
  EXPECT_EQ(WaitsFor(second), "2 cores, of which 1 is free");
  EXPECT_EQ(service_->Progress(server).processes.at(0).restarts, 1);
  EXPECT_TRUE(service_->Kill(server).ok());
  Meet("second");
  LetGo("second");
  EXPECT_EQ(Wait(second).state, store::JobState::kSucceeded);
}

}  // namespace
}  // namespace paisql::jobs
