// The statements that changes of services become.

#include "console/services/service_statements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace paisql::console {
namespace {

using nlohmann::json;
using store::Service;
using store::ServiceRole;
using store::ServiceVersion;
using ::testing::HasSubstr;

ServiceVersion Version(int64_t number, ServiceRole role, int weight, int64_t model = 1) {
  ServiceVersion version;
  version.version = number;
  version.role = role;
  version.weight = weight;
  version.model_id = model;
  version.model_project = "p";
  version.model_name = "m";
  version.model_version = number;
  if (model == 0) version.folder = "/models/it's";
  return version;
}

Service Churn() {
  Service service;
  service.project = "p";
  service.name = "churn";
  service.versions = {Version(1, ServiceRole::kMain, 60), Version(2, ServiceRole::kGrey, 30),
                      Version(3, ServiceRole::kGrey, 10, 0)};
  return service;
}

std::string Text(const json& body) {
  const auto text = ServiceStatements(Churn(), body);
  return text.ok() ? *text : "! " + text.error().detail;
}

TEST(ServiceStatements, SayWhatTheButtonsSay) {
  EXPECT_EQ(Text({{"action", "stop"}}), "STOP SERVICE p.churn;");
  EXPECT_EQ(Text({{"action", "scale"}, {"instances", 3}}),
            "ALTER SERVICE p.churn SET PROPERTIES ('metadata.instance'='3');");
  EXPECT_EQ(Text({{"action", "switch"}, {"version", 2}}), "SWITCH SERVICE p.churn TO VERSION 2;");
  EXPECT_EQ(Text({{"action", "release"},
                  {"model", "p.m"},
                  {"version", 4},
                  {"weight", 5},
                  {"mirror", true}}),
            "RELEASE SERVICE p.churn MODEL p.m VERSION 4 MIRROR 5;");
  EXPECT_EQ(Text({{"action", "autoscale"}, {"min", 1}, {"max", 4}, {"qps", 100}, {"cpu", nullptr}}),
            "ALTER SERVICE p.churn SET PROPERTIES ('autoscaler.min'='1', 'autoscaler.max'='4', "
            "'autoscaler.strategies.qps'='100');");
  EXPECT_EQ(Text({{"action", "autoscale"}, {"max", 0}}),
            "ALTER SERVICE p.churn SET PROPERTIES ('autoscaler.max'='');");
}

TEST(ServiceStatements, SharesAreNeverMoreThanTheWholeOnTheWay) {
  EXPECT_EQ(Text({{"action", "split"}, {"weights", {{"2", 0}, {"3", 100}}}}),
            "RELEASE SERVICE p.churn MODEL p.m VERSION 2 WEIGHT 0;\n"
            "RELEASE SERVICE p.churn '/models/it\\'s' WEIGHT 100;\n");
  EXPECT_THAT(Text({{"action", "split"}, {"weights", {{"2", 95}}}}), HasSubstr("it is 105"));
  EXPECT_THAT(Text({{"action", "split"}, {"weights", {{"1", 10}}}}),
              HasSubstr("a released version"));
  EXPECT_THAT(Text({{"action", "split"}, {"weights", {{"2", 30}}}}), HasSubstr("a change"));
}

TEST(ServiceStatements, NothingOfAPageBecomesAStatementOfItsOwn) {
  EXPECT_THAT(Text({{"action", "update"}, {"model", "m; DROP TABLE t"}}), HasSubstr("'model'"));
  EXPECT_THAT(Text({{"action", "update"}, {"model", 3}}), HasSubstr("'model'"));
  EXPECT_THAT(Text({{"action", "scale"}, {"instances", "3"}}), HasSubstr("'instances'"));
  EXPECT_EQ(Text({{"action", "set"}, {"properties", {{"a'b", "c\\'d\ne"}}}}),
            "ALTER SERVICE p.churn SET PROPERTIES ('a\\'b'='c\\\\\\'d\\ne');");
  EXPECT_THAT(Text({{"action", "set"}, {"properties", {{"a", "${secret}"}}}}), HasSubstr("'a'"));
  EXPECT_THAT(Text({{"action", "set"}, {"properties", {{"a", std::string("b\0c", 3)}}}}),
              HasSubstr("control characters"));
  EXPECT_THAT(Text({{"action", "set"}, {"properties", json::array()}}), HasSubstr("a change"));
  EXPECT_THAT(Text(json::object()), HasSubstr("'action'"));
}

TEST(ServiceStatements, ADeploymentNamesItsModel) {
  const auto text = DeployStatement(
      {{"name", "new-one"}, {"model", "m"}, {"properties", {{"metadata.instance", "2"}}}});
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text, "DEPLOY SERVICE new-one USING MODEL m PROPERTIES ('metadata.instance'='2');");
  EXPECT_FALSE(DeployStatement({{"name", "a b"}, {"model", "m"}}).ok());
}

}  // namespace
}  // namespace paisql::console
