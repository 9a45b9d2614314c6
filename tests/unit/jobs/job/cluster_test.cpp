#include "jobs/job/cluster.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace paisql::jobs {
namespace {

using ::testing::ElementsAre;
using Json = nlohmann::json;

std::vector<ProcessPlan> Plans(const JobFile& file) {
  std::vector<ProcessPlan> plans = PlanProcesses(file);
  int port = 1;
  for (ProcessPlan& plan : plans) {
    if (plan.role != "evaluator") plan.address = "h:" + std::to_string(port++);
  }
  return plans;
}

JobFile File(const std::string& face, std::vector<RoleSpec> roles) {
  JobFile file;
  file.runtime = FindRuntime(face);
  file.roles = std::move(roles);
  file.distributed = true;
  return file;
}

Json Config(const JobFile& file, const std::vector<ProcessPlan>& plans, size_t index) {
  return Json::parse(TensorFlowConfig(file, plans, plans[index]));
}

TEST(ClusterTest, EveryProcessIsToldOfTheOthers) {
  const JobFile file = File("tensorflow1", {{"ps", 2}, {"worker", 2}, {"evaluator", 1}});
  const std::vector<ProcessPlan> plans = Plans(file);
  ASSERT_EQ(plans.size(), 5U);
  EXPECT_THAT(ClusterArguments(plans, plans[1]),
              ElementsAre("--ps_hosts=h:1,h:2", "--worker_hosts=h:3,h:4", "--job_name=ps",
                          "--task_index=1"));
  EXPECT_THAT(ClusterArguments(plans, plans[4]),
              ElementsAre("--ps_hosts=h:1,h:2", "--worker_hosts=h:3,h:4", "--job_name=evaluator",
                          "--task_index=0"));
  const Json cluster = {{"ps", {"h:1", "h:2"}}, {"chief", {"h:3"}}, {"worker", {"h:4"}}};
  const Json tasks[] = {{{"type", "ps"}, {"index", 0}},
                        {{"type", "ps"}, {"index", 1}},
                        {{"type", "chief"}, {"index", 0}},
                        {{"type", "worker"}, {"index", 0}},
                        {{"type", "evaluator"}, {"index", 0}}};
  for (size_t i = 0; i < plans.size(); ++i) {
    EXPECT_EQ(Config(file, plans, i).at("cluster"), cluster);
    EXPECT_EQ(Config(file, plans, i).at("task"), tasks[i]);
  }
}

TEST(ClusterTest, WorkersAloneHaveNoServers) {
  const JobFile file = File("tensorflow1", {{"worker", 1}});
  const std::vector<ProcessPlan> plans = Plans(file);
  EXPECT_THAT(
      ClusterArguments(plans, plans[0]),
      ElementsAre("--ps_hosts=", "--worker_hosts=h:1", "--job_name=worker", "--task_index=0"));
  EXPECT_EQ(Config(file, plans, 0).at("cluster"), Json({{"chief", {"h:1"}}}));
}

TEST(ClusterTest, TensorFlow2KnowsWorkersUnlessSomebodyCoordinates) {
  const JobFile mirrored = File("tensorflow2", {{"worker", 2}});
  const std::vector<ProcessPlan> workers = Plans(mirrored);
  EXPECT_EQ(Config(mirrored, workers, 0).at("cluster"), Json({{"worker", {"h:1", "h:2"}}}));
  EXPECT_EQ(Config(mirrored, workers, 1).at("task"), Json({{"type", "worker"}, {"index", 1}}));
  const JobFile served = File("tensorflow2", {{"ps", 1}, {"worker", 1}});
  EXPECT_EQ(Config(served, Plans(served), 1).at("task"), Json({{"type", "chief"}, {"index", 0}}));
}

TEST(ClusterTest, AChiefOfItsOwnIsWorkerZero) {
  const JobFile file =
      File("tensorflow1", {{"ps", 1}, {"chief", 1, 0, 200, 100}, {"worker", 1, 0, 300, 100}});
  const std::vector<ProcessPlan> plans = Plans(file);
  EXPECT_EQ(plans[1].Name(), "worker-0");
  EXPECT_TRUE(plans[1].IsChief());
  EXPECT_EQ(plans[1].resources.cpu, 200);
  EXPECT_EQ(plans[2].Title(), "worker 1");
  EXPECT_EQ(Config(file, plans, 2).at("task"), Json({{"type", "worker"}, {"index", 0}}));
}

}  // namespace
}  // namespace paisql::jobs
