// Signatures that PyODPS has made, and the headers that carry them.

#include "rest/identity/signature.h"
#include "rest/identity/moments.h"

#include <gmock/gmock.h>

namespace paisql::rest {
namespace {

using testing::Contains;
using testing::SizeIs;

constexpr std::string_view kDate = "Sat, 21 Nov 2026 00:00:00 GMT";
constexpr std::string_view kSecret = "testsecret";

SignedHead Head(std::string method, std::string target,
                std::map<std::string, std::string> headers = {}) {
  headers["date"] = kDate;
  return {std::move(method), std::move(target), std::move(headers)};
}

std::string Sign(const SignedHead& head, const Authorization& asked = {}) {
  return SignatureOf(CanonicalTexts(head, "").front(), kSecret, asked);
}

TEST(SignatureTest, TheCanonicalTextHasHeadersAndParametersByName) {
  const SignedHead head = Head("GET", "/api/projects/prj/tables?expectmarker=true&curr_project=prj",
                               {{"x-odps-user-agent", "pyodps/0.13.1"}, {"accept", "x"}});
  EXPECT_THAT(CanonicalTexts(head, "/api"),
              Contains("GET\n\n\n" + std::string(kDate) +
                       "\nx-odps-user-agent:pyodps/0.13.1\n"
                       "/projects/prj/tables?curr_project=prj&expectmarker=true"));
}

TEST(SignatureTest, Version2IsThatOfPyodps) {
  const std::map<std::string, std::string> agent = {{"x-odps-user-agent", "pyodps/0.13.1"}};
  EXPECT_EQ(Sign(Head("GET", "/projects/prj/tables?curr_project=prj&expectmarker=true", agent)),
            "8oUup4u0gAWyc+pvBB5RuatkH0I=");
  auto with_type = agent;
  with_type["content-type"] = "application/xml";
  EXPECT_EQ(Sign(Head("POST", "/projects/prj/instances?curr_project=prj", with_type)),
            "fsSeG20NKELbw+ayHxYA0TBRVe8=");
  EXPECT_EQ(Sign(Head("GET", "/projects/prj/instances/i1?taskstatus&curr_project=prj")),
            "BT3I/SP49zgRJ6MnN/bVUiDm13o=");
}

TEST(SignatureTest, ThePathIsSignedDecoded) {
  EXPECT_EQ(Sign(Head("POST", "/projects/prj/registration%2Ffunctions?curr_project=prj",
                      {{"content-type", "application/xml"}})),
            "MtIvu2JjdfnyWgVcukXiktYPCog=");
}

TEST(SignatureTest, Version4HasAKeyOfDayAndRegion) {
  const auto asked = ReadAuthorization(
      "ODPS testid/20261121/cn-hangzhou/odps/aliyun_v4_request:"
      "sXdb+4KBn3wblt1TohnYVYePY68=");
  ASSERT_TRUE(asked.has_value());
  EXPECT_EQ(asked->access_id, "testid");
  EXPECT_EQ(Sign(Head("GET", "/projects/prj/tables?curr_project=prj&expectmarker=true",
                      {{"x-odps-user-agent", "pyodps/0.13.1"}}),
                 *asked),
            asked->signature);
}

TEST(SignatureTest, QueriesAreReadOnceAndTwice) {
  EXPECT_THAT(CanonicalTexts(Head("GET", "/a?partition=pt%3D%271%27"), ""), SizeIs(1));
  EXPECT_THAT(CanonicalTexts(Head("GET", "/a?name=b%26c"), ""), SizeIs(2));
  EXPECT_THAT(CanonicalTexts(Head("GET", "/api/a"), "/api"), SizeIs(2));
}

TEST(SignatureTest, OtherHeadersAreNoAuthorization) {
  for (const std::string_view text : {"", "ODPS", "ODPS id", "Bearer id:x", "ODPS id/1/r/odps:x",
                                      "ODPS id/1/r/oss/v4_request:x", "ODPS id/1/r/odps/v4:x"}) {
    EXPECT_FALSE(ReadAuthorization(text).has_value()) << text;
  }
  EXPECT_EQ(ReadAuthorization("ODPS id:sig")->signature, "sig");
}

TEST(SignatureTest, DatesOfHeaders) {
  EXPECT_EQ(ReadHttpDate(kDate), 1795219200000);
  for (const std::string_view text :
       {"", "Sat, 21 Nov 2026", "Sat, 31 Feb 2026 00:00:00 GMT", "Sat, 21 Nov 2026 24:00:00 GMT",
        "Sat, 21 Nov 2026 00:00:00 CET", "2026-11-21T00:00:00Z"}) {
    EXPECT_FALSE(ReadHttpDate(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace paisql::rest
