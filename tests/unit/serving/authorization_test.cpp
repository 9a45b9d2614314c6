#include "serving/access/admission.h"

#include <gtest/gtest.h>

namespace paisql::serving {
namespace {

// Signatures computed by the SDKs' own formula with Python's hmac.
constexpr std::string_view kToken = "YTg2ZjE0ZjM4ZmE3OTc0NzYxZDMyNmYzMTJjZTQ1YmU0N2FjMTAyMA==";
constexpr std::string_view kDate = "Mon, 05 Jan 2026 12:00:00 GMT";
constexpr std::string_view kBody = "[{}]";
constexpr std::string_view kMd5 = "a21cafb4c405e6997671a02e578b9b1e";

http::Request Signed(std::string_view authorization,
                     std::string_view target = "/api/predict/mnist") {
  http::Request request;
  request.method = "POST";
  request.target = target;
  request.authorization = authorization;
  request.content_type = "application/octet-stream";
  request.content_md5 = kMd5;
  request.date = kDate;
  request.body = kBody;
  return request;
}

struct AuthorizationCase {
  std::string_view what;
  std::string_view authorization;
  std::string_view target;
  bool passes;
};

TEST(Authorization, KnowsEveryFormThatClientsSend) {
  const std::string_view plain = kToken;
  const std::string bearer = "Bearer " + std::string(kToken);
  const AuthorizationCase cases[] = {
      {"the token", plain, "/api/predict/mnist", true},
      {"the token with blanks around it",
       " YTg2ZjE0ZjM4ZmE3OTc0NzYxZDMyNmYzMTJjZTQ1YmU0N2FjMTAyMA== ", "/api/predict/mnist", true},
      {"Bearer", bearer, "/api/predict/mnist", true},
      {"signed by Python and Go", "EAS CdnOvrpyz9mUp2wDkvEMZadQm9Q=", "/api/predict/mnist", true},
      {"signed without the query", "EAS CdnOvrpyz9mUp2wDkvEMZadQm9Q=", "/api/predict/mnist?a=1",
       true},
      {"signed with the query, as Java does",
       "EAS goTEBGJ5q2zn0SYOxzCFMFuzFcg=", "/api/predict/mnist?a=1", true},
      {"signed for another path", "EAS CdnOvrpyz9mUp2wDkvEMZadQm9Q=", "/api/predict/other", false},
      {"nothing", "", "/api/predict/mnist", false},
      {"a part of the token", "YTg2ZjE0", "/api/predict/mnist", false},
      {"an empty signature", "EAS ", "/api/predict/mnist", false},
      {"another signature", "EAS AAAAAAAAAAAAAAAAAAAAAAAAAAA=", "/api/predict/mnist", false},
      {"Bearer of nothing", "Bearer ", "/api/predict/mnist", false},
  };
  for (const AuthorizationCase& c : cases) {
    EXPECT_EQ(IsAuthorized(Signed(c.authorization, c.target), kToken), c.passes) << c.what;
  }
}

TEST(Authorization, AnEmptyTokenLetsEverythingPass) {
  EXPECT_TRUE(IsAuthorized(Signed(""), ""));
  EXPECT_TRUE(IsAuthorized(Signed("EAS nonsense"), ""));
}

TEST(Authorization, TheBodyMustBeTheSignedOne) {
  http::Request request = Signed("EAS CdnOvrpyz9mUp2wDkvEMZadQm9Q=");
  EXPECT_TRUE(IsSignedBody(request));
  request.body = "[{} ]";
  EXPECT_FALSE(IsSignedBody(request));
  // Whoever sends the token itself signs nothing.
  request.authorization = kToken;
  EXPECT_TRUE(IsSignedBody(request));
}

TEST(Authorization, LeadingZerosOfTheMd5MayBeMissing) {
  http::Request request = Signed("EAS x");
  request.body = "body 303";
  request.content_md5 = "00277a98d4b074d0883c0e3b204ad7af";
  EXPECT_TRUE(IsSignedBody(request));
  request.content_md5 = "277a98d4b074d0883c0e3b204ad7af";
  EXPECT_TRUE(IsSignedBody(request));
}

TEST(RateLimit, LetsOneSecondsWorthPassAtOnceAndThenTheRate) {
  RateLimit limit(2);
  const int64_t start_us = 1000000;
  EXPECT_TRUE(limit.Take(start_us));
  EXPECT_TRUE(limit.Take(start_us));
  EXPECT_FALSE(limit.Take(start_us));
  EXPECT_FALSE(limit.Take(start_us + 400000));
  EXPECT_TRUE(limit.Take(start_us + 600000));
  EXPECT_FALSE(limit.Take(start_us + 600000));
  EXPECT_TRUE(RateLimit(0).Take(0));
}

}  // namespace
}  // namespace paisql::serving
