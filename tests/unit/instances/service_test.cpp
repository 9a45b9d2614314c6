// Instances from their submission to their end.

#include <future>

#include "instances/service_fixture.h"

namespace paisql::instances {
namespace {

class ServiceTest : public ServiceFixture {};

TEST_F(ServiceTest, RowsAreReadByRanges) {
  const InstancePtr instance =
      Run("SELECT n FROM (SELECT EXPLODE(SEQUENCE(1, 5000)) AS n) a ORDER BY n LIMIT 5000;");
  ASSERT_NE(instance->result(), nullptr) << TextOf(*instance);
  EXPECT_EQ(instance->result()->rows, 5000);
  EXPECT_EQ(TextOf(*instance, 0, 3), "1|2|3");
  EXPECT_EQ(TextOf(*instance, 2047, 3), "2048|2049|2050");
  EXPECT_EQ(TextOf(*instance, 4998, 100), "4999|5000");
  EXPECT_EQ(TextOf(*instance, 5000, 1), "");
  EXPECT_EQ(TextOf(*instance, -1, 1), "1");
  EXPECT_EQ(TextOf(*instance, 0, -1), "");
}

TEST_F(ServiceTest, TheSameUniqueIdIsTheSameInstance) {
  const InstancePtr first = Submit("SELECT 1;", "mine");
  EXPECT_EQ(Submit("SELECT 1;", "mine"), first);
  EXPECT_TRUE(first->Await(60000));
  EXPECT_EQ(Submit("SELECT 1;", "mine"), first);
  EXPECT_NE(Submit("SELECT 1;", "other"), first);
  EXPECT_NE(Submit("SELECT 1;"), first);
  Submission of_bob = Asked("SELECT 1;", "mine");
  of_bob.user = "RAM$bob";
  EXPECT_NE(*service().Submit(of_bob), first);
}

TEST_F(ServiceTest, WhoeverWaitsIsTold) {
  const InstancePtr instance = Submit(kEndless);
  std::promise<void> told;
  std::atomic<int> calls = 0;
  instance->OnEnd([&] { told.set_value(); });
  const int64_t forgotten = instance->OnEnd([&] { ++calls; });
  instance->ForgetOnEnd(forgotten);
  EXPECT_TRUE(service().Cancel(instance->id()));
  told.get_future().wait();
  EXPECT_EQ(instance->status().state, TaskState::kCancelled);
  EXPECT_EQ(calls, 0);
  instance->OnEnd([&] { ++calls; });
  EXPECT_EQ(calls, 1);
}

TEST_F(ServiceTest, AFullQueueRefuses) {
  limits_.admission = {.at_once = 1, .small_at_once = 1, .waiting = 2};
  const InstancePtr runs = Submit(kEndless);
  while (runs->status().state == TaskState::kWaiting) std::this_thread::yield();
  // The lane of small ones takes one that does not end, either.
  const InstancePtr lane = Submit(kEndless);
  while (lane->status().state == TaskState::kWaiting) std::this_thread::yield();
  const InstancePtr first = Submit("PAI -name waits;");
  const InstancePtr second = Submit("PAI -name waits;");
  EXPECT_EQ(service().QueueOf(first->id()).ahead, 0);
  EXPECT_EQ(service().QueueOf(second->id()).ahead, 1);
  EXPECT_EQ(service().QueueOf(second->id()).waiting, 2);
  const auto refused = service().Submit(Asked("SELECT 1;"));
  ASSERT_FALSE(refused.ok());
  EXPECT_TRUE(IsQueueFull(refused.error()));
  EXPECT_TRUE(service().Cancel(first->id()));
  EXPECT_TRUE(service().Submit(Asked("PAI -name waits;")).ok());
  EXPECT_TRUE(service().Stop(60000));
  EXPECT_EQ(second->status().state, TaskState::kFailed);
}

TEST_F(ServiceTest, ProgressCountsStatementsAndRows) {
  const InstancePtr instance =
      Run("CREATE TABLE t (n BIGINT); INSERT INTO t VALUES (1L), (2L); SELECT COUNT(*) FROM t;");
  EXPECT_EQ(TextOf(*instance), "2");
  const InstanceProgress progress = instance->progress();
  EXPECT_EQ(progress.statement, 3);
  EXPECT_EQ(progress.statements, 3);
  EXPECT_EQ(progress.rows_written, 2);
}

TEST_F(ServiceTest, NothingOfOneInstanceIsLeftForTheNext) {
  Run("SET odps.sql.timezone=Asia/Tokyo; CREATE TEMPORARY TABLE mine AS SELECT 1 AS n; "
      "SETVAR(a=1);");
  EXPECT_EQ(Run("SELECT 1;")->result()->zone, Run("SELECT 2;")->result()->zone);
  EXPECT_NE(Run("SELECT 1;")->result()->zone, "Asia/Tokyo");
  EXPECT_NE(TextOf(*Run("SELECT n FROM mine;")).find("ODPS-0130131"), std::string::npos);
}

}  // namespace
}  // namespace paisql::instances
