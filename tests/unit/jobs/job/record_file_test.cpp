// Records of a process over time: what is written is read again, and a file stays small.

#include "jobs/job/record_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

namespace paisql::jobs {
namespace {

class RecordFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = std::filesystem::temp_directory_path() / "paisql-records-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string folder_;
};

TEST(RecordTextTest, IsReadAgain) {
  ProcessRecord record;
  record.time_ms = 1'796'000'000'000;
  EXPECT_EQ(ReadRecord(RecordText(record)), record);
  record.step = 12;
  record.loss = 0.1 + 0.2;
  record.loss_step = 11;
  record.steps_per_second = 1.5;
  record.rows_read = 5;
  record.cpu_ms = 40;
  record.memory_bytes = int64_t{1} << 40;
  record.gpu = 250;
  EXPECT_EQ(ReadRecord(RecordText(record)), record);
}

TEST(RecordTextTest, BearsALossThatIsNoNumber) {
  ProcessRecord record;
  record.loss = NAN;
  const auto read = ReadRecord(RecordText(record));
  ASSERT_TRUE(read.has_value() && read->loss.has_value());
  EXPECT_TRUE(std::isnan(*read->loss));
}

TEST(RecordTextTest, RefusesOtherLines) {
  EXPECT_EQ(ReadRecord(""), std::nullopt);
  EXPECT_EQ(ReadRecord("a,b,c,d,e,f,g,h,i,j"), std::nullopt);
  EXPECT_EQ(ReadRecord("1,2,3"), std::nullopt);
}

TEST_F(RecordFileTest, KeepsABoundedNumberAndTheNewest) {
  RecordFile file(folder_ + "/worker-0.csv", 100);
  for (int64_t i = 1; i <= 10'000; ++i) {
    ProcessRecord record;
    record.time_ms = i * 1000;
    record.step = i;
    file.Add(record, i == 10'000);
  }
  const std::vector<ProcessRecord> read = ReadRecords(folder_ + "/worker-0.csv");
  ASSERT_GT(read.size(), 30U);
  EXPECT_LE(read.size(), 101U);
  EXPECT_EQ(read.front().step, 1);
  EXPECT_EQ(read.back().step, 10'000);
  // They are spread over the whole time.
  for (size_t i = 1; i < read.size(); ++i) EXPECT_LT(*read[i].step - *read[i - 1].step, 500);
}

TEST_F(RecordFileTest, LeavesOutALineThatIsNotWhole) {
  std::ofstream(folder_ + "/r.csv") << "1000,1,,,,0,0,,,\n2000,2,,,,0,0";
  EXPECT_EQ(ReadRecords(folder_ + "/r.csv").size(), 1U);
  EXPECT_TRUE(ReadRecords(folder_ + "/absent.csv").empty());
}

}  // namespace
}  // namespace paisql::jobs
