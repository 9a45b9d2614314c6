// Whom a job is to its buckets, and what a confined one is given.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "job_fixture.h"
#include "oss/roles.h"

namespace paisql::pai {
namespace {

using ::testing::HasSubstr;

class BucketAccessTest : public BuildJobTest {
 protected:
  void SetUp() override {
    BuildJobTest::SetUp();
    for (const char* file : {"in/k", "out/k", "code/t.py"}) {
      Write(std::string("home/oss/") + file, "");
    }
  }

  void Add(const std::string& role, const std::vector<store::Grant>& grants) {
    const auto add = [&](std::vector<store::Role>* roles) {
      roles->push_back({role, oss::DefaultArn(role), grants});
      return Status::Ok();
    };
    ASSERT_TRUE(catalog_->ChangeRoles(add).ok());
  }

  std::string AccessOf(const std::string& parameters) {
    const auto spec = Build(std::string(kStart) + parameters);
    return spec.ok() ? spec->environment.at("PAISQL_OSS_ACCESS") : spec.error().ToString();
  }
};

TEST_F(BucketAccessTest, AHomeWithoutRolesHasNoRules) {
  const auto spec = Build(std::string(kStart) + "-Dbuckets=oss://in/ -Darn=acs:ram::1:role/r");
  ASSERT_TRUE(spec.ok());
  EXPECT_EQ(spec->environment.count("PAISQL_OSS_ACCESS"), 0U);
  EXPECT_EQ(spec->environment.count("PAISQL_CONFINE"), 0U);
}

TEST_F(BucketAccessTest, TheRoleIsThatOfTheUrlOrTheStatementOrTheDefault) {
  Add("reader", {{"oss:GetObject", "in"}});
  EXPECT_EQ(AccessOf("-Dbuckets=oss://in/ -Darn=acs:ram::77:role/READER"),
            "bucket in reader;grant reader in oss:GetObject;");
  EXPECT_THAT(AccessOf("-Dbuckets=oss://in/"), HasSubstr("the statement names no role"));
  Add("AliyunODPSPAIDefaultRole", oss::FirstGrants("AliyunODPSPAIDefaultRole"));
  const std::string rules = AccessOf(
      "-Dbuckets='oss://in/?role_arn=acs:ram::1:role/reader&host=h,oss://out/' "
      "-DcheckpointDir=oss://new/c");
  for (const char* part : {"bucket in reader;", "bucket out AliyunODPSPAIDefaultRole;",
                           "bucket new AliyunODPSPAIDefaultRole;",
                           "grant AliyunODPSPAIDefaultRole * oss:PutObject;"}) {
    EXPECT_THAT(rules, HasSubstr(part));
  }
  EXPECT_THAT(AccessOf("-Dbuckets=oss://in/ -Darn=acs:ram::1:role/raeder"),
              HasSubstr("role 'raeder' does not exist"));
}

TEST_F(BucketAccessTest, TheScriptIsReadAsTheRole) {
  Add("reader", {{"oss:GetObject", "in"}});
  const std::string statement =
      "PAI -name tensorflow1120 -Dscript=oss://code/t.py -Darn=acs:ram::1:role/reader";
  EXPECT_THAT(Failure(statement), HasSubstr("GRANT oss:GetObject ON BUCKET code TO ROLE reader;"));
}

TEST_F(BucketAccessTest, AConfinedJobIsGivenItsBucketsAsItsRoleHasThem) {
  settings_["paisql.job.confine"] = "true";
  settings_["paisql.job.confine.folders"] = "/usr: /etc";
  const std::string home = folder_ + "/home/";
  const auto given = [&] {
    return Build(std::string(kStart) + "-Dbuckets=oss://in/,oss://out/")
        ->environment.at("PAISQL_CONFINE");
  };
  EXPECT_EQ(given(), "ro " + home + "warehouse\nro " + home + "resources\nrw " + home +
                         "oss/in\nrw " + home + "oss/out\nro /usr\nro /etc\n");
  Add("AliyunODPSPAIDefaultRole", {{"oss:GetObject", "in"}});
  EXPECT_THAT(given(), HasSubstr("\nro " + home + "oss/in\nro /usr"));
}

}  // namespace
}  // namespace paisql::pai
