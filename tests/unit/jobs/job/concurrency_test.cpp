// Many jobs, sessions and threads on one home at once. Each thread is a session of its own.

#include <signal.h>
#include <sys/file.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>

#include "jobs/job/job_directory.h"
#include "jobs/job/job_row.h"
#include "jobs/meeting_fixture.h"

namespace paisql::jobs {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

class ConcurrencyTest : public MeetingTest {
 protected:
  struct Session {
    std::unique_ptr<store::Catalog> catalog;
    std::unique_ptr<JobService> service;
  };
  Session Open() const {
    Session session;
    session.catalog = std::move(*store::Catalog::Open(catalog_->home()));
    session.service = std::make_unique<JobService>(*session.catalog, ThisInstallation());
    return session;
  }

  // In a session of its own: follows the job to its end.
  std::future<JobOutcome> WaitElsewhere(const std::string& id) const {
    return std::async(std::launch::async, [this, id] {
      const Session session = Open();
      OutputObserver observer([](std::string_view) {});
      return **session.service->Follow(id, observer, {});
    });
  }
  std::future<Status> KillElsewhere(const std::string& id) const {
    return std::async(std::launch::async, [this, id] { return Open().service->Kill(id); });
  }

  // A job that writes so many rows to the table and then waits before it ends.
  JobSpec Writer(const std::string& name, const store::Table& table, int rows,
                 const std::vector<std::string>& partition = {}) {
    JobSpec spec = Meeting(name, 1, kLowestPriority, FindStaging() + StageRows(rows));
    spec.outputs.push_back({"odps://p/tables/" + table.name, table, partition});
    return spec;
  }
};

TEST_F(ConcurrencyTest, OfTwoWritersTheOneThatEndsLastHasTheTable) {
  const store::Table table = MakeTable("out", true);
  Fill(table, 5, {"a"});
  Fill(table, 100, {"b"});
  const std::string first = Submit(Writer("first", table, 2, {"a"}));
  const std::string second = Submit(Writer("second", table, 3, {"a"}));
  Meet("first");
  Meet("second");
  LetGo("second");
  EXPECT_EQ(Wait(second).state, store::JobState::kSucceeded);
  EXPECT_EQ(Rows(table), 103);
  LetGo("first");
  EXPECT_EQ(Wait(first).state, store::JobState::kSucceeded);
  EXPECT_EQ(Rows(table), 102);
}

TEST_F(ConcurrencyTest, WritersThatEndTogetherAreNeverMixed) {
  const store::Table table = MakeTable("out");
  for (int round = 0; round < 5; ++round) {
    const std::string first = Submit(Writer("first", table, 2));
    const std::string second = Submit(Writer("second", table, 3));
    Meet("first");
    Meet("second");
    auto other = WaitElsewhere(second);
    std::thread go([this] { LetGo("first"); });
    LetGo("second");
    go.join();
    EXPECT_EQ(Wait(first).state, store::JobState::kSucceeded);
    EXPECT_EQ(other.get().state, store::JobState::kSucceeded);
    EXPECT_THAT(Rows(table), AnyOf(2, 3));
  }
}

TEST_F(ConcurrencyTest, ATableThatIsChangedWhileTheJobRunsIsNamedAndKept) {
  const store::Table table = MakeTable("out");
  const store::Table beside = MakeTable("beside");
  Fill(table, 5);
  Fill(beside, 7);
  JobSpec spec = Writer("job", table, 2);
  spec.outputs.push_back({"odps://p/tables/beside", beside, {}});
  const std::string staged = "cp $staging/0.* ${staging%0}1/\n";
  std::ofstream(spec.script.path, std::ios::app) << staged;
  const std::string id = Submit(spec);
  Meet("job");
  store::Column column;
  column.name = "more";
  column.type = TypeId::kString;
  ASSERT_TRUE(catalog_->AddColumns(table.id, {column}).ok());
  LetGo("job");
  const JobOutcome outcome = Wait(id);
  EXPECT_EQ(outcome.state, store::JobState::kFailed);
  EXPECT_THAT(outcome.message, HasSubstr("p.out"));
  EXPECT_EQ(Rows(table), 5);
  EXPECT_EQ(Rows(beside), 7);
}

TEST_F(ConcurrencyTest, ATableThatIsDroppedWhileTheJobRunsIsNamed) {
  const store::Table table = MakeTable("out");
  const store::Table beside = MakeTable("beside");
  Fill(beside, 7);
  JobSpec spec = Writer("job", table, 2);
  spec.outputs.push_back({"odps://p/tables/beside", beside, {}});
  std::ofstream(spec.script.path, std::ios::app) << "cp $staging/0.* ${staging%0}1/\n";
  const std::string id = Submit(spec);
  Meet("job");
  ASSERT_TRUE(catalog_->DropTable(table.id).ok());
  // One of the same name is another table.
  const store::Table again = MakeTable("out");
  Fill(again, 9);
  LetGo("job");
  const JobOutcome outcome = Wait(id);
  EXPECT_EQ(outcome.state, store::JobState::kFailed);
  EXPECT_THAT(outcome.message, HasSubstr("p.out"));
  EXPECT_EQ(Rows(again), 9);
  EXPECT_EQ(Rows(beside), 7);
}

TEST_F(ConcurrencyTest, FiftyJobsOfFiveSessionsNeverHoldMoreThanTheQuota) {
  constexpr int kSessions = 5;
  constexpr int kJobsEach = 10;
  constexpr int64_t kQuota = 200;
  const JobSpec common = Shell("exit 0\n");
  std::atomic<bool> over = false;
  // Looks at the claims all the time; each look is one moment of the catalog.
  std::future<int64_t> most = std::async(std::launch::async, [&] {
    const Session session = Open();
    int64_t highest = 0;
    while (!over) {
      int64_t granted = 0;
      const auto claims = session.catalog->ListClaims();
      if (!claims.ok()) return int64_t{-1};
      for (const store::Claim& claim : *claims) {
        if (claim.granted) granted += claim.cpu;
      }
      highest = std::max(highest, granted);
    }
    return highest;
  });
  std::vector<std::future<int>> sessions;
  for (int i = 0; i < kSessions; ++i) {
    sessions.push_back(std::async(std::launch::async, [&, i] {
      const Session session = Open();
      std::vector<std::string> ids;
      for (int j = 0; j < kJobsEach; ++j) {
        JobSpec spec = common;
        spec.roles.front().cpu = (i + j) % 3 == 0 ? 200 : 100;
        spec.priority = j % 2;
        spec.quota.cpu = kQuota;
        ids.push_back(*session.service->Submit(spec));
      }
      int succeeded = 0;
      for (const std::string& id : ids) {
        OutputObserver observer([](std::string_view) {});
        const auto outcome = session.service->Follow(id, observer, {});
        succeeded += (*outcome)->state == store::JobState::kSucceeded ? 1 : 0;
      }
      return succeeded;
    }));
  }
  for (auto& session : sessions) EXPECT_EQ(session.get(), kJobsEach);
  over = true;
  const int64_t seen = most.get();
  EXPECT_GT(seen, 0);
  EXPECT_LE(seen, kQuota);
  EXPECT_TRUE(catalog_->ListClaims()->empty());
}

TEST_F(ConcurrencyTest, AQuotaThatIsLoweredIsForThoseThatComeLater) {
  const std::string first = Submit(Meeting("first", 2));
  Meet("first");
  JobSpec spec = Meeting("second", 0);
  spec.quota.cpu = 1;
  const std::string second = Submit(spec);
  EXPECT_EQ(WaitsFor(second), "0.01 cores, of which 0 are free");
  LetGo("first");
  Meet("second");
  LetGo("second");
  EXPECT_EQ(Wait(second).state, store::JobState::kSucceeded);
  spec = Shell("exit 0\n");
  spec.roles.front().cpu = 100;
  spec.quota.cpu = 1;
  spec.quota.fit = false;
  EXPECT_THAT(service_->Submit(spec).error().detail,
              HasSubstr("requests 1 core, and all jobs together may use 0.01 cores"));
  EXPECT_EQ(Wait(first).state, store::JobState::kSucceeded);
}

// What happens to the claim of a job that waits.
class ClaimDamageTest : public ConcurrencyTest {
 protected:
  // Takes the claim out of the queue; with a column, it comes back with that one damaged.
  void Damage(const std::string& id, std::string store::Claim::*column) {
    bool done = false;
    const Status changed = catalog_->ChangeClaims([&](std::vector<store::Claim>* claims) {
      if (done) return;
      done = true;
      const auto found = std::find_if(claims->begin(), claims->end(),
                                      [&id](const auto& claim) { return claim.job_id == id; });
      ASSERT_NE(found, claims->end());
      store::Claim claim = *found;
      claims->erase(found);
      if (column == nullptr) return;
      claim.ticket = 0;
      claim.*column = "{";
      claims->push_back(claim);
    });
    EXPECT_TRUE(changed.ok());
  }
};

TEST_F(ClaimDamageTest, OneThatCannotBeReadBlocksNobodyAndIsAskedForAgain) {
  for (const auto column : {&store::Claim::quota, &store::Claim::gpus, &store::Claim::cards}) {
    const std::string first = Submit(Meeting("first", 2));
    Meet("first");
    const std::string damaged = Submit(Meeting("damaged", 2));
    WaitsFor(damaged);
    Damage(damaged, column);
    const std::string behind = Submit(Meeting("behind", 2));
    WaitsFor(behind);
    LetGo("first");
    Meet("behind");
    kill(SupervisorPid(damaged), SIGUSR1);  // looks now instead of some seconds later
    LetGo("behind");
    Meet("damaged");
    LetGo("damaged");
    for (const std::string& id : {first, damaged, behind}) {
      EXPECT_EQ(Wait(id).state, store::JobState::kSucceeded);
    }
    EXPECT_TRUE(catalog_->ListClaims()->empty());
  }
}

TEST_F(ClaimDamageTest, OneThatIsGoneIsAskedForAgain) {
  const std::string first = Submit(Meeting("first", 2));
  Meet("first");
  const std::string second = Submit(Meeting("second", 2));
  WaitsFor(second);
  Damage(second, nullptr);
  kill(SupervisorPid(second), SIGUSR1);
  LetGo("first");
  Meet("second");
  LetGo("second");
  EXPECT_EQ(Wait(second).state, store::JobState::kSucceeded);
  EXPECT_TRUE(catalog_->ListClaims()->empty());
}

TEST_F(ConcurrencyTest, TwoSessionsWaitAndTwoKill) {
  for (const bool waiting : {false, true}) {
    const std::string first = Submit(Meeting("first", 2));
    Meet("first");
    const std::string id = waiting ? Submit(Meeting("second", 2)) : first;
    if (waiting) WaitsFor(id);
    auto one = WaitElsewhere(id);
    auto other = WaitElsewhere(id);
    auto killed = KillElsewhere(id);
    auto also = KillElsewhere(id);
    // Who comes when it is over already is told so.
    const bool first_ok = killed.get().ok();
    EXPECT_TRUE(also.get().ok() || first_ok);
    for (auto* outcome : {&one, &other}) {
      const JobOutcome seen = outcome->get();
      EXPECT_EQ(seen.state, store::JobState::kKilled);
      EXPECT_EQ(seen.message, "the job was killed");
    }
    EXPECT_TRUE(!waiting || service_->Kill(first).ok());
    EXPECT_TRUE(catalog_->ListClaims()->empty());
  }
}

TEST_F(ConcurrencyTest, TwoSessionsThatWaitSeeADeadSupervisorAlike) {
  const std::string id = Submit(Meeting("job", 1));
  Meet("job");
  auto one = WaitElsewhere(id);
  auto other = WaitElsewhere(id);
  kill(SupervisorPid(id), SIGKILL);
  EXPECT_EQ(one.get().state, store::JobState::kFailed);
  EXPECT_EQ(other.get().state, store::JobState::kFailed);
}

TEST_F(ConcurrencyTest, WhoLooksAtALeaseIsNotItsHolder) {
  auto lease = store::Lease::Acquire(catalog_->home());
  ASSERT_TRUE(lease.ok());
  const std::string id = (*lease)->id();
  EXPECT_TRUE(IsLeaseHeld(catalog_->home(), id));
  (*lease)->Abandon();
  const Descriptor look(open((catalog_->home().LeasesPath() + "/" + id).c_str(), O_RDONLY));
  ASSERT_EQ(flock(look.get(), LOCK_SH | LOCK_NB), 0);
  EXPECT_FALSE(IsLeaseHeld(catalog_->home(), id));
}

TEST_F(ConcurrencyTest, ALeaseOfAHomeFromElsewhereIsLookedForInItsFolderOnly) {
  const std::string pipe = catalog_->home().path() + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FALSE(IsLeaseHeld(catalog_->home(), "../pipe"));
  EXPECT_FALSE(IsLeaseHeld(catalog_->home(), ""));
  ASSERT_EQ(mkfifo((catalog_->home().LeasesPath() + "/pipe").c_str(), 0600), 0);
  EXPECT_FALSE(IsLeaseHeld(catalog_->home(), "pipe"));
}

TEST_F(ConcurrencyTest, ALogIsReadWhileItMovesOn) {
  JobSpec spec =
      Meeting("job", 1, kLowestPriority,
              "i=0; while test $i -lt 20000; do echo line $i of many; i=$((i + 1)); done\n");
  spec.limits.log_bytes = 20'000;
  const std::string id = Submit(spec);
  Meet("job");
  auto end = WaitElsewhere(id);
  LetGo("job");
  bool over = false;
  while (!over) {
    over = service_->Find(id)->state != store::JobState::kRunning;
    const auto logs = service_->Logs(id);
    ASSERT_TRUE(logs.ok());
    const std::string text = ReadLog(logs->back());
    EXPECT_LE(text.size(), 20'000U);
    // No part is missing between the two files: the numbers go up by one.
    int64_t last = -1;
    for (size_t at = text.find("line "); at != std::string::npos; at = text.find("line ", at + 1)) {
      const int64_t number = std::atoll(text.c_str() + at + 5);
      const bool cut = text.find('\n', at) == std::string::npos;
      EXPECT_TRUE(last < 0 || cut || number == last + 1) << number;
      last = number;
    }
  }
  EXPECT_EQ(end.get().state, store::JobState::kSucceeded);
}

}  // namespace
}  // namespace paisql::jobs
