// What the kernel itself does with a job's control groups. Only where this process may make some;
// tests/kernel/run makes such a place.

#include <sys/stat.h>

#include "jobs/machine/control_group.h"
#include "jobs/meeting_fixture.h"
#include "jobs/place/resource_limits.h"

namespace paisql::jobs {
namespace {

using ::testing::HasSubstr;

// Shell text that sets $group to the folder of the process's group.
constexpr const char* kFindGroup =
    "top=$(sed -n 's/^[^ ]* \\([^ ]*\\) cgroup2 .*/\\1/p' /proc/self/mounts | tail -n 1)\n"
    "group=$top$(sed -n 's/^0:://p' /proc/self/cgroup)\n";

class KernelGroupsTest : public MeetingTest {
 protected:
  void SetUp() override {
    MeetingTest::SetUp();
    const ResourceLimits probe("probe", FolderForJobGroups(), "");
    if (probe.Text() != "memory by control groups, CPU by control groups") {
      GTEST_SKIP() << "this process may make no control groups";
    }
  }

  JobSpec Limited(const std::string& text, int cpu, int memory_mb) const {
    JobSpec spec = Shell(kFindGroup + text);
    spec.roles = {{"worker", 1, 0, cpu, memory_mb}};
    return spec;
  }
  // A helper that has nothing of the job's environment, and tells its number.
  std::string Helper() const {
    return "env -i setsid sh -c 'echo $$ >" + folder_ + "/helper; exec sleep 1000' &\n";
  }

  static bool HasGroup(const std::string& id) {
    struct stat info;
    return stat(JobGroup(FolderForJobGroups(), id).c_str(), &info) == 0;
  }
};

TEST_F(KernelGroupsTest, AProcessBeginsInItsGroup) {
  const std::string id = Submit(Limited(
      "echo $group; cat $group/memory.max; cat $group/cpu.max; ls -d $group/../supervisor\n", 50,
      64));
  EXPECT_EQ(Wait(id).state, store::JobState::kSucceeded);
  const std::string group = JobGroup(FolderForJobGroups(), id) + "/worker-0";
  EXPECT_EQ(output_, group + "\n67108864\n50000 100000\n" + group + "/../supervisor\n");
  EXPECT_FALSE(HasGroup(id));
}

TEST_F(KernelGroupsTest, MemoryBeyondTheLimitIsSaid) {
  // What takes the memory is not the script itself.
  const std::string id =
      Submit(Limited("dd if=/dev/zero of=/dev/null bs=120M count=1; echo survived\n", 0, 64));
  EXPECT_EQ(Wait(id).message,
            "the script was killed by SIGKILL: it ran out of memory, of which it may have 64 MB");
  EXPECT_THAT(output_, testing::Not(HasSubstr("survived")));
  EXPECT_FALSE(HasGroup(id));
}

TEST_F(KernelGroupsTest, CpuBeyondTheLimitIsWaitedFor) {
  const std::string id =
      Submit(Limited("until grep -q 'nr_throttled [1-9]' $group/cpu.stat; do :; done\n", 20, 0));
  EXPECT_EQ(Wait(id).state, store::JobState::kSucceeded);
}

TEST_F(KernelGroupsTest, AGroupThatAScriptMadeGoesToo) {
  const std::string id = Submit(Limited("mkdir $group/own && echo made\n", 0, 0));
  EXPECT_EQ(Wait(id).state, store::JobState::kSucceeded);
  EXPECT_EQ(output_, "made\n");
  EXPECT_FALSE(HasGroup(id));
}

TEST_F(KernelGroupsTest, NothingIsLeftOfAJobWhoseSupervisorWasKilled) {
  Fifo("helper");
  const std::string id = Submit(Limited(Helper() + "wait\n", 0, 0));
  const pid_t helper = Number(folder_ + "/helper");
  ASSERT_EQ(kill(helper, 0), 0);
  ASSERT_TRUE(HasGroup(id));
  kill(SupervisorPid(id), SIGKILL);
  EXPECT_THAT(Wait(id).message, HasSubstr("its supervisor ended without telling"));
  AwaitEnd(helper);
  EXPECT_FALSE(HasGroup(id));
}

TEST_F(KernelGroupsTest, ARestartedProcessIsWithoutTheHelpersOfItsForerunner) {
  Fifo("helper");
  // One that was killed may be seen for a moment, and all that counts is in the shell itself.
  JobSpec spec = Limited(
      "if test -e again; then\n"
      "tries=0; processes=0\n"
      "until test $processes = 1 -o $tries = 20000; do\n"
      "tries=$((tries + 1)); processes=0\n"
      "while read one; do processes=$((processes + 1)); done <$group/cgroup.procs\n"
      "done\n"
      "echo processes: $processes; exit 0; fi\n" +
          Helper() + "read pid <" + folder_ + "/helper\necho $pid >again; kill -9 $$\n",
      0, 0);
  spec.limits.restart_workers = true;
  EXPECT_EQ(Run(spec).state, store::JobState::kSucceeded);
  EXPECT_THAT(output_, testing::EndsWith("processes: 1\n"));
}

TEST_F(KernelGroupsTest, ADesertedGroupGoesWithTheNextJob) {
  const std::string deserted = JobGroup(FolderForJobGroups(), "deserted");
  ASSERT_EQ(mkdir(deserted.c_str(), 0777), 0);
  EXPECT_EQ(Run(Limited("exit 0\n", 0, 0)).state, store::JobState::kSucceeded);
  EXPECT_FALSE(HasGroup("deserted"));
}

}  // namespace
}  // namespace paisql::jobs
