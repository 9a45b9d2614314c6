// What is left of instances when their server has ended, and what is removed of them.

#include <algorithm>
#include <fstream>

#include "instances/service_fixture.h"
#include "store/instances/instance_book.h"

namespace paisql::instances {
namespace {

namespace fs = std::filesystem;

class RestartTest : public ServiceFixture {
 protected:
  void Restart() {
    service_.reset();
    (void)service();
  }
  std::vector<std::string> Files() const {
    std::vector<std::string> names;
    for (const auto& one : fs::directory_iterator(home_ + "/instances")) {
      if (one.path().extension() == ".arrow") names.push_back(one.path().filename());
    }
    return names;
  }
  InstancePtr Found(const InstancePtr& instance) {
    InstancePtr found = service().Find(instance->id());
    EXPECT_NE(found, nullptr);
    EXPECT_NE(found, instance);
    return found;
  }
};

constexpr char kLarge[] =
    "SELECT n, CONCAT('a text of the row ', n) FROM "
    "(SELECT EXPLODE(SEQUENCE(1, 200000)) AS n) a ORDER BY n LIMIT 200000;";

TEST_F(RestartTest, SmallResultsSurvive) {
  const InstancePtr rows = Run("SELECT n FROM VALUES (1), (2), (3) AS t (n) ORDER BY n LIMIT 9;");
  const InstancePtr text = Run("CREATE TABLE t (n BIGINT); DESC t;");
  const InstancePtr failed = Run("SELECT 1 +\n wrong;");
  EXPECT_TRUE(Files().empty());
  Restart();
  EXPECT_EQ(TextOf(*Found(rows)), "1|2|3");
  EXPECT_EQ(TextOf(*Found(rows), 1, 1), "2");
  EXPECT_EQ(Found(rows)->result()->zone, rows->result()->zone);
  EXPECT_EQ(Found(rows)->result()->columns[0].name, "n");
  EXPECT_EQ(Found(rows)->submission().query, rows->submission().query);
  EXPECT_EQ(Found(text)->result()->text, text->result()->text);
  EXPECT_EQ(TextOf(*Found(failed)), TextOf(*failed));
  EXPECT_EQ(Found(failed)->status().error->range.line, 2);
  EXPECT_EQ(Found(text)->progress().statements, 2);
}

TEST_F(RestartTest, SecretsOfStatementsAreNotKept) {
  Submission asked;
  asked.project = "default_project";
  asked.query = "SELECT 1 AS one WHERE 'access_key=hunter2' = nothing;";
  asked.settings = {{"odps.access.key", "hunter2"}, {"odps.sql.joblabel", "plain"}};
  asked.source =
      "<Job><Tasks><SQL><Query><![CDATA[SET a_password=hunter2;]]></Query></SQL></Tasks></Job>";
  const InstancePtr instance = *service().Submit(asked);
  ASSERT_TRUE(instance->Await(60000));
  EXPECT_EQ(instance->submission().source, asked.source);
  Restart();
  const Submission kept = Found(instance)->submission();
  EXPECT_EQ(kept.query, "SELECT 1 AS one WHERE 'access_key=***' = nothing;");
  EXPECT_EQ(kept.settings.at("odps.access.key"), "***");
  EXPECT_EQ(kept.settings.at("odps.sql.joblabel"), "plain");
  EXPECT_EQ(kept.source, "<Job><Tasks><SQL><Query>SET a_password=***;</Query></SQL></Tasks></Job>");
  service_.reset();
  for (const auto& one : fs::directory_iterator(home_ + "/instances")) {
    std::ifstream file(one.path());
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(bytes.find("hunter2"), std::string::npos) << one.path();
  }
}

TEST_F(RestartTest, LargeResultsLieInAFile) {
  const InstancePtr instance = Run(kLarge);
  EXPECT_EQ(Files(), std::vector<std::string>{instance->id() + ".arrow"});
  const auto check = [&](const Instance& one) {
    EXPECT_EQ(one.result()->rows, 200000);
    EXPECT_EQ(TextOf(one, 0, 2), "1|2");
    EXPECT_EQ(TextOf(one, 100000, 3), "100001|100002|100003");
    EXPECT_EQ(TextOf(one, 199999, 3), "200000");
    EXPECT_EQ(std::ranges::count(TextOf(one), '|'), 199999);
  };
  check(*instance);
  Restart();
  check(*Found(instance));
}

TEST_F(RestartTest, EveryTypeSurvives) {
  const std::string all =
      "SELECT NAMED_STRUCT('t', true, 'y', 1Y, 's', 2S, 'i', 3, 'l', 4L, 'f', CAST(1.5 AS FLOAT), "
      "'d', 2.25D, 'm', 1.10BD, 'x', 'text', 'b', CAST('bytes' AS BINARY), 'a', ARRAY(1, NULL, 3), "
      "'p', MAP('k', ARRAY('v')), 'e', DATE '2024-02-29', 'w', DATETIME '2024-02-29 01:02:03', "
      "'z', TIMESTAMP '2024-02-29 01:02:03.000000004', 'n', NULL) AS s";
  const InstancePtr small = Run(all + ";");
  const InstancePtr large = Run(all + " FROM (SELECT EXPLODE(SEQUENCE(1, 4000)) AS n) t;");
  const std::string one = TextOf(*small);
  ASSERT_EQ(one.substr(0, 1), "{") << one;
  ASSERT_EQ(Files().size(), 1U);
  EXPECT_EQ(TextOf(*large, 3999, 1), one);
  Restart();
  EXPECT_EQ(TextOf(*Found(small)), one);
  EXPECT_EQ(TextOf(*Found(large), 2500, 2), one + "|" + one);
}

TEST_F(RestartTest, WhatHadNotEndedHasFailed) {
  limits_.admission = {.at_once = 1, .small_at_once = 1};
  const InstancePtr runs = Submit(kEndless);
  const InstancePtr also = Submit(kEndless);
  while (also->status().state == TaskState::kWaiting) std::this_thread::yield();
  const InstancePtr waits = Submit("PAI -name waits;");
  EXPECT_TRUE(service().Stop(60000));
  EXPECT_NE(TextOf(*runs).find("the server ended while the instance ran"), std::string::npos);
  EXPECT_NE(TextOf(*waits).find("the server ended before the instance began"), std::string::npos);
  Restart();
  EXPECT_EQ(TextOf(*Found(runs)), TextOf(*runs));
  EXPECT_EQ(TextOf(*Found(waits)), TextOf(*waits));
}

// As of a server that was killed: its row is there, and its lease is not held.
TEST_F(RestartTest, WhatAKilledServerRanHasFailed) {
  const auto home = store::Home::Open(home_);
  auto book = store::InstanceBook::Open(*home);
  ASSERT_TRUE(book.ok());
  store::InstanceRow row;
  row.id = "20260101000000000g0000000";
  row.project = "default_project";
  row.server = "0123456789abcdef0123456789abcdef";
  row.state = store::JobState::kRunning;
  ASSERT_TRUE((*book)->Add(row).ok());
  const auto found = service().Find(row.id);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->status().state, TaskState::kFailed);
  EXPECT_NE(TextOf(*found).find("the server ended while the instance ran"), std::string::npos);
}

TEST_F(RestartTest, TheSameUniqueIdIsTheSameInstanceAfterwards) {
  const InstancePtr first = Submit("SELECT 7;", "mine");
  first->Await(60000);
  Restart();
  EXPECT_EQ(Submit("SELECT 7;", "mine")->id(), first->id());
}

TEST_F(RestartTest, OldOnesAreForgotten) {
  limits_.kept = 2;
  const InstancePtr large = Run(kLarge);
  Run("SELECT 1;");
  EXPECT_EQ(Files().size(), 1U);
  const InstancePtr second = Run("SELECT 2;");
  EXPECT_TRUE(Files().empty());
  EXPECT_EQ(service().Find(large->id()), nullptr);
  Restart();
  EXPECT_EQ(service().Find(large->id()), nullptr);
  EXPECT_EQ(TextOf(*Found(second)), "2");
  Run("SELECT 3;");
  Run("SELECT 4;");
  EXPECT_EQ(service().Find(second->id()), nullptr);
}

TEST_F(RestartTest, LargeResultsMakeRoom) {
  limits_.all_results_bytes = 12 << 20;
  const InstancePtr first = Run(kLarge);
  const InstancePtr small = Run("SELECT 5;");
  const InstancePtr second = Run(kLarge);
  EXPECT_EQ(Files(), std::vector<std::string>{second->id() + ".arrow"});
  EXPECT_NE(TextOf(*Found(first)).find("the rows of the instance have expired"), std::string::npos);
  EXPECT_EQ(TextOf(*small), "5");
  EXPECT_EQ(TextOf(*second, 0, 1), "1");
  Restart();
  EXPECT_TRUE(Found(first)->result()->expired);
  EXPECT_EQ(TextOf(*Found(small)), "5");
}

TEST_F(RestartTest, ATooLargeResultLeavesNothing) {
  limits_.result_bytes = 1 << 20;
  EXPECT_NE(TextOf(*Run(kLarge)).find("ODPS-0121135"), std::string::npos);
  EXPECT_TRUE(Files().empty());
  for (const auto& one : fs::recursive_directory_iterator(home_ + "/staging")) {
    EXPECT_NE(one.path().extension(), ".arrow");
  }
}

TEST_F(RestartTest, ResultsBeyondTheMemoryComeFromTheBook) {
  limits_.memory_bytes = 1000;
  std::vector<InstancePtr> all;
  for (int i = 0; i < 20; ++i) {
    all.push_back(Run("SELECT " + std::to_string(i) + ", REPEAT('x', 200);"));
  }
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(TextOf(*service().Find(all[static_cast<size_t>(i)]->id())), std::to_string(i));
  }
  EXPECT_NE(service().Find(all[0]->id()), all[0]);
  EXPECT_EQ(service().Find(all[19]->id()), all[19]);
}

