// cluster within a statement: its quotings, its places, and what contradicts it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pai/build_job.h"
#include "pai/job_fixture.h"

namespace paisql::pai {
namespace {

using jobs::RoleSpec;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST_F(BuildJobTest, AClusterComesOutTheSameInEveryQuoting) {
  const std::vector<RoleSpec> expected = {{"ps", 1, 0, 600, 30000, true, true, true},
                                          {"worker", 2, 100, 600, 30000, true, true, true}};
  for (const char* value : {R"('{"ps":{"count":1}, "worker":{"count":2}}')",
                            R"("{\"ps\":{\"count\":1}, \"worker\":{\"count\":2}}")",
                            R"('{\"ps\":{\"count\":1}, \"worker\":{\"count\":2}}')",
                            R"({"ps":{"count":1},"worker":{"count":2}})"}) {
    const auto spec = Build(std::string(kStart) + "-Dcluster=" + value);
    ASSERT_TRUE(spec.ok()) << value << ": " << spec.error().ToString();
    EXPECT_TRUE(spec->distributed);
    EXPECT_EQ(spec->roles, expected) << value;
  }
}

TEST_F(BuildJobTest, AMistakeInAClusterIsPlacedWithinItsValue) {
  EXPECT_THAT(Reason(R"(-Dcluster='{"worker":{"cuont":2}}')"),
              HasSubstr("cluster: the key 'cuont' is unknown @ \"cuont\" ! did you mean 'count'?"));
  EXPECT_THAT(Reason(R"(-Dcluster="{\"worker\":{\"cuont\":2}}")"),
              HasSubstr(R"(cluster: the key 'cuont' is unknown @ \"cuont\" ! did you)"));
  EXPECT_THAT(Reason("-Dcluster='{\"ps\":{\"count\":1},\n \"worker\":{\"count\":x}}'"),
              HasSubstr(":[2,20] Invalid parameters - cluster: 'x' stands where a value is"));
  EXPECT_THAT(Reason(R"(-Dcluster='{"worker":{"count":2,"gpu":150}}')"),
              HasSubstr("cluster: 150 is not a value for gpu @ 150 ! write a multiple of 100"));
}

TEST_F(BuildJobTest, AClusterContradictsWhatIsForOneProcess) {
  const std::string cluster = " -Dcluster='{\"worker\":{\"count\":2}}'";
  for (const std::string name : {"gpuRequired", "cpuRequired", "memRequired"}) {
    EXPECT_THAT(Reason("-D" + name + "=100" + cluster),
                HasSubstr(name + " contradicts cluster: it is for a job of one process @ " + name));
    EXPECT_EQ(Reason("-D" + name + "=''" + cluster), "no error");
  }
}

TEST_F(BuildJobTest, OneProcessHasItsResources) {
  const auto spec =
      Build(std::string(kStart) + "-DcpuRequired=200 -DmemRequired=4000 -DgpuRequired=0");
  ASSERT_TRUE(spec.ok());
  EXPECT_FALSE(spec->distributed);
  EXPECT_THAT(spec->roles, ElementsAre(RoleSpec{"worker", 1, 0, 200, 4000}));
  const auto plain = Build(kStart);
  ASSERT_TRUE(plain.ok());
  EXPECT_THAT(plain->roles, ElementsAre(RoleSpec{"worker", 1, 100, 0, 0, true, false, false}));
}

TEST_F(BuildJobTest, LimitsAreThePlatformsUnlessGiven) {
  const auto plain = Build(kStart);
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ(plain->limits.hung_seconds, 3600);
  EXPECT_EQ(plain->limits.training_seconds, 0);
  EXPECT_FALSE(plain->limits.restart_workers);
  EXPECT_FALSE(plain->limits.restart_parameter_servers);
  const auto given = Build(std::string(kStart) +
                           "-DmaxHungTimeBeforeGCInSeconds=0 -DmaxTrainingTimeInHour=2 "
                           "-DenableDynamicCluster=True -DautoEnablePsTaskFailover=true");
  ASSERT_TRUE(given.ok());
  EXPECT_EQ(given->limits.hung_seconds, 0);
  EXPECT_EQ(given->limits.training_seconds, 7200);
  EXPECT_TRUE(given->limits.restart_workers);
  EXPECT_TRUE(given->limits.restart_parameter_servers);
}

}  // namespace
}  // namespace paisql::pai
