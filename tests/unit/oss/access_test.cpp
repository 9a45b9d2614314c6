#include "oss/access.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace paisql::oss {
namespace {

using testing::HasSubstr;

Access Rules() {
  Access access;
  access.AddBucket("in", "reader");
  access.AddBucket("out", "Writer");
  access.AddBucket("lost", "");
  access.AddGrant("reader", "in", "oss:GetObject");
  access.AddGrant("writer", "", "oss:PutObject");
  return access;
}

TEST(AccessTest, WhatIsGrantedIsAllowedAndNothingElse) {
  // Read from text, the rules are the same.
  for (const Access& access : {Rules(), Access::Parse(Rules().ToText())}) {
    EXPECT_EQ(access.Refusal("oss://in/a", Action::kGetObject), "");
    EXPECT_EQ(access.Refusal("oss://in.host//x/../a?host=h", Action::kGetObject), "");
    EXPECT_EQ(access.Refusal("oss://out/a", Action::kPutObject), "");
    EXPECT_EQ(access.Refusal("oss://in/a", Action::kListObjects, Action::kGetObject), "");
    EXPECT_EQ(access.Refusal("oss://in/a", Action::kPutObject),
              "oss://in/a: role reader has not the permission oss:PutObject for the bucket in; "
              "GRANT oss:PutObject ON BUCKET in TO ROLE reader; gives it");
    EXPECT_THAT(access.Refusal("oss://out/a", Action::kGetObject),
                HasSubstr("GRANT oss:GetObject ON BUCKET out TO ROLE Writer;"));
    EXPECT_THAT(access.Refusal("oss://in/a", Action::kDeleteObjects, Action::kPutObject),
                HasSubstr("oss:DeleteObjects"));
  }
}

TEST(AccessTest, TheStatementNamesTheBucketAndSomebodyIsTheRole) {
  EXPECT_THAT(Rules().Refusal("oss://other/a", Action::kPutObject),
              HasSubstr("the statement does not name the bucket other"));
  EXPECT_THAT(Rules().Refusal("oss://lost/a", Action::kGetObject),
              HasSubstr("CREATE ROLE AliyunODPSPAIDefaultRole;"));
  // A bad name has its own error.
  EXPECT_EQ(Rules().Refusal("oss:///a", Action::kGetObject), "");
}

TEST(AccessTest, ANameMayBringItsRoleAndNoKeyIsShown) {
  EXPECT_EQ(Rules().Refusal("oss://in/a?role_arn=acs:ram::7:role/writer", Action::kPutObject), "");
  const std::string refusal = Rules().Refusal(
      "oss://in/a?access_key_secret=hidden&role_arn=acs:ram::7:role/writer", Action::kGetObject);
  EXPECT_THAT(refusal, HasSubstr("oss://in/a: role writer has not"));
  EXPECT_THAT(refusal, Not(HasSubstr("hidden")));
}

TEST(AccessTest, RulesThatAreNoneAllowNothing) {
  for (const char* text :
       {"", ";;;", "bucket", "bucket in", "grant", "grant reader in",
        "bucket in -;grant - in oss:GetObject", "bucket in r;grant r * oss:Get"}) {
    EXPECT_NE(Access::Parse(text).Refusal("oss://in/a", Action::kGetObject), "") << text;
  }
}

TEST(AccessTest, ARoleIsTheNameOfItsArn) {
  EXPECT_EQ(RoleName("acs:ram::166408185518:role/aliyunodpspaidefaultrole"),
            "aliyunodpspaidefaultrole");
  EXPECT_EQ(RoleName("reader"), "reader");
  EXPECT_EQ(RoleOfName("oss://b/k?host=h&role_arn=acs:ram::1:role/r"), "acs:ram::1:role/r");
  EXPECT_EQ(RoleOfName("oss://b/k?x=role_arn=r"), "");
}

}  // namespace
}  // namespace paisql::oss
