#include "jobs/spec/reading.h"

#include <gtest/gtest.h>

#include <limits>

namespace paisql::jobs {
namespace {

constexpr int64_t kLargest = std::numeric_limits<int64_t>::max();

JobProgress TwoWorkers() {
  ProcessProgress one;
  one.rows_read = 1000;
  one.bytes_read = 50'000;
  one.read_seconds = 2;
  one.step_seconds = 4;
  one.wait_seconds = 1;
  ProcessProgress other = one;
  other.read_seconds = 1;
  other.wait_seconds = 3;
  ProcessProgress server;
  JobProgress progress;
  progress.processes = {server, one, other};
  return progress;
}

TEST(ReadingTest, ProcessesAreAddedAndTheLongestGivesTheTime) {
  const Reading reading = ReadingOf(TwoWorkers());
  EXPECT_EQ(reading.rows, 2000);
  EXPECT_EQ(reading.bytes, 100'000);
  EXPECT_EQ(reading.read_ms, 2000);
  EXPECT_EQ(RowsPerSecond(reading), 1000);
  EXPECT_EQ(BytesPerSecond(reading), 50'000);
  EXPECT_EQ(InputShare(reading), 0.5);
  EXPECT_EQ(ReadingText(reading),
            "read 2,000 rows, 100.0 kB, at 1,000 rows/s, 50.0 kB/s; 50 % of the steps' time waited "
            "for input");
}

TEST(ReadingTest, AJobsRowSaysTheSame) {
  store::Job job;
  job.rows_read = 10;
  job.bytes_read = 20;
  job.read_ms = 30;
  job.step_ms = 40;
  job.wait_ms = 50;
  const Reading reading = ReadingOf(job);
  EXPECT_EQ(reading.rows, 10);
  EXPECT_EQ(reading.bytes, 20);
  EXPECT_EQ(reading.read_ms, 30);
  EXPECT_EQ(reading.step_ms, 40);
  EXPECT_EQ(reading.wait_ms, 50);
  EXPECT_EQ(InputShare(reading), 1.0);  // of numbers that do not fit
}

TEST(ReadingTest, WhatIsTooShortIsNotTold) {
  struct Row {
    Reading reading;
    const char* text;
  };
  const Row rows[] = {
      {{}, ""},
      {{100, 5000, 999, 5000, 0}, ""},  // read before anybody could wait
      {{100, 5000, 999, 5000, 500}, "10 % of the steps' time waited for input"},
      {{0, 0, 0, 5000, 20}, ""},
      {{0, 0, 0, 999, 500}, ""},
      {{100, 0, 2000, 500, 500}, "read 100 rows at 50 rows/s"},
      {{1'234'567, 0, 3000, 0, 0}, "read 1,234,567 rows at 412,000 rows/s"},
  };
  for (const Row& row : rows) EXPECT_EQ(ReadingText(row.reading), row.text);
  EXPECT_FALSE(RowsPerSecond({100, 0, 99, 0, 0}).has_value());
  EXPECT_FALSE(InputShare({}).has_value());
}

TEST(ReadingTest, NumbersOfTheOutsideAreBounded) {
  ProcessProgress process;
  process.rows_read = process.bytes_read = kLargest;
  process.read_seconds = process.step_seconds = process.wait_seconds = 1e300;
  JobProgress progress;
  progress.processes = {process, process, process};
  const Reading reading = ReadingOf(progress);
  EXPECT_GT(reading.rows, 0);
  EXPECT_GT(*RowsPerSecond(reading), 0);
  EXPECT_EQ(InputShare(reading), 1.0);
  EXPECT_FALSE(ReadingText(reading).empty());
  process.read_seconds = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(ReadingOf(process).read_ms, 0);
}

}  // namespace
}  // namespace paisql::jobs
