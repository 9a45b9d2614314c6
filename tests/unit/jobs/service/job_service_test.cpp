#include "jobs/service/job_service.h"

#include <poll.h>
#include <signal.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>

#include "jobs/job_fixture.h"

namespace paisql::jobs {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST_F(JobTest, AScriptRunsWithItsArgumentsInItsWorkFolder) {
  JobSpec spec =
      Shell("echo \"$@\"; pwd; echo $PAISQL_FACE $HELLO; echo $PYTHONPATH; echo trouble >&2\n");
  spec.arguments = {"--tables=a,b", "two words"};
  spec.environment["HELLO"] = "there";
  const std::string id = Submit(spec);
  const JobOutcome outcome = Wait(id);
  EXPECT_EQ(outcome.state, store::JobState::kSucceeded);
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.message, "");
  const std::string work = catalog_->home().JobPath(id) + "/work";
  EXPECT_THAT(output_,
              StartsWith("--tables=a,b two words\n" + work + "\ntensorflow1 there\n:" + work));
  EXPECT_THAT(output_, EndsWith("trouble\n"));
  auto job = service_->Find(id);
  ASSERT_TRUE(job.ok());
  EXPECT_EQ(job->state, store::JobState::kSucceeded);
  EXPECT_EQ(job->name, "named");
  EXPECT_GE(job->ended_ms, job->started_ms);
  EXPECT_GT(job->started_ms, 0);
}

TEST_F(JobTest, AnExitStatusIsTheMessage) {
  const JobOutcome outcome = Run(Shell("exit 3\n"));
  EXPECT_EQ(outcome.state, store::JobState::kFailed);
  EXPECT_EQ(outcome.exit_status, 3);
  EXPECT_EQ(outcome.message, "the script ended with exit status 3");
  EXPECT_TRUE(std::filesystem::exists(outcome.log_path));
}

TEST_F(JobTest, ATracebackIsTheMessage) {
  const JobOutcome outcome = Run(Shell(
      "printf 'Traceback (most recent call last):\\n  File x\\nValueError: no\\n'; exit 1\n"));
  EXPECT_EQ(outcome.message, "ValueError: no");
}

TEST_F(JobTest, ASignalIsTheMessage) {
  const JobOutcome outcome = Run(Shell("kill -9 $$\n"));
  EXPECT_EQ(outcome.state, store::JobState::kFailed);
  EXPECT_EQ(outcome.exit_status, 137);
  EXPECT_EQ(outcome.message, "the script was killed by SIGKILL");
}

TEST_F(JobTest, MuchOutputArrivesWhole) {
  Run(Shell("head -c 30000000 /dev/zero; echo end\n"));
  EXPECT_EQ(output_.size(), 30000004U);
  EXPECT_THAT(output_, EndsWith("end\n"));
}

TEST_F(JobTest, KillEndsTheWholeTree) {
  // One child in the script's group, one in a session of its own, one that ignores SIGTERM's wish.
  JobSpec spec = Shell(
      "sleep 1000 & echo $!\nsetsid sleep 1000 & echo $!\n"
      "(trap '' TERM; exec sleep 1000) & echo $!\necho ready\nwait\n");
  const std::string id = Submit(spec);
  std::stop_source enough;
  std::string text;
  OutputObserver observer([&](std::string_view bytes) {
    text += bytes;
    if (text.find("ready") != std::string::npos) enough.request_stop();
  });
  auto followed = service_->Follow(id, observer, enough.get_token());
  ASSERT_TRUE(followed.ok());
  EXPECT_FALSE(followed->has_value());
  EXPECT_EQ(service_->Find(id)->state, store::JobState::kRunning);

  const Status killed = service_->Kill(id);
  ASSERT_TRUE(killed.ok()) << killed.error().ToString();
  EXPECT_EQ(service_->Find(id)->state, store::JobState::kKilled);
  for (size_t begin = 0, count = 0; count < 3; ++count) {
    const size_t end = text.find('\n', begin);
    EXPECT_NE(kill(std::atoi(text.substr(begin, end - begin).c_str()), 0), 0);
    begin = end + 1;
  }
  const Status again = service_->Kill(id);
  ASSERT_FALSE(again.ok());
  EXPECT_THAT(again.error().detail, HasSubstr("has already ended"));
}

