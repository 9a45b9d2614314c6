// Policies, names of users, and what permissions allow.

#include "access/policy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "access/judge.h"
#include "access/principal.h"

namespace paisql::access {
namespace {

using testing::HasSubstr;

TEST(PatternTest, StarsAndQuestionMarks) {
  struct Case {
    const char* pattern;
    const char* text;
    bool matches;
  };
  for (const Case& one :
       {Case{"*", "", true}, Case{"a*", "Abc", true}, Case{"a*c", "abcbc", true},
        Case{"a?c", "abc", true}, Case{"a?c", "ac", false}, Case{"a*b*c", "axxbyy", false},
        Case{"", "a", false}, Case{"odps:Create*", "odps:CreateTable", true}}) {
    EXPECT_EQ(MatchesPattern(one.pattern, one.text), one.matches) << one.pattern << one.text;
  }
}

TEST(UserTest, NamesOfAccounts) {
  EXPECT_EQ(*ReadUser("bob@a.com", "own"), "ALIYUN$bob@a.com");
  EXPECT_EQ(*ReadUser("aliyun$bob", "own"), "ALIYUN$bob");
  EXPECT_EQ(*ReadUser("RAM$allen", "own"), "RAM$own:allen");
  EXPECT_EQ(*ReadUser("RAM$bob@a.com:role/r", "own"), "RAM$bob@a.com:role/r");
  for (const char* text : {"", "$", "ALIYUN$", "X$a", "ALIYUN$a:b", "RAM$a b", "a;b", "a'b"}) {
    EXPECT_FALSE(ReadUser(text, "own").ok()) << text;
  }
  EXPECT_FALSE(ReadUser(std::string(300, 'a'), "own").ok());
}

TEST(PolicyTest, RefusesWhatCannotBeJudged) {
  const std::string begin = R"({"Statement": [{"Effect": "Allow", "Principal": "*", )";
  const std::string whole = begin + R"("Action": "odps:*", "Resource": "*"})";
  EXPECT_TRUE(ParsePolicy(whole + "]}", false, "").ok());
  const auto problem = [](const std::string& text) {
    const Result<Policy> policy = ParsePolicy(text, false, "");
    return policy.ok() ? std::string("none") : policy.error().detail;
  };
  // A text that ends anywhere is not a policy.
  for (size_t end = 0; end < whole.size() + 1; ++end) {
    EXPECT_NE(problem(whole.substr(0, end)), "none") << end;
  }
  EXPECT_THAT(problem("[]"), HasSubstr("no list of statements"));
  EXPECT_THAT(problem(whole + ", 1]}"), HasSubstr("not an object"));
  EXPECT_THAT(problem(begin + R"("Action": 1, "Resource": "*"}]})"), HasSubstr("Action"));
  EXPECT_THAT(problem(begin + R"("Action": [], "Resource": "*"}]})"), HasSubstr("Action"));
  EXPECT_THAT(problem(begin + R"("Action": "odps:*"}]})"), HasSubstr("without a Resource"));
  EXPECT_THAT(problem(begin + R"("NotAction": "odps:*", "Resource": "*"}]})"),
              HasSubstr("'NotAction'"));
  EXPECT_THAT(problem(std::string(40000, ' ')), HasSubstr("32 KB"));
  EXPECT_THAT(problem(begin + R"("Action": "odps:*", "Resource": "*", "Condition":
              {"DateLessThan": {"acs:CurrentTime": "tomorrow"}}}]})"),
              HasSubstr("tomorrow"));
}

