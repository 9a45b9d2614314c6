#include "engine/write_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace paisql::engine {
namespace {

namespace fs = std::filesystem;

class WriteFolderTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_ / "x=1"); }
  void TearDown() override { fs::remove_all(folder_); }

  std::string Make(const std::string& name) {
    const fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << "rows";
    return path.string();
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / "write_folder_test";
};

TEST_F(WriteFolderTest, RemovesWhatAFailedWriteHasMade) {
  const std::string before = Make("before.parquet");
  {
    const WriteFolder folder(folder_.string());
    Make("x=2/part.parquet");
    Make("part.parquet");
  }
  EXPECT_TRUE(fs::exists(before));
  EXPECT_FALSE(fs::exists(folder_ / "x=2"));
  EXPECT_FALSE(fs::exists(folder_ / "part.parquet"));
}

TEST_F(WriteFolderTest, KeepsTheFilesThatWereTold) {
  std::string told;
  {
    WriteFolder folder(folder_.string());
    told = Make("x=2/y=1/told.parquet");
    Make("x=2/y=1/of a task that failed.parquet");
    Make("twice.parquet");
    folder.KeepOnly({{told, {"2", "1"}, 1}});
  }
  EXPECT_TRUE(fs::exists(told));
  EXPECT_FALSE(fs::exists(folder_ / "x=2/y=1/of a task that failed.parquet"));
  EXPECT_FALSE(fs::exists(folder_ / "twice.parquet"));
}

TEST(CheckPartitionsOfWriteTest, CountsPartitionsAndNotFiles) {
  std::vector<WrittenFile> files;
  for (size_t i = 0; i < 2 * kMaxPartitionsOfOneWrite; ++i) {
    files.push_back({"f", {std::to_string(i / 2)}, 1});
  }
  EXPECT_TRUE(CheckPartitionsOfWrite(files).ok());
  files.push_back({"f", {"one more"}, 1});
  EXPECT_EQ(CheckPartitionsOfWrite(files).error().code, ErrorCode::kPartition);
}

}  // namespace
}  // namespace paisql::engine
