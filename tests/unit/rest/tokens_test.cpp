// Bearer tokens, and what they let their bearers ask.

#include "rest/identity/tokens.h"

#include <gmock/gmock.h>

#include "base/coding/base64.h"
#include "rest/identity/allowed.h"
#include "rest/identity/origins.h"

namespace paisql::rest {
namespace {

TEST(TokensTest, ATokenIsReadAsItWasSigned) {
  const std::string text = SignToken({"bob", 1780000000, R"({"a": "b,c"})"}, "key");
  const auto read = ReadToken(text);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->token.access_id, "bob");
  EXPECT_EQ(read->token.ends_s, 1780000000);
  EXPECT_EQ(read->token.policy, R"({"a": "b,c"})");
  EXPECT_TRUE(IsSigned(*read, "key"));
  EXPECT_FALSE(IsSigned(*read, "another key"));
}

TEST(TokensTest, EveryChangeOfATokenIsSeen) {
  const std::string plain = *FromBase64(SignToken({"bob", 1780000000, "{}"}, "key"));
  for (size_t i = 0; i < plain.size(); ++i) {
    std::string changed = plain;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    const auto read = ReadToken(ToBase64(changed));
    EXPECT_TRUE(!read.has_value() || !IsSigned(*read, "key")) << changed;
  }
}

TEST(TokensTest, OtherTextsAreNotTokens) {
  for (const char* text : {"", "x", "====", "AAAA", "YSxiLGMsZA==", "YSxQQUlTUUxfT0JPOmIsMXg="}) {
    EXPECT_FALSE(ReadToken(text).has_value()) << text;
  }
}

Call Asking(std::string method, std::vector<std::string> path,
            std::map<std::string, std::string> query, const char* action, const char* resource) {
  const std::string text =
      std::string(R"({"Version":"1","Statement":[{"Effect":"Allow","Action":")") + action +
      R"(","Resource":")" + resource + "\"}]}";
  Call call;
  call.method = std::move(method);
  call.path = std::move(path);
  call.query = std::move(query);
  call.allowed = std::make_shared<const access::Policy>(*access::ParsePolicy(text, true, ""));
  return call;
}

bool Allowed(const Call& call) { return !RefuseBeyondToken(call, 0).has_value(); }

TEST(TokensTest, ATokenOfALogviewReadsItsInstanceAlone) {
  constexpr const char* kOne = "acs:odps:*:projects/p/instances/i";
  const auto may = [&](std::string method, std::vector<std::string> path,
                       std::map<std::string, std::string> query = {}) {
    return Allowed(Asking(std::move(method), std::move(path), std::move(query), "odps:Read", kOne));
  };
  EXPECT_TRUE(may("GET", {"projects", "p", "instances", "i"}));
  EXPECT_TRUE(may("GET", {"projects", "p", "instances", "i"}, {{"source", ""}}));
  EXPECT_TRUE(may("POST", {"projects", "p", "instances", "i"}, {{"downloads", ""}}));
  EXPECT_TRUE(may("GET", {"logview"}, {{"p", "p"}, {"i", "i"}}));
  EXPECT_TRUE(may("GET", {"logview", "host"}));
  EXPECT_FALSE(may("GET", {"logview"}, {{"p", "p"}, {"i", "j"}}));
  EXPECT_FALSE(may("GET", {"projects", "p", "instances", "j"}));
  EXPECT_FALSE(may("GET", {"projects", "q", "instances", "i"}));
  EXPECT_FALSE(may("PUT", {"projects", "p", "instances", "i"}));
  EXPECT_FALSE(may("POST", {"projects", "p", "instances", "i"}));
  EXPECT_FALSE(may("GET", {"projects", "p", "instances"}));
  EXPECT_FALSE(may("POST", {"projects", "p", "instances"}));
  EXPECT_FALSE(may("GET", {"projects"}));
  EXPECT_FALSE(may("GET", {"projects", "p"}));
  EXPECT_FALSE(may("GET", {"projects", "p", "tables", "t"}));
}

TEST(TokensTest, APolicyNamesTablesAndSchemas) {
  const auto may = [](std::string method, std::vector<std::string> path,
                      std::map<std::string, std::string> query, const char* action) {
    return Allowed(Asking(std::move(method), std::move(path), std::move(query), action,
                          "acs:odps:*:projects/p/schemas/s/tables/*"));
  };
  const std::vector<std::string> table = {"projects", "p", "tables", "t"};
  const std::vector<std::string> in_schema = {"projects", "p", "schemas", "s", "tables", "t"};
  EXPECT_TRUE(may("GET", table, {{"curr_schema", "s"}}, "odps:Describe"));
  EXPECT_TRUE(may("GET", in_schema, {}, "odps:Describe"));
  EXPECT_TRUE(may("POST", in_schema, {{"downloads", ""}}, "odps:Select"));
  EXPECT_TRUE(may("POST", in_schema, {{"uploads", ""}}, "odps:Update"));
  EXPECT_FALSE(may("GET", table, {}, "odps:Describe"));
  EXPECT_FALSE(may("POST", in_schema, {{"uploads", ""}}, "odps:Select"));
  EXPECT_FALSE(may("GET", {"projects", "p", "schemas", "s"}, {}, "odps:*"));
}

TEST(TokensTest, NoPolicyGivesRightsToGrant) {
  const auto may = [](std::string method, std::vector<std::string> path,
                      std::map<std::string, std::string> query = {}) {
    return Allowed(Asking(std::move(method), std::move(path), std::move(query), "*", "*"));
  };
  EXPECT_TRUE(may("GET", {"projects", "p"}));
  EXPECT_FALSE(may("GET", {"projects", "p"}, {{"policy", ""}}));
  EXPECT_FALSE(may("PUT", {"projects", "p"}));
  EXPECT_FALSE(may("POST", {"projects", "p", "authorization"}));
  EXPECT_FALSE(may("GET", {"projects", "p", "users"}));
}

TEST(OriginsTest, NamesThatSomebodyCanOwnAreOfPages) {
  for (const char* host : {"127.0.0.1:8080", "localhost", "[::1]:80", "server:8080", "",
                           "host.docker.internal:1", "a.svc.cluster.local"}) {
    EXPECT_FALSE(IsAskedByPage("", host)) << host;
  }
  for (const char* host : {"evil.example.com:8080", "1.2.3.4.nip.io", "LOCAL.COM"}) {
    EXPECT_TRUE(IsAskedByPage("", host)) << host;
  }
  EXPECT_TRUE(IsAskedByPage("http://localhost", "localhost"));
}

}  // namespace
}  // namespace paisql::rest
