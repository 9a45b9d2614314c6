// Who dies when: each role at each stage of a job, and the supervisor itself.

#include <fcntl.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/wait.h>

#include <algorithm>

#include "base/process/process.h"
#include "jobs/job/job_directory.h"
#include "jobs/meeting_fixture.h"
#include "jobs/queue/schedule.h"

namespace paisql::jobs {
namespace {

using ::testing::HasSubstr;

class DeathTest : public MeetingTest {
 protected:
  // Each process tells its number at <name>.here and waits at <name>.go; then it does what `rest`
  // says.
  JobSpec Cluster(std::vector<RoleSpec> roles, const std::string& rest = "exit 0\n") {
    JobSpec spec = Shell("echo $$ >" + folder_ + "/$PAISQL_PROCESS.here\nread x <" + folder_ +
                         "/$PAISQL_PROCESS.go\n" + rest);
    spec.roles = std::move(roles);
    spec.distributed = true;
    for (const std::string name : {"ps-0", "worker-0", "worker-1", "evaluator-0"}) {
      Fifo(name + ".here");
      Fifo(name + ".go");
    }
    return spec;
  }
  pid_t Pid(const std::string& process) { return Number(folder_ + "/" + process + ".here"); }

  std::string StagingOf(const std::string& id) const {
    return catalog_->home().StagingPath() + "/" + ReadJobLease(catalog_->home().JobPath(id));
  }
};

const std::vector<RoleSpec> kAllRoles = {{"ps", 1}, {"worker", 2}, {"evaluator", 1}};

TEST_F(DeathTest, AProcessThatIsKilledWhileAllRunFailsTheJob) {
  for (const std::string name : {"ps-0", "worker-0", "worker-1"}) {
    const std::string id = Submit(Cluster(kAllRoles));
    std::map<std::string, pid_t> pids;
    for (const std::string process : {"ps-0", "worker-0", "worker-1", "evaluator-0"}) {
      pids[process] = Pid(process);
    }
    kill(pids[name], SIGSEGV);
    const JobOutcome outcome = Wait(id);
    EXPECT_EQ(outcome.state, store::JobState::kFailed);
    std::string title = name;
    std::replace(title.begin(), title.end(), '-', ' ');
    EXPECT_EQ(outcome.message, title + " was killed by SIGSEGV");
    EXPECT_EQ(outcome.log_path, JobPlaces{catalog_->home().JobPath(id)}.Log(name));
    for (const auto& [process, pid] : pids) EXPECT_NE(kill(pid, 0), 0) << process;
    EXPECT_TRUE(catalog_->ListClaims()->empty());
  }
}

TEST_F(DeathTest, AnEvaluatorThatIsKilledWhileAllRunIsTold) {
  const std::string id = Submit(Cluster({{"worker", 1}, {"evaluator", 1}}));
  Pid("worker-0");
  kill(Pid("evaluator-0"), SIGKILL);
  LetGo("worker-0");
  const JobOutcome outcome = Wait(id);
  EXPECT_EQ(outcome.state, store::JobState::kSucceeded);
  EXPECT_THAT(outcome.message, HasSubstr("evaluator 0 was killed by SIGKILL; its log is "));
}

TEST_F(DeathTest, BehindTheWorkersAServerMayDieAndAnEvaluatorIsTold) {
  for (const bool kill_evaluator : {false, true}) {
    const std::string id = Submit(Cluster({{"ps", 1}, {"worker", 1}, {"evaluator", 1}}));
    const pid_t server = Pid("ps-0");
    Pid("worker-0");
    const pid_t evaluator = Pid("evaluator-0");
    LetGo("worker-0");
    AwaitOutput(id, "the workers are done");
    kill(server, SIGKILL);
    if (kill_evaluator) {
      kill(evaluator, SIGKILL);
    } else {
      LetGo("evaluator-0");
    }
    const JobOutcome outcome = Wait(id);
    EXPECT_EQ(outcome.state, store::JobState::kSucceeded) << outcome.message;
    EXPECT_THAT(outcome.message, HasSubstr(kill_evaluator ? "was killed by SIGKILL" : ""));
    EXPECT_EQ(outcome.message.empty(), !kill_evaluator);
  }
}

TEST_F(DeathTest, AWorkerThatIsKilledBehindTheOtherFailsTheJob) {
  const std::string id = Submit(Cluster({{"worker", 2}}));
  const pid_t first = Pid("worker-0");
  const pid_t second = Pid("worker-1");
  LetGo("worker-0");
  AwaitEnd(first);
  kill(second, SIGKILL);
  EXPECT_EQ(Wait(id).message, "worker 1 was killed by SIGKILL");
}

TEST_F(DeathTest, AServerThatFailsForItsWorkersGoodEndFailsNothing) {
  const std::string id = Submit(
      Cluster({{"ps", 1}, {"worker", 1}}, "test $PAISQL_PROCESS = worker-0 && exit 0\nexit 9\n"));
  const pid_t server = Pid("ps-0");
  const pid_t worker = Pid("worker-0");
  // Both have ended when the supervisor looks.
  kill(SupervisorPid(id), SIGSTOP);
  LetGo("worker-0");
  AwaitEnd(worker);
  LetGo("ps-0");
  AwaitEnd(server);
  kill(SupervisorPid(id), SIGCONT);
  const JobOutcome outcome = Wait(id);
  EXPECT_EQ(outcome.state, store::JobState::kSucceeded) << outcome.message;
}

TEST_F(DeathTest, AJobThatWaitsForARestartCanBeKilled) {
  JobSpec spec = Cluster({{"worker", 2}});
  spec.limits.restart_workers = true;
  const std::string id = Submit(spec);
  Pid("worker-0");
  kill(Pid("worker-1"), SIGKILL);
  AwaitOutput(id, "it is started again in 1 second");
  EXPECT_TRUE(service_->Kill(id).ok());
  EXPECT_EQ(service_->Find(id)->state, store::JobState::kKilled);
  for (const ProcessProgress& process : service_->Progress(id).processes) {
    EXPECT_EQ(process.state, "ended") << process.index;
  }
  EXPECT_TRUE(catalog_->ListClaims()->empty());
}

TEST_F(DeathTest, ASecondRequestToEndChangesNothing) {
  const std::string asked = Fifo("asked");
  const std::string id = Submit(Shell("trap 'echo $$ >" + asked + "; read x <" + Fifo("end") +
                                      "; exit 0' TERM\necho ready\n"
                                      "while :; do sleep 1000 & wait $!; done\n"));
  AwaitOutput(id, "ready");
  kill(SupervisorPid(id), SIGTERM);
  EXPECT_GT(Number(asked), 0);
  kill(SupervisorPid(id), SIGTERM);
  std::ofstream(folder_ + "/end") << "\n";
  const JobOutcome outcome = Wait(id);
  EXPECT_EQ(outcome.state, store::JobState::kKilled);
  EXPECT_EQ(outcome.message, "the job was killed");
  EXPECT_EQ(service_->Find(id)->state, store::JobState::kKilled);
}

// The supervisor blocks at a FIFO that stands where it reads a file; then it is killed.
class SupervisorDeathTest : public DeathTest {
 protected:
  // Blocks until somebody else has opened the FIFO, which `act` leads to.
  template <typename Act>
  static Descriptor AwaitOpened(const std::string& fifo, const Act& act) {
    Descriptor end(open(fifo.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
    EXPECT_TRUE(end.open());
    const Descriptor events(inotify_init1(IN_CLOEXEC));
    EXPECT_GE(inotify_add_watch(events.get(), fifo.c_str(), IN_OPEN), 0);
    act();
    char buffer[4096];
    EXPECT_GT(read(events.get(), buffer, sizeof buffer), 0);
    return end;
  }
};

TEST_F(SupervisorDeathTest, BeforeTheCommitItLeavesNothing) {
  const store::Table table = MakeTable("out");
  Fill(table, 5);
  JobSpec spec = Meeting("job", 1, kLowestPriority,
                         FindStaging() + StageRows(2) +
                             "rm $staging/0.json\nmkfifo $staging/0.json\n"
                             "echo >" +
                             Fifo("staged") + "\nread x <" + Fifo("end") + "\n");
  spec.outputs.push_back({"odps://p/tables/out", table, {}});
  const std::string id = Submit(spec);
  Meet("job");
  LetGo("job");
  std::ifstream(folder_ + "/staged").get();
  const std::string staging = StagingOf(id);
  const Descriptor held =
      AwaitOpened(staging + "/outputs/0/0.json", [&] { std::ofstream(folder_ + "/end") << "\n"; });
  EXPECT_EQ(catalog_->ListClaims()->size(), 1U);
  kill(SupervisorPid(id), SIGKILL);
  const JobOutcome outcome = Wait(id);
  EXPECT_EQ(outcome.state, store::JobState::kFailed);
  EXPECT_THAT(outcome.message, HasSubstr("its supervisor ended without telling"));
  EXPECT_EQ(Rows(table), 5);
  EXPECT_EQ(service_->Load()->claimed_cpu, 0);
  EXPECT_TRUE(std::filesystem::exists(staging));
  EXPECT_TRUE(catalog_->Sweep().ok());
  EXPECT_FALSE(std::filesystem::exists(staging));
  // The claim is void: the next job has all that there is.
  JobSpec next = Shell("exit 0\n");
  next.roles.front().cpu = 200;
  next.quota.cpu = 200;
  EXPECT_EQ(Run(next).state, store::JobState::kSucceeded);
  EXPECT_TRUE(catalog_->ListClaims()->empty());
}

TEST_F(SupervisorDeathTest, WhatItsProcessesHaveStartedEndsWhenSomebodyLooks) {
  const std::string id = Submit(Meeting(
      "job", 1, kLowestPriority, "setsid sleep 1000 &\necho $! >" + Fifo("helper") + "\nwait\n"));
  Meet("job");
  LetGo("job");
  const pid_t helper = Number(folder_ + "/helper");
  ASSERT_EQ(kill(helper, 0), 0);
  kill(SupervisorPid(id), SIGKILL);
  EXPECT_EQ(Wait(id).state, store::JobState::kFailed);
  AwaitEnd(helper);
}

TEST_F(SupervisorDeathTest, ADaemonThatHidesEndsWithItsSupervisorWithoutAnybodyWhoLooks) {
  // Two forks, a session of its own, nothing open, nothing in its environment, no folder.
  const std::string id = Submit(Meeting(
      "job", 1, kLowestPriority,
      "(setsid env -i /bin/sh -c 'exec <&- >&- 2>&- 3>&-; cd /; \n"
      "echo $$ >" +
          Fifo("daemon") + "; while :; do sleep 1000; done' &)\nread x <" + Fifo("never") + "\n"));
  Meet("job");
  LetGo("job");
  const pid_t daemon = Number(folder_ + "/daemon");
  ASSERT_EQ(kill(daemon, 0), 0);
  kill(SupervisorPid(id), SIGKILL);
  AwaitEnd(daemon);
}

TEST_F(SupervisorDeathTest, AGuardianThatIsKilledTakesNothingWithIt) {
  const std::string id = Submit(Meeting("job", 1, kLowestPriority, "exit 0\n"));
  Meet("job");
  const pid_t supervisor = SupervisorPid(id);
  const Result<std::string> stat = ReadFile("/proc/" + std::to_string(supervisor) + "/stat");
  ASSERT_TRUE(stat.ok());
  const pid_t guardian = std::atoi(stat->c_str() + stat->rfind(") ") + 4);
  ASSERT_GT(guardian, 1);
  ASSERT_NE(guardian, getpid());
  kill(guardian, SIGKILL);
  AwaitEnd(guardian);
  EXPECT_EQ(kill(supervisor, 0), 0);
  LetGo("job");
  EXPECT_EQ(Wait(id).state, store::JobState::kSucceeded);
}

// A process of this test that has nothing to do with any job.
class ReusedNumberTest : public DeathTest {
 protected:
  void SetUp() override {
    DeathTest::SetUp();
    SpawnOptions options;
    options.command = {"/bin/sleep", "1000"};
    options.environment = EnvironmentWith({});
    options.output = "/dev/null";
    auto pid = Spawn(options);
    ASSERT_TRUE(pid.ok());
    stranger_ = *pid;
  }
  // A signal that it got before comes first: of several the kernel gives the lowest number.
  void TearDown() override {
    kill(stranger_, SIGTERM);
    int status = 0;
    ASSERT_EQ(waitpid(stranger_, &status, 0), stranger_);
    EXPECT_EQ(WTERMSIG(status), SIGTERM);
    DeathTest::TearDown();
  }

  // A row whose supervisor had the stranger's number.
  store::Job InsertRow(int64_t start, const std::string& boot_id) {
    store::Job job;
    job.id = store::NewInstanceId();
    job.project = "p";
    job.kind = "pai";
    job.state = store::JobState::kRunning;
    job.created_ms = job.started_ms = 1;
    job.supervisor_pid = stranger_;
    job.supervisor_start = start;
    job.boot_id = boot_id;
    EXPECT_TRUE(catalog_->InsertJob(job).ok());
    return job;
  }

  pid_t stranger_ = 0;
};

TEST_F(ReusedNumberTest, AStaleRowIsTheEndOfNoStranger) {
  const ProcessIdentity stranger = IdentityOf(stranger_);
  for (const ProcessIdentity& stale : {ProcessIdentity{stranger_, stranger.start, "another boot"},
                                       ProcessIdentity{stranger_, 1, stranger.boot_id}}) {
    for (const bool kill_it : {false, true}) {
      const store::Job job = InsertRow(stale.start, stale.boot_id);
      if (kill_it) {
        EXPECT_THAT(service_->Kill(job.id).error().detail, HasSubstr("has already ended"));
      }
      const JobOutcome outcome = Wait(job.id);
      EXPECT_EQ(outcome.state, store::JobState::kFailed);
      EXPECT_THAT(outcome.message, HasSubstr("the machine restarted"));
      EXPECT_GT(service_->Find(job.id)->ended_ms, 0);
    }
  }
}

TEST_F(ReusedNumberTest, AStaleClaimIsNotWokenByItsNumber) {
  const store::Job job = InsertRow(1, IdentityOf(stranger_).boot_id);
  auto lease = store::Lease::Acquire(catalog_->home());
  ASSERT_TRUE(lease.ok());
  QueuedClaim queued;
  queued.claim.job_id = job.id;
  queued.claim.lease = (*lease)->id();
  queued.claim.pid = stranger_;
  queued.demand.cpu = 1;
  queued.quota = {200, 1'000'000, {}};
  const store::Claim waiting = WriteClaim(queued);
  ASSERT_TRUE(catalog_
                  ->ChangeClaims([&](std::vector<store::Claim>* claims) {
                    if (claims->empty()) claims->push_back(waiting);
                  })
                  .ok());
  EXPECT_EQ(Run(Shell("exit 0\n")).state, store::JobState::kSucceeded);
  EXPECT_TRUE(catalog_->ListClaims()->front().granted);
}

TEST_F(ReusedNumberTest, AStrangersEndIsNotTakenFromItsParent) {
  const store::Job job = InsertRow(1, "another boot");
  kill(stranger_, SIGTERM);
  AwaitEnd(stranger_);
  EXPECT_EQ(service_->Find(job.id)->state, store::JobState::kFailed);
  // TearDown still finds it.
}

}  // namespace
}  // namespace paisql::jobs
