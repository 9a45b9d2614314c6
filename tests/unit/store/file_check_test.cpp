// What a reader is told of data files that are not what was written.

#include "store/upkeep/file_check.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "store/files/block_sums.h"
#include "store/parquet_sample.h"
#include "store/scratch_folder.h"
#include "store/store_fixture.h"

namespace paisql::store {
namespace {

constexpr int64_t kBlock = kSumBlockBytes;

TEST(BlockSumsTest, OneForEachBlock) {
  const ScratchFolder folder;
  const std::string path = folder.path() + "/file";
  for (const int64_t size : {int64_t{0}, int64_t{1}, kBlock - 1, kBlock, kBlock + 1, 20 * kBlock}) {
    const std::string bytes(static_cast<size_t>(size), 'x');
    WriteBytes(path, bytes);
    const Result<std::string> sums = MakeBlockSums(path);
    ASSERT_TRUE(sums.ok());
    EXPECT_EQ(static_cast<int64_t>(sums->size()), BlockCount(size) * 8);
    if (size > 0) {
      EXPECT_EQ(sums->substr(0, 8), BlockSum(bytes.substr(0, static_cast<size_t>(kBlock))));
    }
  }
}

// They stand in catalogs, so they stay what they are.
TEST(BlockSumsTest, TheSumIsXxh3) {
  EXPECT_EQ(BlockSum(""), "\x2d\x06\x80\x05\x38\xd3\x94\xc2");
  EXPECT_EQ(BlockSum("a"), "\xe6\xc6\x32\xb6\x1e\x96\x4e\x1f");
}

// Ten blocks of column a, then ten of b, then the footer.
class FileCheckTest : public testing::Test {
 protected:
  FileCheckTest() {
    const int64_t size = 10 * kBlock;
    bytes_ = SampleFile(
        std::string(static_cast<size_t>(size), 'a') + std::string(static_cast<size_t>(size), 'b'),
        SampleFooter(5, {{"a", 4, size}, {"B", 4 + size, size}}));
    file_.path = folder_.path() + "/file.parquet";
    file_.rows = 5;
    file_.bytes = static_cast<int64_t>(bytes_.size());
    Restore();
    file_.block_sums = MakeBlockSums(file_.path).value();
  }

  // A new file each time, as one that comes from a copy is.
  void Restore() {
    std::filesystem::remove_all(file_.path);
    WriteBytes(file_.path, bytes_);
  }
  void Flip(int64_t at) {
    std::filesystem::remove_all(file_.path);
    std::string damaged = bytes_;
    damaged[static_cast<size_t>(at)] = static_cast<char>(damaged[static_cast<size_t>(at)] ^ 4);
    WriteBytes(file_.path, damaged);
  }

  // "" when the columns can be read.
  std::string Read(FileCheck& check, const std::vector<std::string>& columns) {
    const auto damage = check.Check({{&file_, &columns}}, {});
    if (!damage.ok()) return damage.error().ToString();
    return damage->has_value() ? (*damage)->what : "";
  }
  std::string Read(const std::vector<std::string>& columns) {
    FileCheck check;
    return Read(check, columns);
  }
  std::string ReadAll() {
    FileCheck check;
    const auto damage = check.Check({{&file_, nullptr}}, {});
    return damage.ok() && damage->has_value() ? (*damage)->what : "";
  }

  // "" when there is nothing to say.
  std::string Footer() {
    const std::optional<FileDamage> damage = LookAtFooter(file_);
    return damage.has_value() ? damage->what : "";
  }

