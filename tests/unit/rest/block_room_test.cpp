#include "rest/tunnel/block_room.h"

#include <gtest/gtest.h>

#include <vector>

#include "rest/tunnel/tunnel_errors.h"

namespace paisql::rest {
namespace {

session::UploadedBlock BlockOf(int64_t bytes) { return {{}, 0, bytes}; }

TEST(BlockRoom, CountsBlocks) {
  BlockRoom room({.blocks = 3});
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(room.Exchange(BlockOf(0)).ok());
  const Status more = room.Exchange(BlockOf(0));
  ASSERT_FALSE(more.ok());
  EXPECT_EQ(more.error().detail, "a session keeps 3 blocks at most until its commit");
  // One that takes the place of another one has room.
  const std::vector<session::UploadedBlock> go = {BlockOf(0)};
  EXPECT_TRUE(room.Exchange(BlockOf(0), go).ok());
  EXPECT_FALSE(room.Exchange(BlockOf(0)).ok());
}

TEST(BlockRoom, CountsBytes) {
  constexpr int64_t kMegabyte = 1 << 20;
  BlockRoom room({.bytes = 4 * kMegabyte});
  EXPECT_TRUE(room.Exchange(BlockOf(3 * kMegabyte)).ok());
  const Status more = room.Exchange(BlockOf(kMegabyte + 1));
  ASSERT_FALSE(more.ok());
  EXPECT_EQ(more.error().detail, "a session keeps 4 MB of files at most until its commit");
  // The refusal has changed nothing.
  EXPECT_TRUE(room.Exchange(BlockOf(kMegabyte)).ok());
  const std::vector<session::UploadedBlock> go = {BlockOf(3 * kMegabyte), BlockOf(kMegabyte)};
  EXPECT_TRUE(room.Exchange(BlockOf(4 * kMegabyte), go).ok());
}

TEST(BlockRoom, IsAQuotaForClients) {
  BlockRoom room({.blocks = 0});
  const Answer answer = TunnelErrorOf(room.Exchange(BlockOf(0)).error());
  EXPECT_EQ(answer.status, 400);
  EXPECT_NE(answer.body.find("QuotaExceeded"), std::string::npos) << answer.body;
}

}  // namespace
}  // namespace paisql::rest
