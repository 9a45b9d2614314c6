// How a server says to `paisql flow run` what is wanted, and reads what it says.

#include "console/workflows/flow_start.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "console/workflows/flow_json.h"
#include "console/workflows/known_flows.h"

namespace paisql::console {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::string Refusal(const FlowAsk& ask) {
  const auto words = FlowArguments(ask, "/home");
  return words.ok() ? "" : words.error().detail;
}

TEST(FlowStart, WritesOneCommandForAWish) {
  FlowAsk ask;
  ask.folder = "/flows/a b";
  ask.user = "ALIYUN$bob@example.com";
  ask.first = "2026-01-31";
  ask.parallel = 3;
  ask.selection.from = "--odd";
  ask.resume = true;
  ask.defined = {{"size", "a b"}};
  const auto words = FlowArguments(ask, "/home");
  ASSERT_TRUE(words.ok()) << words.error().ToString();
  EXPECT_THAT(*words, ElementsAre("flow", "run", "/flows/a b", "--home", "/home", "--output",
                                  "jsonl", "--quiet", "--bizdate", "2026-01-31", "--user",
                                  "ALIYUN$bob@example.com", "--remote", "--parallel", "3", "--from",
                                  "--odd", "--resume", "--define", "size=a b"));
}

TEST(FlowStart, ABackfillIsARangeAndTheOwnerIsNotConfined) {
  FlowAsk ask;
  ask.folder = "/f";
  ask.first = "20260101";
  ask.last = "20260131";
  const auto words = FlowArguments(ask, "/home");
  ASSERT_TRUE(words.ok());
  EXPECT_THAT(*words, Contains("20260101..20260131"));
  EXPECT_THAT(*words, Not(Contains("--remote")));
}

TEST(FlowStart, RefusesDaysThatThereAreNot) {
  FlowAsk ask;
  for (const char* const day : {"2026-02-30", "20261301", "yesterday", "2026"}) {
    ask.first = day;
    EXPECT_THAT(Refusal(ask), HasSubstr("is not a business date")) << day;
  }
  ask.first = "20260102";
  ask.last = "20260101";
  EXPECT_THAT(Refusal(ask), HasSubstr("no business dates"));
  ask.last = "20990101";
  EXPECT_THAT(Refusal(ask), HasSubstr("more than"));
  ask.last = "20260103";
  ask.parallel = 100000;
  EXPECT_THAT(Refusal(ask), HasSubstr("cannot be"));
}

TEST(FlowStart, ReadsTheFirstRunAndKeepsTheRest) {
  const StartNews news = ReadStart(
      "flow.yaml:1:1: warning: odd\n"
      R"({"event":"start","run":12,"bizdate":"20260101"})"
      "\n"
      R"({"event":"node","run":12})"
      "\n"
      R"({"event":"start","run":13})"
      "\n{half");
  EXPECT_EQ(news.run, 12);
  EXPECT_THAT(news.said, HasSubstr("warning: odd"));
}

TEST(FlowStart, ReadsTheErrorOfACommand) {
  const Error one = StartFailure(
      "FAILED: ODPS-0110041: Invalid metadata operation - workflow w is running already: run 3\n"
      "hint: wait for its end\n");
  EXPECT_EQ(one.code, ErrorCode::kInvalidMetaOperation);
  EXPECT_THAT(one.detail, HasSubstr("workflow w is running already"));
  EXPECT_THAT(one.detail, Not(HasSubstr("FAILED")));
  EXPECT_EQ(one.hint, "wait for its end");
  const Error many = StartFailure(
      "a.sql:1:1: error: ODPS-0130131 no table\nb.sql:2:3: error: odd\n2 errors: nothing has "
      "run\n");
  EXPECT_EQ(many.code, ErrorCode::kTableNotFound);
  EXPECT_EQ(many.detail, "a.sql:1:1: error: ODPS-0130131 no table\nb.sql:2:3: error: odd");
  EXPECT_THAT(StartFailure("").detail, HasSubstr("has ended"));
}

TEST(FlowStart, FindsTheJobsOfALog) {
  EXPECT_THAT(
      InstancesInLog("x\nID = 20261130abc_1\nID = ../../etc\n ID = no\nID = 20261130abc_1\n"),
      ElementsAre("20261130abc_1"));
  EXPECT_THAT(InstancesInLog("ID = 1a\nID = 2"), ElementsAre("1a"));
}

TEST(FlowStart, AFolderHasOneId) {
  EXPECT_EQ(FlowIdOf("/a").size(), 16u);
  EXPECT_EQ(FlowIdOf("/a"), FlowIdOf("/a"));
  EXPECT_NE(FlowIdOf("/a"), FlowIdOf("/b"));
}

}  // namespace
}  // namespace paisql::console
