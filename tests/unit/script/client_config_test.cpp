#include "script/options/client_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace paisql::script {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

TEST(ClientConfigTest, ProjectAndSettings) {
  const ClientConfig config = ParseClientConfig(
      "\xEF\xBB\xBF# comment\r\n\r\nproject_name=shop\r\n ! other\n[section]\n"
      "set.odps.sql.timezone = UTC\nset.my.own.key=a=b\nSET.Paisql.Threads=2",
      "odps_config.ini");
  EXPECT_EQ(config.project, "shop");
  EXPECT_THAT(config.settings, ElementsAre(Pair("odps.sql.timezone", "UTC"),
                                           Pair("my.own.key", "a=b"), Pair("Paisql.Threads", "2")));
  EXPECT_THAT(config.complaints, ElementsAre());
}

TEST(ClientConfigTest, CredentialsAreNeverShown) {
  const ClientConfig config = ParseClientConfig(
      "access_id=hush\nACCESS_KEY=hush\nsts_token=hush\nend_point=http://"
      "hush\nodd=hush\nodd2=hush\n"
      "hush\n",
      "c.ini");
  EXPECT_THAT(config.complaints,
              ElementsAre("c.ini:7:1: expect key=value",
                          "c.ini: nothing here reads odd (line 5), odd2 (line 6)"));
}

TEST(ClientConfigTest, MistakesAreToldWithTheirPlaces) {
  const ClientConfig config = ParseClientConfig(
      "set.odps.sql.timezone=Mars\n  set.paisql.thread=2\n=x\nset.paisql.job.env.A=b\n\xFF=1\n",
      "c.ini");
  EXPECT_THAT(config.complaints,
              ElementsAre(HasSubstr("c.ini:1:23: "), "c.ini:2:3: paisql.thread is not a setting",
                          "c.ini:3:1: expect key=value", "c.ini:5:1: this line is not UTF-8"));
  EXPECT_THAT(config.settings, ElementsAre(Pair("paisql.job.env.A", "b")));
}

TEST(ClientConfigTest, KeysThatAreNearlySettingsAreKeptAndTold) {
  const ClientConfig config =
      ParseClientConfig("set.odps.sql.timezon=UTC\nset.odps.sql.other=1\n", "c.ini");
  EXPECT_THAT(config.complaints,
              ElementsAre("c.ini:1:1: odps.sql.timezon is kept, but nothing here "
                          "reads it; did you mean 'odps.sql.timezone'?"));
  EXPECT_THAT(config.settings,
              ElementsAre(Pair("odps.sql.timezon", "UTC"), Pair("odps.sql.other", "1")));
}

TEST(ClientConfigTest, PathsStartAtTheFilesFolder) {
  const ClientConfig config = ParseClientConfig("set.paisql.temp_directory=spill", "/etc/x/c.ini");
  EXPECT_THAT(config.settings, ElementsAre(Pair("paisql.temp_directory", "/etc/x/spill")));
}

}  // namespace
}  // namespace paisql::script
