#include "serving/front/front_target.h"

#include <gtest/gtest.h>

namespace paisql::serving {
namespace {

struct Row {
  std::string_view target;
  FrontPage page;
  std::string_view service;
  std::string_view version;
  bool is_rest;
};

constexpr Row kRows[] = {
    {"/api/predict/churn", FrontPage::kService, "churn", "", false},
    {"/api/predict/churn/any/path?x=1", FrontPage::kService, "churn", "", false},
    {"/api/predict/ch%75rn", FrontPage::kService, "churn", "", false},
    {"/api/predict/churn/v1/models/m/versions/2:predict", FrontPage::kService, "churn", "2", true},
    {"/api/predict/", FrontPage::kMissing, "", "", false},
    {"/v1/models/churn", FrontPage::kService, "churn", "", true},
    {"/v1/models/churn:predict", FrontPage::kService, "churn", "", true},
    {"/v1/models/churn/versions/12/metadata", FrontPage::kService, "churn", "12", true},
    {"/v1/models/churn/versions/12:predict", FrontPage::kService, "churn", "12", true},
    {"/api/v1/servicediscovery/upstreams/churn?internal=true", FrontPage::kUpstreams, "churn", "",
     false},
    {"/exported/apis/eas.alibaba-inc.k8s.io/v1/upstreams/churn", FrontPage::kUpstreams, "churn", "",
     false},
    {"/metrics", FrontPage::kMetrics, "", "", false},
    {"/readyz", FrontPage::kReady, "", "", false},
    {"/healthz", FrontPage::kAlive, "", "", false},
    {"/", FrontPage::kMissing, "", "", false},
    {"/api/predictchurn", FrontPage::kMissing, "", "", false},
};

TEST(FrontTarget, PathsAreThoseOfAService) {
  for (const Row& row : kRows) {
    const FrontTarget found = FindFrontTarget(row.target);
    EXPECT_EQ(found.page, row.page) << row.target;
    EXPECT_EQ(found.service, row.service) << row.target;
    EXPECT_EQ(found.version, row.version) << row.target;
    EXPECT_EQ(found.is_rest, row.is_rest) << row.target;
  }
}

struct RenamedRow {
  std::string_view target;
  std::string_view renamed;
};

constexpr RenamedRow kRenamed[] = {
    {"/api/predict/live", "/api/predict/green"},
    {"/api/predict/live/a%2Fb?x=/live", "/api/predict/green/a%2Fb?x=/live"},
    {"/api/pre%64ict/li%76e/a%20b", "/api/predict/green/a%20b"},
    {"/v1/models/live:predict", "/v1/models/green:predict"},
    {"/v1/models/live/metadata", "/v1/models/green/metadata"},
    {"/api/predict/live/v1/models/live:predict", "/api/predict/green/v1/models/green:predict"},
    {"/api/predict/live/v1/models/m:predict", "/api/predict/green/v1/models/m:predict"},
    {"/api/predict/lively", "/api/predict/lively"},
    {"/metrics%", "/metrics%"},
};

TEST(FrontTarget, AnotherServiceIsAskedTheSame) {
  for (const RenamedRow& row : kRenamed) {
    EXPECT_EQ(RenameInTarget(row.target, "live", "green"), row.renamed) << row.target;
  }
}

}  // namespace
}  // namespace paisql::serving