TEST_F(JobTest, WhatAScriptLeavesBehindIsEnded) {
  const JobOutcome outcome = Run(Shell("setsid sleep 1000 & echo $!\n"));
  EXPECT_EQ(outcome.state, store::JobState::kSucceeded);
  EXPECT_NE(kill(std::atoi(output_.c_str()), 0), 0);
}

TEST_F(JobTest, AnotherSessionFollowsAndFinds) {
  const std::string id = Submit(Shell("echo hello\n"));
  auto catalog = store::Catalog::Open(catalog_->home());
  ASSERT_TRUE(catalog.ok());
  JobService other(**catalog, ThisInstallation());
  std::string text;
  OutputObserver observer([&](std::string_view bytes) { text += bytes; });
  auto outcome = other.Follow(id, observer, {});
  ASSERT_TRUE(outcome.ok() && outcome->has_value());
  EXPECT_EQ((*outcome)->state, store::JobState::kSucceeded);
  EXPECT_EQ(text, "hello\n");
  auto jobs = other.List("p", {});
  ASSERT_TRUE(jobs.ok());
  ASSERT_EQ(jobs->size(), 1U);
  EXPECT_EQ((*jobs)[0].id, id);
}

TEST_F(JobTest, AFollowingPausesAndGoesOn) {
  const std::string go = folder_ + "/go";
  ASSERT_EQ(mkfifo(go.c_str(), 0600), 0);
  const std::string id = Submit(Shell("echo one\ncat " + go + "\necho two\n"));
  JobFollower follower = service_->Follower(id);
  std::stop_source enough;
  std::string text;
  OutputObserver observer([&](std::string_view bytes) {
    text += bytes;
    enough.request_stop();
  });
  const auto paused = follower.Follow(observer, enough.get_token());
  ASSERT_TRUE(paused.ok());
  EXPECT_FALSE(paused->has_value());
  EXPECT_EQ(text, "one\n");
  const auto end = follower.WatchEnd();
  ASSERT_TRUE(end.ok() && end->open());
  pollfd wait = {end->get(), POLLIN, 0};
  EXPECT_EQ(poll(&wait, 1, 0), 0);
  std::ofstream(go) << "through\n";
  EXPECT_EQ(poll(&wait, 1, -1), 1);
  const auto outcome = follower.Follow(observer, {});
  ASSERT_TRUE(outcome.ok() && outcome->has_value());
  EXPECT_EQ((*outcome)->state, store::JobState::kSucceeded);
  EXPECT_EQ(text, "one\nthrough\ntwo\n");
  const auto ended = follower.WatchEnd();
  ASSERT_TRUE(ended.ok());
  EXPECT_FALSE(ended->open());
}

TEST_F(JobTest, ADeadSupervisorIsNoticed) {
  const std::string id = Submit(Shell("echo $$; exec sleep 1000\n"));
  std::stop_source enough;
  std::string text;
  OutputObserver observer([&](std::string_view bytes) {
    text += bytes;
    enough.request_stop();
  });
  (void)service_->Follow(id, observer, enough.get_token());
  const auto job = service_->Find(id);
  ASSERT_TRUE(job.ok());
  kill(static_cast<pid_t>(job->supervisor_pid), SIGKILL);
  const JobOutcome outcome = Wait(id);
  EXPECT_EQ(outcome.state, store::JobState::kFailed);
  EXPECT_THAT(outcome.message, HasSubstr("its supervisor ended without telling"));
  // The kernel ends the script with its supervisor, so that nothing goes on unseen.
  while (kill(std::atoi(text.c_str()), 0) == 0) {
    struct stat info;
    if (stat(("/proc/" + std::to_string(std::atoi(text.c_str()))).c_str(), &info) != 0) break;
  }
}

TEST_F(JobTest, AnUnknownJobHasNearNames) {
  const std::string id = Submit(Shell("exit 0\n"));
  Wait(id);
  std::string near = id;
  near.back() = near.back() == 'x' ? 'y' : 'x';
  const auto job = service_->Find(near);
  ASSERT_FALSE(job.ok());
  EXPECT_EQ(job.error().code, ErrorCode::kJobNotFound);
  EXPECT_THAT(job.error().hint, HasSubstr(id));
  EXPECT_THAT(service_->Find("nothing like it").error().hint, HasSubstr("SHOW P;"));
}