TEST(PolicyTest, ConditionsOfTime) {
  const Policy policy = *ParsePolicy(
      R"({"Statement": [{"Effect": "Allow", "Action": "odps:Select", "Resource": "projects/p/*",
      "Condition": {"DateGreaterThan": {"acs:CurrentTime": "1970-01-02T00:00:00Z"},
                    "DateLessThan": {"acs:CurrentTime": "1970-01-03T00:00:00Z"}}}]})",
      true, "");
  const auto applies = [&](int64_t hours) {
    return AppliesTo(policy.statements[0], "ALIYUN$bob", "Select", "acs:odps:*:projects/p/tables/t",
                     hours * 3600 * 1000);
  };
  EXPECT_FALSE(applies(23));
  EXPECT_TRUE(applies(25));
  EXPECT_FALSE(applies(49));
}

class JudgeTest : public testing::Test {
 protected:
  bool Allowed(std::string_view action, std::string_view type = "table") const {
    return Judge(security_,
                 {"ALIYUN$bob", FindObjectType(type), "p", "t", 7, "ALIYUN$carol", action, now_ms_})
        .allowed;
  }
  void Give(store::Privilege one) { security_.privileges.push_back(std::move(one)); }

  int64_t now_ms_ = 1000;
  store::ProjectSecurity security_{.users = {{"ALIYUN$bob"}}, .roles = {{"worker"}}};
};

TEST_F(JudgeTest, OneActionOnOneObject) {
  EXPECT_FALSE(Allowed("Select"));
  Give({.grantee = "aliyun$BOB",
        .object_type = "table",
        .object = "t",
        .object_id = 7,
        .action = "Select"});
  EXPECT_TRUE(Allowed("Select"));
  EXPECT_FALSE(Allowed("Update"));
  EXPECT_FALSE(Allowed("Read", "resource"));
  // The name of a table that has another id does not count.
  security_.privileges[0].object_id = 8;
  EXPECT_FALSE(Allowed("Select"));
  security_.privileges[0].object_id = 7;
  security_.privileges[0].expires_ms = 1000;
  EXPECT_FALSE(Allowed("Select"));
  security_.privileges[0].expires_ms = 1001;
  EXPECT_TRUE(Allowed("Select"));
  security_.settings["CheckPermissionUsingACL"] = "false";
  EXPECT_FALSE(Allowed("Select"));
}

TEST_F(JudgeTest, RolesAndDeny) {
  Give({.to_role = true,
        .grantee = "worker",
        .object_type = "table",
        .object = "t",
        .object_id = 7,
        .action = "All"});
  EXPECT_FALSE(Allowed("Select"));
  security_.members = {{"Worker", "ALIYUN$bob"}};
  EXPECT_TRUE(Allowed("Select"));
  EXPECT_TRUE(Allowed("Drop"));
  security_.roles[0].policy =
      R"({"Statement": [{"Effect": "Deny", "Action": "odps:Dr*", "Resource": "projects/p/tables/*"}]})";
  EXPECT_TRUE(Allowed("Select"));
  EXPECT_FALSE(Allowed("Drop"));
  // Deny wins over the role admin, and not over super_administrator.
  security_.members.push_back({"admin", "ALIYUN$bob"});
  EXPECT_FALSE(Allowed("Drop"));
  EXPECT_TRUE(Allowed("Write", "resource"));
  security_.members.push_back({"super_administrator", "ALIYUN$bob"});
  EXPECT_TRUE(Allowed("Drop"));
}

TEST_F(JudgeTest, CreatorsAndColumns) {
  Give({.grantee = "ALIYUN$bob",
        .object_type = "table",
        .object = "t",
        .object_id = 7,
        .column = "A",
        .action = "Select"});
  const Question question = {
      "ALIYUN$bob", FindObjectType("table"), "p", "t", 7, "ALIYUN$carol", "Select", now_ms_};
  EXPECT_EQ(Judge(security_, question).columns, std::set<std::string>{"a"});
  Question own = question;
  own.owner = "ALIYUN$bob";
  EXPECT_FALSE(Judge(security_, own).columns.has_value());
  security_.settings["ObjectCreatorHasAccessPermission"] = "false";
  EXPECT_TRUE(Judge(security_, own).columns.has_value());
}

}  // namespace
}  // namespace paisql::access
