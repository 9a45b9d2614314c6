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

TEST_F(HistoryTest, TheRestOfTheNewestEntryThatBeginsWithTheText) {
  History history(path_);
  const std::string large = "LARGE " + std::string(100'000, 'x');
  for (const std::string& entry :
       {std::string("SELECT 1;"), std::string("SELECT 2,\n3;"), std::string("SET a=b;"), large})
    history.Append(entry);
  EXPECT_EQ(history.RestOf("SE"), "T a=b;");
  EXPECT_EQ(history.RestOf("SEL"), "ECT 2,\n3;");
  EXPECT_EQ(history.RestOf("SELECT 2,\n"), "3;");
  EXPECT_EQ(history.RestOf("SELECT 1"), ";");
  for (const std::string& text : {std::string(), std::string(" "), std::string("sel"),
                                  std::string("SELECT 1;"), std::string("LARGE"), large})
    EXPECT_EQ(history.RestOf(text), "") << text.substr(0, 20);
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

TEST_F(HistoryTest, OfAHugeFileTheEndIsRead) {
  {
    std::ofstream file(path_);
    const std::string line(999, 'x');
    for (int i = 0; i < 30'000; ++i) file << i << line << "\n";
  }
  History history(path_);
  EXPECT_EQ(history.Load().size(), History::kMaxEntries);
  EXPECT_TRUE(history.entries().back().starts_with("29999x"));
  history.Append("new;");
  EXPECT_EQ(History(path_).Load().size(), History::kMaxEntries + 1);
}

TEST_F(HistoryTest, SessionsAppendBesideEachOther) {
  History one(path_);
  History two(path_);
  one.Append("a;");
  two.Append(std::vector<std::string>{"a;", "b;", "b;"});
  one.Append("c;");
  EXPECT_EQ(one.entries(), (std::vector<std::string>{"a;", "c;"}));
  EXPECT_EQ(History(path_).Load(), (std::vector<std::string>{"a;", "a;", "b;", "c;"}));
}

TEST_F(HistoryTest, WhatIsNoFileIsNoHistory) {
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  History history(path_);
  EXPECT_TRUE(history.Load().empty());
  history.Append("a;");
  EXPECT_EQ(history.entries(), std::vector<std::string>{"a;"});
}

TEST_F(HistoryTest, AnEntryOfMegabytesIsNotKept) {
  History history(path_);
  history.Append(std::string(History::kMaxEntryBytes + 1, 'x'));
  EXPECT_TRUE(History(path_).Load().empty());
}

}  // namespace
}  // namespace paisql::shell
