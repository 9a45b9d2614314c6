// A folder with the files of a control group stands for one: what is written there is what the
// kernel would be told.

#include "jobs/place/resource_limits.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace paisql::jobs {
namespace {

ProcessPlan Worker(int cpu, int memory_mb) {
  return {"worker", 1, {"worker", 2, 0, cpu, memory_mb}, ""};
}

class ResourceLimitsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = std::filesystem::temp_directory_path() / "paisql-limits-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void Write(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = folder_ + "/" + name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  std::string Read(const std::string& name) const {
    std::ifstream file(folder_ + "/" + name);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  // The folder as one that was delegated, with the group of the job "job" in it; the kernel makes
  // the files of a group with it.
  void Delegate() const {
    for (const std::string group : {"", "paisql-job/"}) {
      Write(group + "cgroup.subtree_control", "cpu memory pids\n");
    }
    Write("paisql-job/supervisor/cgroup.procs", "");
  }
  void MakeGroupOf(const ProcessPlan& plan) const {
    const std::string group = "paisql-job/" + plan.Name() + "/";
    for (const std::string file :
         {"cgroup.procs", "cgroup.kill", "cpu.max", "memory.max", "memory.oom.group"}) {
      Write(group + file, "");
    }
    WriteKills(plan, 0, 0);
  }
  // What the kernel has counted: limits that were reached, and processes that it killed.
  void WriteKills(const ProcessPlan& plan, int at_limit, int kills) const {
    Write("paisql-job/" + plan.Name() + "/memory.events",
          "low 0\nhigh 0\nmax 9\noom " + std::to_string(at_limit) + "\noom_kill " +
              std::to_string(kills) + "\noom_group_kill 0\n");
  }

  std::string folder_;
};

TEST_F(ResourceLimitsTest, WithoutControlGroupsRlimitsHold) {
  // Nobody may enable controllers in a folder that is not a control group.
  ResourceLimits limits("job", folder_, "");
  EXPECT_FALSE(limits.uses_control_groups());
  EXPECT_EQ(limits.Text(), "memory by rlimits, CPU by the number of CPUs");
  SpawnOptions options;
  limits.Apply(Worker(100, 300), &options);
  EXPECT_EQ(options.data_bytes, int64_t{300} << 20);
  EXPECT_EQ(options.control_group, -1);
  EXPECT_TRUE(std::filesystem::is_empty(folder_));

  SpawnOptions unlimited;
  limits.Apply(Worker(0, 0), &unlimited);
  EXPECT_EQ(unlimited.data_bytes, 0);
  EXPECT_TRUE(unlimited.cpus.empty());
  EXPECT_EQ(limits.KernelKill(Worker(0, 0)), MemoryKill::kNone);
}

TEST_F(ResourceLimitsTest, ProcessesGetDifferentCpus) {
  ResourceLimits limits("job", "", "");
  SpawnOptions one;
  SpawnOptions other;
  limits.Apply(Worker(100, 0), &one);
  limits.Apply(Worker(100, 0), &other);
  if (one.cpus.empty()) GTEST_SKIP() << "this machine has one CPU";
  EXPECT_EQ(one.cpus.size(), 1U);
  EXPECT_NE(one.cpus, other.cpus);
}

TEST_F(ResourceLimitsTest, AProcessHasItsGroup) {
  Delegate();
  const ProcessPlan worker = Worker(150, 64);
  MakeGroupOf(worker);
  ResourceLimits limits("job", folder_, "");
  ASSERT_TRUE(limits.uses_control_groups());
  EXPECT_EQ(limits.Text(), "memory by control groups, CPU by control groups");
  EXPECT_EQ(Read("paisql-job/supervisor/cgroup.procs"), "0");
  SpawnOptions options;
  limits.Apply(worker, &options);
  EXPECT_GE(options.control_group, 0);
  EXPECT_EQ(options.data_bytes, 0);
  EXPECT_TRUE(options.cpus.empty());
  EXPECT_EQ(Read("paisql-job/worker-1/memory.max"), std::to_string(64 << 20));
  EXPECT_EQ(Read("paisql-job/worker-1/memory.oom.group"), "1");
  EXPECT_EQ(Read("paisql-job/worker-1/cpu.max"), "150000 100000");
  limits.EndLeftovers(worker);
  EXPECT_EQ(Read("paisql-job/worker-1/cgroup.kill"), "1");
}

TEST_F(ResourceLimitsTest, AProcessWithoutAGroupHasRlimits) {
  Delegate();
  const ProcessPlan worker = Worker(100, 64);
  // As when the kernel allows no more groups.
  Write("paisql-job/worker-1", "");
  ResourceLimits limits("job", folder_, "");
  ASSERT_TRUE(limits.uses_control_groups());
  SpawnOptions options;
  limits.Apply(worker, &options);
  EXPECT_EQ(options.control_group, -1);
  EXPECT_EQ(options.data_bytes, int64_t{64} << 20);
  EXPECT_EQ(limits.KernelKill(worker), MemoryKill::kNone);
}

TEST_F(ResourceLimitsTest, AGroupThatDoesNotLimitIsNone) {
  Delegate();
  const ProcessPlan worker = Worker(0, 64);
  Write("paisql-job/worker-1/cgroup.procs", "");  // and no memory.max
  ResourceLimits limits("job", folder_, "");
  SpawnOptions options;
  limits.Apply(worker, &options);
  EXPECT_EQ(options.control_group, -1);
  EXPECT_EQ(options.data_bytes, int64_t{64} << 20);
}

TEST_F(ResourceLimitsTest, TheMachinesMemoryIsNotTheProcesss) {
  Delegate();
  const ProcessPlan worker = Worker(0, 64);
  MakeGroupOf(worker);
  WriteKills(worker, 1, 2);
  ResourceLimits limits("job", folder_, "");
  SpawnOptions options;
  limits.Apply(worker, &options);
  EXPECT_EQ(limits.KernelKill(worker), MemoryKill::kNone);
  WriteKills(worker, 2, 4);
  EXPECT_EQ(limits.KernelKill(worker), MemoryKill::kOwnLimit);
  // A kill of the machine, or of a group around the job's, counts no limit of this one.
  WriteKills(worker, 1, 3);
  EXPECT_EQ(limits.KernelKill(worker), MemoryKill::kMachine);
}

TEST_F(ResourceLimitsTest, ANoteTellsTheGroupWhileThereIsOne) {
  Delegate();
  const std::string note = folder_ + "/note.json";
  {
    ResourceLimits limits("job", folder_, note);
    EXPECT_EQ(ResourceLimits::ReadNote(note), folder_ + "/paisql-job");
  }
  EXPECT_FALSE(std::filesystem::exists(note));
  EXPECT_EQ(ResourceLimits::ReadNote(note), "");
  for (const char* text : {"", "[]", "{}", R"({"path": 1})"}) {
    Write("note.json", text);
    EXPECT_EQ(ResourceLimits::ReadNote(note), "") << text;
  }
}

}  // namespace
}  // namespace paisql::jobs
