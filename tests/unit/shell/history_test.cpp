#include "shell/history.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

namespace paisql::shell {
namespace {

class HistoryTest : public testing::Test {
 protected:
  HistoryTest() { std::remove(path_.c_str()); }
  ~HistoryTest() override { std::remove(path_.c_str()); }
  std::string path_ = testing::TempDir() + "/history_test";
};

TEST_F(HistoryTest, WholeStatementsComeBack) {
  const std::vector<std::string> entries = {"SELECT 1,\n  '\\n';", "SELECT '中\\\\';"};
  History history(path_);
  for (const std::string& entry : entries) history.Append(entry);
  EXPECT_EQ(History(path_).Load(), entries);
}

TEST_F(HistoryTest, RepetitionsAndSecretsAreNotKept) {
  History history(path_);
  for (const char* entry : {"a;", "a;", "SET x.ACCESS_KEY=1;", "b;"}) history.Append(entry);
  EXPECT_EQ(History(path_).Load(), (std::vector<std::string>{"a;", "b;"}));
}

TEST_F(HistoryTest, ALongFileIsShortened) {
  {
    std::ofstream file(path_);
    for (size_t i = 0; i < 2 * History::kMaxEntries + 1; ++i) file << "s" << i << ";\n";
  }
  EXPECT_EQ(History(path_).Load().size(), History::kMaxEntries);
  const std::vector<std::string> kept = History(path_).Load();
  EXPECT_EQ(kept.size(), History::kMaxEntries);
  EXPECT_EQ(kept.back(), "s" + std::to_string(2 * History::kMaxEntries) + ";");
}

}  // namespace
}  // namespace paisql::shell
