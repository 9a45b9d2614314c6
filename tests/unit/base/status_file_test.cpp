#include "base/process/status_file.h"

#include <gtest/gtest.h>

#include <string>

#include "base/files/files.h"

namespace paisql {
namespace {

TEST(StatusFile, GivesTheBeginningOrNothing) {
  char buffer[4];
  EXPECT_EQ(ReadStatusFile("/proc/self/status", buffer), "Name");
  EXPECT_EQ(ReadStatusFile("/proc/self/no such file", buffer), "");
}

TEST(StatusFile, MemoryAndBytesOfTheProcess) {
  const int64_t before = ResidentBytes();
  EXPECT_GT(before, 0);
  std::string held(64 << 20, 'x');
  EXPECT_GE(ResidentBytes(), before + (32 << 20)) << held.size();
  const int64_t read = BytesRead();
  const Result<std::string> text = ReadFile("/proc/self/maps");
  ASSERT_TRUE(text.ok());
  EXPECT_GE(BytesRead(), read + static_cast<int64_t>(text.value().size()));
}

}  // namespace
}  // namespace paisql
