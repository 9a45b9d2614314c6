#include "serving/service/target.h"
#include "serving/settings/names.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "serving/settings/settings.h"
#include "test_data.h"

namespace paisql::serving {
namespace {

struct TargetCase {
  std::string_view method;
  std::string_view target;
  Missing missing = Missing::kNothing;
  Page page = Page::kPredict;
  bool wants_token = false;
  std::string_view version = "";
};

TEST(Target, EachPathHasItsPage) {
  const TargetCase cases[] = {
      {"POST", "/api/predict/m", Missing::kNothing, Page::kPredict, true},
      {"POST", "/api/predict/m/", Missing::kNothing, Page::kPredict, true},
      {"POST", "/api/predict/m/any/path?x=1", Missing::kNothing, Page::kPredict, true},
      {"GET", "/api/predict/m", Missing::kNothing, Page::kSignature, true},
      {"POST", "/api/predict/m/v1/models/m:predict", Missing::kNothing, Page::kModelPredict, true},
      {"PUT", "/api/predict/m", Missing::kMethod},
      {"POST", "/api/predict/mm", Missing::kService},
      {"POST", "/api/predict/", Missing::kService},
      {"POST", "/api/predict/../m", Missing::kService},
      {"POST", "/api/predict/%2e%2e/%2fetc/passwd", Missing::kService},
      {"GET", "/v1/models/m", Missing::kNothing, Page::kModelStatus, true},
      {"GET", "/v1/models/m/versions/3", Missing::kNothing, Page::kModelStatus, true, "3"},
      {"GET", "/v1/models/m/metadata", Missing::kNothing, Page::kModelMetadata, true},
      {"GET", "/v1/models/m/versions/3/metadata", Missing::kNothing, Page::kModelMetadata, true,
       "3"},
      {"POST", "/v1/models/m:predict", Missing::kNothing, Page::kModelPredict, true},
      {"POST", "/v1/models/m/versions/3:predict", Missing::kNothing, Page::kModelPredict, true,
       "3"},
      {"POST", "/v1/models/m:classify", Missing::kNothing, Page::kModelClassify, true},
      {"POST", "/v1/models/m:regress", Missing::kNothing, Page::kModelRegress, true},
      {"POST", "/v1/models/m/versions/:predict", Missing::kPath},
      {"GET", "/v1/models/m:predict", Missing::kMethod},
      {"POST", "/v1/models/m:other", Missing::kPath},
      {"POST", "/v1/models/m/labels/a:predict", Missing::kPath},
      {"GET", "/v1/models/other", Missing::kService},
      {"GET", "/api/v1/servicediscovery/upstreams/m?internal=true", Missing::kNothing,
       Page::kUpstreams},
      {"GET", "/exported/apis/eas.alibaba-inc.k8s.io/v1/upstreams/m", Missing::kNothing,
       Page::kUpstreams},
      {"GET", "/api/v1/servicediscovery/upstreams/n", Missing::kService},
      {"GET", "/metrics", Missing::kNothing, Page::kMetrics},
      {"POST", "/metrics", Missing::kMethod},
      {"GET", "/monitoring/prometheus/metrics", Missing::kNothing, Page::kMetrics},
      {"GET", "/healthz", Missing::kNothing, Page::kAlive},
      {"GET", "/readyz", Missing::kNothing, Page::kReady},
      {"GET", "/", Missing::kPath},
      {"GET", "", Missing::kPath},
      {"OPTIONS", "*", Missing::kPath},
  };
  for (const TargetCase& c : cases) {
    const FoundTarget found = FindTarget(c.method, c.target, "m");
    EXPECT_EQ(found.missing, c.missing) << c.method << ' ' << c.target;
    if (found.missing != Missing::kNothing) continue;
    EXPECT_EQ(found.target.page, c.page) << c.target;
    EXPECT_EQ(found.target.wants_token, c.wants_token) << c.target;
    EXPECT_EQ(found.target.version, c.version) << c.target;
  }
  EXPECT_EQ(
      FindTarget("POST", "/api/predict/m?a=1&signature_name=a%20b", "m").target.signature_name,
      "a b");
}

TEST(Target, NamesOfServicesHaveNothingOfAPath) {
  for (const std::string_view good : {"m", "churn_2", "group.churn-2", "A1"}) {
    EXPECT_TRUE(IsServiceName(good)) << good;
  }
  for (const std::string_view bad :
       {"", "a/b", "a b", "a\"b", "a%", "\xe4\xb8\xad", "a:b", ".", "..", ".a", "-a"}) {
    EXPECT_FALSE(IsServiceName(bad)) << bad;
  }
}

TEST(Settings, AreHeldToTheirTable) {
  ServiceSettings settings;
  EXPECT_TRUE(SetServiceSetting("metadata.rpc.max_batch_size", "64", settings).ok());
  EXPECT_EQ(settings.max_batch_size, 64);
  EXPECT_TRUE(SetServiceSetting("metadata.rpc.batching", "false", settings).ok());
  EXPECT_EQ(settings.batching, 0);
  for (const auto& [name, value] : {std::pair{"metadata.rpc.max_batch_size", "0"},
                                    {"metadata.rpc.max_batch_size", ""},
                                    {"metadata.rpc.max_batch_size", "6x"},
                                    {"metadata.rpc.max_batch_size", "true"},
                                    {"metadata.rpc.batching", "yes"},
                                    {"max_batch_size", "4"}}) {
    EXPECT_FALSE(SetServiceSetting(name, value, settings).ok()) << name << '=' << value;
  }
  EXPECT_EQ(settings.max_batch_size, 64);
}

TEST(Settings, ThePageListsThemAll) {
  std::ifstream file(TestData() / "../../docs/serving-http.md");
  const std::string page(std::istreambuf_iterator<char>(file), {});
  for (const SettingRow& row : SettingTable()) {
    const int64_t value = ServiceSettings().*row.member;
    const std::string text = row.most == 1 ? "true" : std::to_string(value);
    EXPECT_NE(page.find("| `" + std::string(row.name) + "` | " + text + " |"), std::string::npos)
        << row.name;
  }
}

}  // namespace
}  // namespace paisql::serving
