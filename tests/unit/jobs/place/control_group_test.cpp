// Folders stand for control groups: what is written there is what the kernel would be told.

#include "jobs/machine/control_group.h"

#include "jobs/job/job_directory.h"
#include "jobs/meeting_fixture.h"
#include "jobs/place/resource_limits.h"

namespace paisql::jobs {
namespace {

using ::testing::HasSubstr;

namespace fs = std::filesystem;

TEST(ControlGroup, AJobsGroupStandsBesideTheOwn) {
  const std::string top = "/sys/fs/cgroup";
  EXPECT_EQ(FolderForJobGroups(top, top), top);
  EXPECT_EQ(FolderForJobGroups(top, top + "/a.scope"), top);
  EXPECT_EQ(FolderForJobGroups(top, top + "/user.slice/app.slice/x.scope"),
            top + "/user.slice/app.slice");
  // What a container may not see.
  EXPECT_EQ(FolderForJobGroups(top, "/sys"), "");
}

TEST(ControlGroup, AJobOfAJobsProcessStaysWithinItsLimits) {
  EXPECT_EQ(FolderForJobGroups("/top", "/top/app.slice/paisql-1/worker-0"), "");
  EXPECT_EQ(FolderForJobGroups("/top", "/top/app.slice/paisql-1/worker-0/sub"),
            "/top/app.slice/paisql-1/worker-0");
}

class GroupFolderTest : public MeetingTest {
 protected:
  void Make(const std::string& group, const std::string& events) const {
    fs::create_directories(folder_ + "/" + group);
    Write(group + "/cgroup.events", events);
  }
  bool Exists(const std::string& name) const { return fs::exists(folder_ + "/" + name); }
  std::string Read(const std::string& name) const {
    std::ifstream file(folder_ + "/" + name);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
};

TEST_F(GroupFolderTest, AGroupGoesWithThoseInIt) {
  fs::create_directories(folder_ + "/paisql-a/worker-0/of its own/deeper");
  fs::create_directories(folder_ + "/paisql-a/supervisor");
  RemoveGroup(folder_ + "/paisql-a");
  EXPECT_FALSE(Exists("paisql-a"));
}

TEST_F(GroupFolderTest, DesertedGroupsGoAndOthersStay) {
  for (const std::string group : {"paisql-left", "paisql-used", "x.scope"}) {
    Make(group, group == "paisql-used" ? "populated 1\nfrozen 0\n" : "populated 0\nfrozen 0\n");
    fs::create_directories(folder_ + "/" + group + "/inner");
  }
  RemoveDeserted(folder_);
  EXPECT_FALSE(Exists("paisql-left/inner"));
  EXPECT_TRUE(Exists("paisql-used/inner"));
  EXPECT_TRUE(Exists("x.scope/inner"));
}

TEST_F(GroupFolderTest, OnlyTheJobsOwnGroupIsEnded) {
  for (const std::string group : {"paisql-1", "x.scope"}) {
    Make(group, "populated 0\n");
    Write(group + "/cgroup.kill", "");
    EndJobGroup(folder_ + "/" + group, "2");
    EXPECT_EQ(Read(group + "/cgroup.kill"), "") << group;
  }
  EndJobGroup("", "2");
  EndJobGroup(folder_ + "/paisql-1", "1");
  EXPECT_EQ(Read("paisql-1/cgroup.kill"), "1");
}

TEST_F(GroupFolderTest, TheGroupOfADeadSupervisorIsEnded) {
  const std::string id = Submit(Meeting("job", 0));
  Meet("job");
  const std::string group = "paisql-" + id;
  Make(group, "populated 0\n");
  Write(group + "/cgroup.kill", "");
  fs::create_directories(folder_ + "/" + group + "/worker-0");
  const std::string note = JobPlaces{catalog_->home().JobPath(id)}.GroupFile();
  std::ofstream(note) << "{\"format\": 1, \"path\": \"" << folder_ << "/" << group << "\"}";
  kill(SupervisorPid(id), SIGKILL);
  EXPECT_THAT(Wait(id).message, HasSubstr("its supervisor ended without telling"));
  EXPECT_EQ(Read(group + "/cgroup.kill"), "1");
  EXPECT_FALSE(Exists(group + "/worker-0"));
  EXPECT_FALSE(fs::exists(note));
}

}  // namespace
}  // namespace paisql::jobs
