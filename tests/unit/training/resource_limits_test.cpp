// A folder with the files of a control group stands for one: what is written there is what the
// kernel would be told.

#include "training/resource_limits.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace paisql::training {
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

  std::string folder_;
};

TEST_F(ResourceLimitsTest, WithoutControlGroupsRlimitsHold) {
  // Nobody may enable controllers in a folder that is no control group.
  ResourceLimits limits("job", folder_);
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
  ResourceLimits limits("job", "");
  SpawnOptions one;
  SpawnOptions other;
  limits.Apply(Worker(100, 0), &one);
  limits.Apply(Worker(100, 0), &other);
  if (one.cpus.empty()) GTEST_SKIP() << "this machine has one CPU";
  EXPECT_EQ(one.cpus.size(), 1U);
  EXPECT_NE(one.cpus, other.cpus);
}

}  // namespace
}  // namespace paisql::training
