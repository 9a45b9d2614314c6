// A home on a disk that is full. It needs the right to mount one.

#include <sys/mount.h>

#include "jobs/job/job_directory.h"
#include "jobs/meeting_fixture.h"

namespace paisql::jobs {
namespace {

using ::testing::HasSubstr;

class FullDiskTest : public MeetingTest {
 protected:
  void SetUp() override {
    std::string pattern = std::filesystem::temp_directory_path() / "paisql-disk-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    disk_ = pattern;
    mounted_ = mount("tmpfs", disk_.c_str(), "tmpfs", 0, "size=4m") == 0;
    if (!mounted_) GTEST_SKIP() << "no file system can be mounted here";
    MeetingTest::SetUp();
    catalog_.reset();
    auto home = store::Home::Open(disk_ + "/home");
    ASSERT_TRUE(home.ok());
    catalog_ = std::move(*store::Catalog::Open(*home));
    ASSERT_TRUE(catalog_->EnsureProject("p").ok());
    service_ = std::make_unique<JobService>(*catalog_, ThisInstallation());
  }
  void TearDown() override {
    if (mounted_) {
      MeetingTest::TearDown();
      EXPECT_EQ(umount(disk_.c_str()), 0);
    }
    std::filesystem::remove_all(disk_);
  }

  // Shell text that takes all the room.
  std::string TakeRoom() const { return "cat /dev/zero >" + disk_ + "/filler 2>/dev/null\n"; }
  void GiveRoom() const { std::filesystem::remove(disk_ + "/filler"); }

  std::string disk_;
  bool mounted_ = false;
};

TEST_F(FullDiskTest, AScriptsOwnErrorIsTheJobs) {
  // Its log has no room either: neither for what it says nor at its end.
  const std::string id = Submit(
      Shell(TakeRoom() + "printf x >checkpoint 2>/dev/null && test -s checkpoint && exit 0\n"
                         "printf 'Traceback (most recent call last):\\n  x\\n'\n"
                         "printf 'OSError: [Errno 28] No space left on device\\n'\nexit 1\n"));
  AwaitEnd(SupervisorPid(id));
  GiveRoom();
  const JobOutcome outcome = Wait(id);
  EXPECT_EQ(outcome.state, store::JobState::kFailed);
  EXPECT_EQ(outcome.message, "OSError: [Errno 28] No space left on device");
  EXPECT_EQ(service_->Progress(id).processes.front().state, "ended");
  EXPECT_TRUE(catalog_->ListClaims()->empty());
}

TEST_F(FullDiskTest, WhatIsPrintedMeanwhileComesWhenThereIsRoom) {
  const std::string id =
      Submit(Shell("echo before\n" + TakeRoom() + "echo while; rm " + disk_ + "/filler\nexit 0\n"));
  EXPECT_EQ(Wait(id).state, store::JobState::kSucceeded);
  EXPECT_EQ(output_, "before\nwhile\n");
}

TEST_F(FullDiskTest, WhatIsStagedIsCommittedAllTheSame) {
  const store::Table table = MakeTable("out");
  Fill(table, 5);
  JobSpec spec = Shell(FindStaging() + StageRows(2) + TakeRoom() + "exit 0\n");
  spec.outputs.push_back({"odps://p/tables/out", table, {}});
  const std::string id = Submit(spec);
  AwaitEnd(SupervisorPid(id));
  GiveRoom();
  const JobOutcome outcome = Wait(id);
  EXPECT_EQ(outcome.state, store::JobState::kSucceeded) << outcome.message;
  EXPECT_EQ(Rows(table), 2);
  EXPECT_TRUE(catalog_->Sweep().ok());
  EXPECT_EQ(Run(Shell("exit 0\n")).state, store::JobState::kSucceeded);
  EXPECT_TRUE(catalog_->ListClaims()->empty());
}

TEST_F(FullDiskTest, NothingIsSubmittedWithoutRoom) {
  ASSERT_NE(std::system(TakeRoom().c_str()), 0);
  const auto id = service_->Submit(Shell("exit 0\n"));
  ASSERT_FALSE(id.ok());
  EXPECT_EQ(id.error().code, ErrorCode::kEnvironment);
  EXPECT_THAT(id.error().ToString(), HasSubstr("o space"));
  GiveRoom();
  EXPECT_TRUE(service_->List("p", {})->empty());
  EXPECT_TRUE(std::filesystem::is_empty(catalog_->home().JobsPath()));
  EXPECT_EQ(Run(Shell("exit 0\n")).state, store::JobState::kSucceeded);
}

}  // namespace
}  // namespace paisql::jobs
