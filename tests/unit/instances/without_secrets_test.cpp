#include "instances/without_secrets.h"

#include <gtest/gtest.h>

namespace paisql::instances {
namespace {

TEST(WithoutSecrets, LeavesWhatHasNone) {
  for (const std::string source :
       {"<Job>\n <Query><![CDATA[SELECT '<a>' & 1;]]></Query><Empty/>\n</Job>", "<Job/>",
        "<Job><Value>{\"odps.sql.a\": \"x\", \"n\": 1}</Value></Job>"}) {
    EXPECT_EQ(SourceWithoutSecrets(source), source);
  }
  EXPECT_EQ(SourceWithoutSecrets("no XML"), "");
}

TEST(WithoutSecrets, TakesThemOutOfTexts) {
  EXPECT_EQ(SourceWithoutSecrets("<Job a='1'><Query>SET access_key=&quot;a b&quot;; SELECT 1 &lt; "
                                 "2;</Query><Other><![CDATA[x & y]]></Other></Job>"),
            "<Job a=\"1\"><Query>SET access_key=&quot;***&quot;; SELECT 1 &lt; 2;</Query>"
            "<Other>x &amp; y</Other></Job>");
}

TEST(WithoutSecrets, TakesThemOutOfValuesByTheirNames) {
  EXPECT_EQ(SourceWithoutSecrets("<J><P><Name>security_token</Name><Value>hunter2</Value></P></J>"),
            "<J><P><Name>security_token</Name><Value>***</Value></P></J>");
  EXPECT_EQ(SourceWithoutSecrets("<J><P><Key>password</Key><Value>hunter2</Value></P></J>"),
            "<J><P><Key>password</Key><Value>***</Value></P></J>");
  EXPECT_EQ(SourceWithoutSecrets("<J password='hunter2'></J>"), "<J password=\"***\"></J>");
  EXPECT_EQ(SourceWithoutSecrets("<J><P><Name>settings</Name><Value>{\"odps.access.key\": "
                                 "\"hunter2\", \"a\": [1]}</Value></P></J>"),
            "<J><P><Name>settings</Name><Value>{&quot;a&quot;:[1],&quot;odps.access.key&quot;:"
            "&quot;***&quot;}</Value></P></J>");
}

TEST(WithoutSecrets, TakesThemOutOfSettings) {
  const auto kept = SettingsWithoutSecrets(
      {{"a", "1"}, {"paisql.job.env.X", "hunter2"}, {"b", "{\"token\":\"hunter2\"}"}});
  EXPECT_EQ(kept.at("a"), "1");
  EXPECT_EQ(kept.at("paisql.job.env.X"), "***");
  EXPECT_EQ(kept.at("b"), "{\"token\":\"***\"}");
}

}  // namespace
}  // namespace paisql::instances
