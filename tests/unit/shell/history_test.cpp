#include "shell/history/history.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

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

TEST_F(HistoryTest, SecretsOfAllFormsAreLeftOutAndOthersKept) {
  History history(path_);
  for (const char* entry : {"SET odps.sts.token=x;", "PAI -Dbuckets='oss://b/?host=h';",
                            "SELECT 'LTAI5tAbCdEfGhIj';", "SELECT token FROM t;"}) {
    history.Append(entry);
  }
  EXPECT_EQ(History(path_).Load(), (std::vector<std::string>{"SELECT token FROM t;"}));
}

TEST_F(HistoryTest, ItIsForItsOwnerAlone) {
  const auto mode = [this] {
    struct stat status {};
    return stat(path_.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
  };
  History(path_).Append("a;");
  EXPECT_EQ(mode(), 0600U);
  {
    std::ofstream file(path_);
    for (size_t i = 0; i < 2 * History::kMaxEntries + 1; ++i) file << "s" << i << ";\n";
  }
  ASSERT_EQ(chmod(path_.c_str(), 0644), 0);
  EXPECT_EQ(History(path_).Load().size(), History::kMaxEntries);
  EXPECT_EQ(mode(), 0600U);
  ASSERT_EQ(chmod(path_.c_str(), 0644), 0);
  History(path_).Append("b;");
  EXPECT_EQ(mode(), 0600U);
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