TEST_F(RestartTest, ADamagedFileIsAnError) {
  const InstancePtr instance = Run(kLarge);
  const std::string path = home_ + "/instances/" + instance->id() + ".arrow";
  fs::resize_file(path, fs::file_size(path) / 2);
  EXPECT_NE(TextOf(*instance, 0, 1).find("PAISQL-0003"), std::string::npos);
  fs::remove(path);
  EXPECT_NE(TextOf(*instance, 0, 1).find("have expired"), std::string::npos);
}

TEST_F(RestartTest, ADamagedBookIsSetAside) {
  const InstancePtr instance = Run("SELECT 1;");
  service_.reset();
  std::ofstream(home_ + "/instances/book.sqlite", std::ios::trunc) << std::string(9000, 'x');
  EXPECT_EQ(service().Find(instance->id()), nullptr);
  EXPECT_EQ(TextOf(*Run("SELECT 2;")), "2");
  EXPECT_TRUE(fs::exists(home_ + "/instances/book.sqlite.broken"));
}

TEST_F(RestartTest, TwoServersOfAHomeSeeEachOther) {
  InstanceService other(context_, options_, limits_);
  const InstancePtr ended = Run("SELECT 6;");
  const InstancePtr runs = Submit(kEndless);
  EXPECT_EQ(TextOf(*other.Find(ended->id())), "6");
  EXPECT_FALSE(other.Find(runs->id())->status().ended());
  EXPECT_EQ(other.List("default_project").size(), 2U);
  EXPECT_TRUE(other.Cancel(runs->id()));
  EXPECT_TRUE(runs->Await(60000));
  EXPECT_EQ(runs->status().state, TaskState::kCancelled);
  EXPECT_EQ(other.Find(runs->id())->status().state, TaskState::kCancelled);
}

}  // namespace
}  // namespace paisql::instances