  ScratchFolder folder_;
  std::string bytes_;
  DataFile file_;
};

TEST_F(FileCheckTest, AsItWasWritten) {
  EXPECT_EQ(Read({"a", "b"}), "");
  EXPECT_EQ(ReadAll(), "");
  EXPECT_EQ(Footer(), "");
}

TEST_F(FileCheckTest, OnlyWhatIsReadIsChecked) {
  Flip(5 * kBlock);
  EXPECT_EQ(Read({"a"}),
            "is damaged: among its bytes 327680 to 393215 are some that were not written");
  EXPECT_EQ(Read({"b"}), "");
  EXPECT_EQ(Read({}), "");
  EXPECT_NE(Read({"b", "A"}), "");
  EXPECT_NE(ReadAll(), "");
  // The footer does not know it, so it may be anywhere.
  EXPECT_NE(Read({"c"}), "");
}

TEST_F(FileCheckTest, TheFooterIsCheckedInAnyCase) {
  for (const int64_t back : {1, 5, 8, 9, 40}) {
    Flip(file_.bytes - back);
    EXPECT_NE(Read({}), "") << back;
  }
}

TEST_F(FileCheckTest, WhatIsRightIsReadOnce) {
  FileCheck check;
  EXPECT_EQ(Read(check, {"a"}), "");
  const int64_t first = check.bytes_read();
  EXPECT_GE(first, 10 * kBlock);
  EXPECT_LE(first, 12 * kBlock);
  EXPECT_EQ(Read(check, {"a"}), "");
  EXPECT_EQ(check.bytes_read(), first);
  EXPECT_EQ(Read(check, {"a", "b"}), "");
  EXPECT_LE(check.bytes_read(), 22 * kBlock);
  const int64_t both = check.bytes_read();
  EXPECT_EQ(Read(check, {"b"}), "");
  EXPECT_EQ(check.bytes_read(), both);
  Flip(kBlock);
  EXPECT_NE(Read(check, {"a"}), "") << "another file has come in its place";
  Restore();
  EXPECT_EQ(Read(check, {"a"}), "");
}

// Its footer says that it is longer than the memory that there is.
TEST_F(FileCheckTest, NoMemoryIsAnErrorInEveryThread) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer ends the process itself";
#endif
  constexpr int64_t kSize = 48000 * kBlock;
  constexpr uint32_t kFooter = 3000000000;
  std::string tail(static_cast<size_t>(kBlock), '\0');
  std::memcpy(tail.data() + kBlock - 8, &kFooter, 4);
  std::memcpy(tail.data() + kBlock - 4, "PAR1", 4);
  std::filesystem::resize_file(file_.path, 0);
  std::filesystem::resize_file(file_.path, kSize);
  std::fstream file(file_.path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(kSize - kBlock);
  file.write(tail.data(), kBlock);
  file.close();
  const std::string zeros = BlockSum(std::string(static_cast<size_t>(kBlock), '\0'));
  file_.bytes = kSize;
  file_.block_sums.clear();
  for (int64_t i = 1; i < BlockCount(kSize); ++i) file_.block_sums += zeros;
  file_.block_sums += BlockSum(tail);

  Child child([&] {
    const rlimit limit = {rlim_t{2} << 30, rlim_t{2} << 30};
    ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
    const std::vector<std::string> columns = {"a"};
    const std::vector<FileRead> reads(40, FileRead{&file_, &columns});
    const auto checked = FileCheck(4).Check(reads, {});
    ASSERT_FALSE(checked.ok());
    EXPECT_EQ(checked.error().code, ErrorCode::kOutOfMemory);
  });
  child.MustSucceed();
}

TEST_F(FileCheckTest, WhatIsAwayIsNotWrong) {
  const auto kind = [this] {
    FileCheck check;
    const auto damage = check.Check({{&file_, nullptr}}, {});
    return damage.ok() && damage->has_value() ? (*damage)->kind : DamageKind::kWrong;
  };
  std::filesystem::remove(file_.path);
  EXPECT_EQ(kind(), DamageKind::kMissing);
  EXPECT_EQ(LookAtFooter(file_)->kind, DamageKind::kMissing);
  const std::string loop = folder_.path() + "/loop";
  std::filesystem::create_symlink(loop, loop);
  file_.path = loop + "/file.parquet";
  EXPECT_EQ(kind(), DamageKind::kUnreadable);
  EXPECT_EQ(LookAtFooter(file_)->kind, DamageKind::kUnreadable);
}

TEST_F(FileCheckTest, WhatStandsThereInstead) {
  std::filesystem::remove(file_.path);
  EXPECT_EQ(Read({}), "is missing");
  ASSERT_EQ(mkfifo(file_.path.c_str(), 0600), 0);
  EXPECT_EQ(Read({"a"}), "is damaged: it is not a file any more");
  EXPECT_EQ(Footer(), "is damaged: it is not a file any more");
  std::filesystem::remove(file_.path);
  ASSERT_EQ(mkdir(file_.path.c_str(), 0700), 0);
  EXPECT_EQ(Read({"a"}), "is damaged: it is not a file any more");
  std::filesystem::remove(file_.path);
  ASSERT_EQ(symlink("/dev/zero", file_.path.c_str()), 0);
  EXPECT_EQ(Read({"a"}), "is damaged: it is not a file any more");
  std::filesystem::remove(file_.path);
  WriteBytes(file_.path, bytes_.substr(1));
  EXPECT_TRUE(Read({}).starts_with("is damaged: it has ")) << Read({});
}

TEST_F(FileCheckTest, WithoutChecksumsTheSizeCounts) {
  file_.block_sums.clear();
  Flip(kBlock);
  EXPECT_EQ(Read({"a"}), "");
  EXPECT_EQ(Footer(), "");
  file_.rows = 6;
  EXPECT_EQ(Footer(), "is damaged: its footer counts 5 rows instead of 6");
  WriteBytes(file_.path, std::string(bytes_.size(), '\0'));
  EXPECT_EQ(Footer(), "is damaged: it is not a Parquet file any more");
  file_.bytes = 1;
  EXPECT_NE(Read({}), "");
}

TEST_F(FileCheckTest, ListsOfSumsThatCannotBe) {
  file_.block_sums.resize(file_.block_sums.size() - 1);
  EXPECT_NE(Read({"a"}), "");
}

TEST_F(FileCheckTest, TheFirstDamagedOfMany) {
  std::vector<DataFile> files(200, file_);
  std::vector<FileRead> reads;
  for (size_t i = 0; i < files.size(); ++i) {
    files[i].path = folder_.path() + "/" + std::to_string(i);
    WriteBytes(files[i].path, i == 60 || i == 150 ? std::string(bytes_.size(), 'z') : bytes_);
    reads.push_back({&files[i], nullptr});
  }
  FileCheck check(4);
  const auto damage = check.Check(reads, {});
  ASSERT_TRUE(damage.ok() && damage->has_value());
  EXPECT_EQ((*damage)->file, &files[60]);
}

TEST_F(FileCheckTest, AStopEndsIt) {
  std::stop_source stop;
  stop.request_stop();
  FileCheck check;
  const auto damage = check.Check({{&file_, nullptr}}, stop.get_token());
  ASSERT_FALSE(damage.ok());
  EXPECT_EQ(damage.error().code, ErrorCode::kInstanceCancelled);
  EXPECT_EQ(ReadAll(), "");
}

}  // namespace
}  // namespace paisql::store
