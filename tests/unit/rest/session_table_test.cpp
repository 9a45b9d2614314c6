#include "rest/tunnel/session_table.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace paisql::rest {
namespace {

using Sessions = SessionTable<int>;

TEST(SessionTable, ShowsASessionToItsOwnUserAlone) {
  Sessions sessions;
  sessions.Add("a", "alice", std::make_shared<int>(1), 0);
  EXPECT_EQ(*sessions.Find("a", "alice", 5), 1);
  EXPECT_EQ(sessions.Find("a", "bob", 5), nullptr);
  EXPECT_EQ(sessions.Find("a", "", 5), nullptr);
  EXPECT_EQ(sessions.Find("b", "alice", 5), nullptr);
  sessions.Remove("a");
  EXPECT_EQ(sessions.Find("a", "alice", 5), nullptr);
}

TEST(SessionTable, ForgetsSessionsAfterADay) {
  Sessions sessions;
  const auto session = std::make_shared<int>(1);
  sessions.Add("a", "", session, 1000);
  EXPECT_NE(sessions.Find("a", "", 1000 + Sessions::kLifeMs - 1), nullptr);
  EXPECT_EQ(sessions.Find("a", "", 1000 + Sessions::kLifeMs), nullptr);
  EXPECT_EQ(session.use_count(), 2);
  sessions.Add("b", "", std::make_shared<int>(2), 1000 + Sessions::kLifeMs);
  EXPECT_EQ(session.use_count(), 1);
}

// So many sessions of the user, which begin one millisecond after the other.
void Begin(Sessions& sessions, const std::string& user, size_t count, int64_t& at) {
  for (size_t i = 0; i < count; ++i) {
    sessions.Add(user + std::to_string(i), user, std::make_shared<int>(0), ++at);
  }
}

TEST(SessionTable, DropsTheOldestOfTheUserWhoHasTooMany) {
  Sessions sessions;
  int64_t at = 0;
  Begin(sessions, "bob", 1, at);
  Begin(sessions, "alice", Sessions::kMostOfUser + 1, at);
  EXPECT_EQ(sessions.Find("alice0", "alice", at), nullptr);
  EXPECT_NE(sessions.Find("alice1", "alice", at), nullptr);
  EXPECT_NE(sessions.Find("bob0", "bob", at), nullptr);
}

TEST(SessionTable, DropsTheOldestOfWhoHasMostWhenTheTableIsFull) {
  Sessions sessions;
  int64_t at = 0;
  Begin(sessions, "first", 1, at);
  Begin(sessions, "alice", Sessions::kMostOfUser, at);
  size_t left = Sessions::kMost - Sessions::kMostOfUser - 1;
  for (size_t user = 0; left > 0; ++user) {
    const size_t some = std::min(left, Sessions::kMostOfUser - 1);
    Begin(sessions, "user" + std::to_string(user) + "-", some, at);
    left -= some;
  }
  Begin(sessions, "bob", 1, at);
  EXPECT_EQ(sessions.Find("alice0", "alice", at), nullptr);
  EXPECT_NE(sessions.Find("alice1", "alice", at), nullptr);
  EXPECT_NE(sessions.Find("first0", "first", at), nullptr);
  EXPECT_NE(sessions.Find("bob0", "bob", at), nullptr);
}

}  // namespace
}  // namespace paisql::rest