TEST_F(JobTest, AnOwnerIsKnownWithoutTheEnvironment) {
  const char* user = std::getenv("USER");
  const std::string before = user == nullptr ? "" : user;
  unsetenv("USER");
  const std::string id = Submit(Shell("exit 0\n"));
  if (user != nullptr) setenv("USER", before.c_str(), 1);
  Wait(id);
  EXPECT_NE(service_->Find(id)->owner, "");
}

TEST_F(JobTest, WithoutPythonNothingIsStarted) {
  for (const std::string python : {"", "/no/such/python"}) {
    Installation installation = ThisInstallation();
    installation.python = python;
    JobService service(*catalog_, installation);
    const auto id = service.Submit(Shell("exit 0\n"));
    ASSERT_FALSE(id.ok());
    EXPECT_EQ(id.error().code, ErrorCode::kEnvironment);
    EXPECT_THAT(id.error().hint, HasSubstr("scripts/setup"));
  }
  EXPECT_TRUE(service_->List("p", {})->empty());
}

TEST_F(JobTest, ASupervisorThatCannotStartFailsTheJob) {
  Installation installation = ThisInstallation();
  installation.program = "/no/such/program";
  JobService service(*catalog_, installation);
  const auto id = service.Submit(Shell("exit 0\n"));
  ASSERT_FALSE(id.ok());
  EXPECT_EQ(id.error().code, ErrorCode::kEnvironment);
  EXPECT_EQ((*service_->List("p", {}))[0].state, store::JobState::kFailed);
}

TEST_F(JobTest, AnArchiveIsUnpackedAndItsRootIsTheFolder) {
  std::filesystem::create_directories(folder_ + "/pack/main");
  Write("pack/main/train.py", "cat data.txt; echo $PYTHONPATH; echo $0\n");
  Write("pack/data.txt", "from the root\n");
  ASSERT_EQ(std::system(("tar czf " + folder_ + "/a.tar.gz -C " + folder_ + "/pack .").c_str()), 0);
  JobSpec spec = Shell("");
  spec.script = {folder_ + "/a.tar.gz", "./main/train.py"};
  const std::string id = Submit(spec);
  EXPECT_EQ(Wait(id).state, store::JobState::kSucceeded) << output_;
  const std::string work = catalog_->home().JobPath(id) + "/work";
  EXPECT_THAT(output_, StartsWith("from the root\n:" + work + ":" + work + "/main"));
  EXPECT_THAT(output_, EndsWith(work + "/main/train.py\n"));

  spec.script.entry_file = "other.py";
  const auto missing = service_->Submit(spec);
  ASSERT_FALSE(missing.ok());
  EXPECT_THAT(missing.error().detail, HasSubstr("holds no file 'other.py'"));
}

TEST_F(JobTest, AnArchiveCannotLeaveItsFolder) {
  Write("evil", "x");
  ASSERT_EQ(std::system(("tar czPf " + folder_ + "/a.tar.gz -C " + folder_ +
                         " --transform 's,^,../../,' evil")
                            .c_str()),
            0);
  JobSpec spec = Shell("");
  spec.script = {folder_ + "/a.tar.gz", "evil"};
  const auto id = service_->Submit(spec);
  ASSERT_FALSE(id.ok());
  EXPECT_THAT(id.error().detail, HasSubstr("leads out of its folder"));
  Write("b.tar.gz", "no archive");
  spec.script.path = folder_ + "/b.tar.gz";
  EXPECT_THAT(service_->Submit(spec).error().detail, HasSubstr("cannot be unpacked"));
}

TEST_F(JobTest, AWarmProcessThatDiesIsAsGoodAsNone) {
  // The interpreter of these tests is a shell, which makes nothing of the warm process's program.
  service_->WarmUp(*FindRuntime("tensorflow1"), {});
  EXPECT_EQ(Run(Shell("echo one\n")).state, store::JobState::kSucceeded);
  EXPECT_EQ(output_, "one\n");
  service_->WarmUp(*FindRuntime("tensorflow1"), {});
  service_->CoolDown();
  EXPECT_EQ(Run(Shell("echo two\n")).state, store::JobState::kSucceeded);
}

}  // namespace
}  // namespace paisql::jobs
