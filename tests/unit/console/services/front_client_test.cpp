// Answers of services as they come over a socket.

#include "console/services/front_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace paisql::console {
namespace {

constexpr size_t kMost = 100;

TEST(FrontClient, ReadsABodyByItsLength) {
  const std::string head =
      "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\nContent-Length: 5\r\n\r\n";
  EXPECT_FALSE(ReadFrontAnswer(head.substr(0, 20), false, kMost).has_value());
  EXPECT_FALSE(ReadFrontAnswer(head + "1234", false, kMost).has_value());
  const auto answer = ReadFrontAnswer(head + "12345", false, kMost);
  ASSERT_TRUE(answer.has_value() && answer->ok());
  EXPECT_EQ((*answer)->status, 200);
  EXPECT_EQ((*answer)->content_type, "text/plain");
  EXPECT_EQ((*answer)->body, "12345");
}

TEST(FrontClient, ReadsChunksAndABodyToTheEnd) {
  const std::string head = "HTTP/1.1 500 Odd\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_FALSE(ReadFrontAnswer(head + "5\r\n12345\r\n", false, kMost).has_value());
  const auto chunks =
      ReadFrontAnswer(head + "5\r\n12345\r\nA\r\n0123456789\r\n0\r\n\r\n", false, kMost);
  ASSERT_TRUE(chunks.has_value() && chunks->ok());
  EXPECT_EQ((*chunks)->body, "123450123456789");
  const auto rest = ReadFrontAnswer("HTTP/1.1 200 OK\r\n\r\nall of it", true, kMost);
  ASSERT_TRUE(rest.has_value() && rest->ok());
  EXPECT_EQ((*rest)->body, "all of it");
}

TEST(FrontClient, StopsReadingWhatIsTooLong) {
  const auto answer =
      ReadFrontAnswer("HTTP/1.1 200 OK\r\n\r\n" + std::string(1000, 'x'), false, kMost);
  ASSERT_TRUE(answer.has_value() && answer->ok());
  EXPECT_TRUE((*answer)->truncated);
  EXPECT_EQ((*answer)->body.size(), kMost);
}

TEST(FrontClient, RefusesWhatIsNotHttp) {
  for (const char* const text : {"", "nonsense", "SSH-2.0\r\n\r\n", "HTTP/1.1 \r\n\r\n"}) {
    const auto answer = ReadFrontAnswer(text, true, kMost);
    ASSERT_TRUE(answer.has_value()) << text;
    EXPECT_FALSE(answer->ok()) << text;
  }
  EXPECT_FALSE(AskFront({"no address", 1}, {}, kMost, 100).ok());
}

}  // namespace
}  // namespace paisql::console
