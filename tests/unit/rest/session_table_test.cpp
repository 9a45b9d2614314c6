#include "rest/tunnel/session_table.h"

#include <gtest/gtest.h>

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

TEST(SessionTable, DropsTheOldestWhenThereAreTooMany) {
  Sessions sessions;
  for (size_t i = 0; i <= Sessions::kMost; ++i) {
    const auto at = static_cast<int64_t>(i);
    sessions.Add(std::to_string(i), "", std::make_shared<int>(0), at);
  }
  EXPECT_EQ(sessions.Find("0", "", 2000), nullptr);
  EXPECT_NE(sessions.Find("1", "", 2000), nullptr);
}

}  // namespace
}  // namespace paisql::rest
