#include "fleet/control/log_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace paisql::fleet {
namespace {

class LogTailTest : public testing::Test {
 protected:
  LogTailTest() : path_(testing::TempDir() + "log_tail_test-" + std::to_string(getpid())) {}
  ~LogTailTest() override { std::filesystem::remove(path_); }

  void Write(const std::string& text) { std::ofstream(path_, std::ios::app) << text; }

  const std::string path_;
};

TEST_F(LogTailTest, WhatIsWrittenSinceIsTold) {
  EXPECT_EQ(LogTail(path_, 0), "");
  Write("first start\n");
  const size_t from = LogSize(path_);
  EXPECT_EQ(LogTail(path_, from), "");
  // One line, which begins where the text before has ended.
  Write("FAILED: no memory\n");
  EXPECT_EQ(LogTail(path_, from), "FAILED: no memory\n");
  EXPECT_EQ(LogTail(path_, 0), "first start\nFAILED: no memory\n");
}

TEST_F(LogTailTest, ALongTextBeginsWithALine) {
  Write(std::string(3000, 'x') + "\nsecond\n");
  EXPECT_EQ(LogTail(path_, 0), "second\n");
}

TEST_F(LogTailTest, OfOneLongLineTheEndIsTold) {
  Write(std::string(3000, 'x') + "y\n");
  const std::string tail = LogTail(path_, 0);
  EXPECT_GT(tail.size(), 2000);
  EXPECT_TRUE(tail.ends_with("xy\n"));
}

}  // namespace
}  // namespace paisql::fleet
