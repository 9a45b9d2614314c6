#include "store/upkeep/small_files.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace paisql::store {
namespace {

std::vector<DataFile> Files(const std::vector<int64_t>& bytes) {
  std::vector<DataFile> files;
  for (const int64_t size : bytes) files.emplace_back().bytes = size;
  return files;
}

size_t OfMany(int64_t bytes, size_t count, std::vector<int64_t> before = {}) {
  before.insert(before.end(), count, bytes);
  return FilesToMerge(Files(before));
}

constexpr int64_t kKilobyte = 1024;
constexpr int64_t kMegabyte = 1024 * kKilobyte;

TEST(SmallFiles, SixteenOfATierAreMerged) {
  for (const int64_t bytes : {kKilobyte, 100 * kKilobyte, 2 * kMegabyte}) {
    EXPECT_EQ(OfMany(bytes, 15), 0) << bytes;
    EXPECT_EQ(OfMany(bytes, 16), 16) << bytes;
    EXPECT_EQ(OfMany(bytes, 100), 100) << bytes;
  }
  EXPECT_EQ(OfMany(20 * kMegabyte, 100), 0);
}

TEST(SmallFiles, OnlyTheNewestOnesAreMerged) {
  std::vector<int64_t> mixed(30, kKilobyte);
  mixed.push_back(20 * kMegabyte);
  EXPECT_EQ(OfMany(kKilobyte, 15, mixed), 0);
  EXPECT_EQ(OfMany(kKilobyte, 16, mixed), 16);
  // Files of a lower tier go along, but their number alone starts nothing.
  EXPECT_EQ(OfMany(kKilobyte, 3, std::vector<int64_t>(16, 100 * kKilobyte)), 19);
  EXPECT_EQ(OfMany(kKilobyte, 15, std::vector<int64_t>(15, 100 * kKilobyte)), 0);
}

TEST(SmallFiles, WhereRowsChangeLargerFilesStayApart) {
  EXPECT_EQ(FilesToMerge(Files(std::vector<int64_t>(20, 2 * kMegabyte)), SmallFile::kBelow1Mb), 0);
  EXPECT_EQ(FilesToMerge(Files(std::vector<int64_t>(20, kKilobyte)), SmallFile::kBelow1Mb), 20);
}

TEST(SmallFiles, ManyRowsInFewBytesAreNotSmall) {
  std::vector<DataFile> files = Files(std::vector<int64_t>(20, kKilobyte));
  for (DataFile& file : files) file.rows = 10'000'000;
  EXPECT_EQ(FilesToMerge(files), 0);
}

// However many single rows come, the files stay few and each row is rewritten a few times.
TEST(SmallFiles, TwentyThousandInsertsKeepFewFilesAndRewriteLittle) {
  std::vector<DataFile> files;
  int64_t rewritten = 0;
  size_t most = 0;
  constexpr int64_t kInserts = 20000;
  for (int64_t i = 0; i < kInserts; ++i) {
    files.push_back({});
    files.back().rows = 1;
    files.back().bytes = 500;
    const size_t run = FilesToMerge(files);
    DataFile merged;
    merged.bytes = 400;
    for (size_t j = 0; j < run; ++j) {
      merged.rows += files.back().rows;
      merged.bytes += files.back().rows * 12;
      rewritten += files.back().rows;
      files.pop_back();
    }
    if (run > 0) files.push_back(merged);
    most = std::max(most, files.size());
  }
  EXPECT_LE(most, 30);
  EXPECT_LE(rewritten, kInserts * 200);
}

}  // namespace
}  // namespace paisql::store
