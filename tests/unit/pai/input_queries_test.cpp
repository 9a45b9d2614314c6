#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pai/fake_queries.h"
#include "pai/job_fixture.h"

namespace paisql::pai {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class InputQueriesTest : public BuildJobTest {
 protected:
  void SetUp() override {
    BuildJobTest::SetUp();
    queries_ = &fake_;
  }

  // The URLs that the script gets.
  std::string Urls(const std::string& value) {
    fake_.texts.clear();
    const auto spec = Build(std::string(kStart) + "-Dtables=" + value);
    return spec.ok() ? spec->arguments.front() : spec.error().ToString();
  }

  FakeQueries fake_;
};

TEST_F(InputQueriesTest, QueriesAndTablesStandInOneList) {
  EXPECT_EQ(Urls("\"(SELECT a, ')' FROM t) , odps://prj/tables/plain,(SELECT b FROM t)\""),
            "--tables=odps://prj/tables/_query_1,odps://prj/tables/plain,"
            "odps://prj/tables/_query_2");
  EXPECT_THAT(fake_.texts, ElementsAre("(SELECT a, ')' FROM t)", "(SELECT b FROM t)"));
  EXPECT_EQ(Urls("\"odps://prj/tables/plain\""), "--tables=odps://prj/tables/plain");
  EXPECT_THAT(fake_.texts, IsEmpty());
}

TEST_F(InputQueriesTest, AQueryThatBeginsLikeOneNeedsNoParentheses) {
  EXPECT_EQ(Urls("'SELECT a, b FROM t'"), "--tables=odps://prj/tables/_query_1");
  EXPECT_THAT(fake_.texts, ElementsAre("SELECT a, b FROM t"));
  EXPECT_EQ(Urls("'odps://prj/tables/plain, with x as (select 1, 2) select * from x '"),
            "--tables=odps://prj/tables/plain,odps://prj/tables/_query_1");
  EXPECT_THAT(fake_.texts, ElementsAre("with x as (select 1, 2) select * from x"));
  EXPECT_THAT(Urls("selection"), HasSubstr("'selection' is not the name of a table"));
}

TEST_F(InputQueriesTest, NoOtherInputHasTheNameOfAQuery) {
  MakeTable("_query_1", {});
  EXPECT_EQ(Urls("\"(SELECT 1),odps://prj/tables/_QUERY_1\""),
            "--tables=odps://prj/tables/__query_1,odps://prj/tables/_QUERY_1");
}

TEST_F(InputQueriesTest, EachQueryIsAnInputWithItsColumns) {
  const auto spec = Build(std::string(kStart) + "-Dtables='(SELECT 1),(SELECT 1)'");
  ASSERT_TRUE(spec.ok()) << spec.error().ToString();
  ASSERT_EQ(spec->tables.size(), 2U);
  EXPECT_TRUE(spec->tables[1].is_query);
  EXPECT_EQ(spec->tables[1].table.QualifiedName(), "prj._query_2");
  EXPECT_EQ(spec->tables[1].table.columns.front().name, "a");
}

TEST_F(InputQueriesTest, SettingsOfQueriesAreKeptWithTheirJob) {
  settings_["odps.sql.type.system.odps2"] = "true";
  const auto plain = Build(std::string(kStart) + "-Dtables=odps://prj/tables/plain");
  ASSERT_TRUE(plain.ok());
  EXPECT_FALSE(plain->settings.contains("odps.sql.type.system.odps2"));
  const auto query = Build(std::string(kStart) + "-Dtables='(SELECT 1)'");
  ASSERT_TRUE(query.ok());
  EXPECT_TRUE(query->settings.contains("odps.sql.type.system.odps2"));
}

TEST_F(InputQueriesTest, ErrorsHaveTheirPlaceInTheStatement) {
  const std::string start(kStart);
  EXPECT_THAT(Reason("-Dtables=\"(SELECT '\\\\\\\\', \\\"x\\\",\n wrong)\""),
              HasSubstr(":[2,2] Semantic analysis exception - it is wrong @ wrong"));
  EXPECT_THAT(Reason("-Dtables='(SELECT 1), (SELECT 中, wrong)'"), HasSubstr("@ wrong !"));
  const auto both = Build(start + "-Dtables='(SELECT wrong, too)'");
  ASSERT_FALSE(both.ok());
  ASSERT_EQ(both.error().others.size(), 1U);
  const SourceRange& other = both.error().others.front().range;
  EXPECT_EQ(text_.substr(other.begin, other.end - other.begin), "too");
}

TEST_F(InputQueriesTest, WhatIsNoList) {
  EXPECT_THAT(Reason("-Dtables=' (SELECT (a FROM t)'"),
              HasSubstr("the parenthesis is not closed @ ( !"));
  EXPECT_THAT(Reason("-Dtables='(SELECT a) x,odps://prj/tables/plain'"),
              HasSubstr("a query ends with its parenthesis @ x !"));
  EXPECT_THAT(Reason("-Dtables='(SELECT 1),odps://prj/tables/nowhere'"),
              HasSubstr("table prj.nowhere cannot be resolved @ odps://prj/tables/nowhere !"));
  EXPECT_THAT(Reason("-Doutputs='(SELECT 1)'"), HasSubstr("is not the name of a table"));
}

}  // namespace
}  // namespace paisql::pai
