#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

#include "serving/log/log_settings.h"
#include "serving/log/log_table.h"
#include "serving/log/request_log.h"
#include "unit/serving/models.h"

namespace paisql::serving {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// 2026-01-31 15:59:59.5 UTC is the last second of the day in Asia/Shanghai.
constexpr int64_t kLateOnThe31st = 1769875199'500000;

Tensor Texts(std::vector<std::string> texts) {
  Tensor tensor;
  tensor.type = ElementType::kString;
  tensor.shape = {static_cast<int64_t>(texts.size())};
  tensor.strings = std::move(texts);
  return tensor;
}

// name DT_STRING [?], x DT_FLOAT [?,2] -> y DT_FLOAT [?,1].
Signature MixedSignature() {
  return {"serving_default",
          {{"Full Name", ElementType::kString, std::vector<int64_t>{-1}},
           {"x", ElementType::kFloat, std::vector<int64_t>{-1, 2}}},
          {{"y", ElementType::kFloat, std::vector<int64_t>{-1, 1}}}};
}

LogEntry MixedEntry(const Signature& signature) {
  LogEntry entry;
  entry.time_us = kLateOnThe31st;
  entry.request_id = "r";
  entry.signature = &signature;
  entry.inputs = {Texts({"Ann \"A\"", "\xff"}), Floats({2, 2}, {1, 2, 3, 4})};
  entry.output_names = {"y"};
  entry.outputs = {Floats({2, 1}, {0.5F, 7})};
  entry.status = 200;
  entry.latency_us = 1500;
  return entry;
}

std::vector<std::string> ColumnsOf(const LogTable& table) {
  std::vector<std::string> columns;
  for (const LogColumn& column : table.columns().subspan(9)) {
    columns.push_back(column.name + " " + column.type);
  }
  return columns;
}

TEST(LogTableTest, RowsOfSimpleTypesAreColumns) {
  const Signature signature = MixedSignature();
  const LogTable table("s", "1", &signature);
  EXPECT_THAT(ColumnsOf(table), ElementsAre("in_full_name STRING", "in_x STRING", "out_y FLOAT",
                                            "inputs STRING", "outputs STRING"));
  std::string csv;
  EXPECT_EQ(table.Append(MixedEntry(signature), csv), 2);
  EXPECT_EQ(csv,
            "\"r\",0,2026-01-31 23:59:59.500000,\"s\",\"1\",\"serving_default\",200,1.500,,"
            "\"Ann \"\"A\"\"\",\"[1.0,2.0]\",0.5,,\n"
            "\"r\",1,2026-01-31 23:59:59.500000,\"s\",\"1\",\"serving_default\",200,1.500,,"
            "\"{\"\"b64\"\":\"\"/w==\"\"}\",\"[3.0,4.0]\",7.0,,\n");
  EXPECT_EQ(LogTable::DayOf(MixedEntry(signature)), "20260131");
}

TEST(LogTableTest, WhatHasNoRowsIsJson) {
  const Signature other{"other",
                        {{"x", ElementType::kFloat, std::vector<int64_t>{}}},
                        {{"half", ElementType::kFloat, std::vector<int64_t>{}}}};
  const Signature signature = MixedSignature();
  const LogTable table("s", "1", &signature);
  LogEntry entry;
  entry.signature = &other;
  entry.inputs = {Floats({}, {3})};
  entry.output_names = {"half"};
  entry.outputs = {Floats({}, {1.5F})};
  std::string csv;
  EXPECT_EQ(table.Append(entry, csv), 1);
  EXPECT_THAT(csv, HasSubstr(",,,,\"{\"\"x\"\":3.0}\",\"{\"\"half\"\":1.5}\"\n"));
  EXPECT_THAT(ColumnsOf(LogTable("s", "1", &other)),
              ElementsAre("inputs STRING", "outputs STRING"));
}

TEST(LogTableTest, ARequestThatIsRefusedIsOneRow) {
  const Signature signature = MixedSignature();
  const LogTable table("s", "1", &signature);
  LogEntry entry;
  entry.status = 400;
  entry.error = "no, \"that\"";
  std::string csv;
  EXPECT_EQ(table.Append(entry, csv), 1);
  EXPECT_THAT(csv, HasSubstr(",,400,0.000,\"no, \"\"that\"\"\",,,,,\n"));
}

TEST(LogTableTest, NamesThatComeToTheSameAreToldApart) {
  const Signature signature{"serving_default",
                            {{"a-b", ElementType::kInt64, std::vector<int64_t>{-1}},
                             {"a_b", ElementType::kUint16, std::vector<int64_t>{-1, 1}}},
                            {{"y", ElementType::kBool, std::vector<int64_t>{-1}}}};
  EXPECT_THAT(ColumnsOf(LogTable("s", "1", &signature)),
              ElementsAre("in_a_b BIGINT", "in_a_b_2 INT", "out_y BOOLEAN", "inputs STRING",
                          "outputs STRING"));
}

TEST(LogSettingsTest, NamesOfTables) {
  for (const char* name : {"log", "p.log", "Log_2"}) EXPECT_TRUE(IsLogTable(name)) << name;
  for (const char* name : {"", "a.b.c", "a b", "1a", "a;", ".a", "a.", "a/b"}) {
    EXPECT_FALSE(IsLogTable(name)) << name;
  }
}

// Keeps batches, fails as often as it is told to, and can be held.
class FakeWriter final : public LogWriter {
 public:
  Status Open(std::span<const LogColumn>) override { return Status::Ok(); }
  Status Write(const LogBatch& batch) override {
    std::unique_lock lock(mutex_);
    entered_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return !held_; });
    if (failures_ > 0) {
      --failures_;
      return Error{ErrorCode::kEnvironment, "no disk", {}, ""};
    }
    requests_.push_back(batch.requests);
    changed_.notify_all();
    return Status::Ok();
  }
  void Hold(bool held) {
    const std::lock_guard lock(mutex_);
    held_ = held;
    changed_.notify_all();
  }
  void Fail(int times) { failures_ = times; }
  void AwaitWrite() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return entered_; });
  }
  void AwaitBatches(size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return requests_.size() >= count; });
  }
  std::vector<int64_t> requests() {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool held_ = false;
  bool entered_ = false;
  int failures_ = 0;
  std::vector<int64_t> requests_;
};

class RequestLogTest : public testing::Test {
 protected:
  RequestLogTest() {
    options_.max_age_ms = 1000000;
    options_.max_rows = 4;
  }
  std::unique_ptr<RequestLog> Start() {
    return std::make_unique<RequestLog>(LogTable("s", "1", &signature_), options_, writer_,
                                        [this](const std::string& line) { told_ += line + "\n"; });
  }
  LogEntry Entry() { return MixedEntry(signature_); }  // two rows

  Signature signature_ = MixedSignature();
  RequestLogOptions options_;
  FakeWriter writer_;
  std::string told_;
};

TEST_F(RequestLogTest, ABatchIsWrittenWhenItIsLarge) {
  const auto log = Start();
  for (int i = 0; i < 4; ++i) log->Add(Entry());
  writer_.AwaitBatches(2);
  EXPECT_THAT(writer_.requests(), ElementsAre(2, 2));
  EXPECT_THAT(log->Print(""), HasSubstr("paisql_log_held_bytes{}"));
}

TEST_F(RequestLogTest, ABatchIsWrittenWhenItIsOld) {
  options_.max_age_ms = 1;
  const auto log = Start();
  log->Add(Entry());
  writer_.AwaitBatches(1);
  log->Add(Entry());
  writer_.AwaitBatches(2);
}

TEST_F(RequestLogTest, TheEndWritesAllOfBothDays) {
  const auto log = Start();
  log->Add(Entry());
  LogEntry next_day = Entry();
  next_day.time_us += 500000;
  log->Add(std::move(next_day));
  log->Finish();
  EXPECT_THAT(writer_.requests(), ElementsAre(1, 1));
  EXPECT_THAT(log->Print("a=\"b\""), HasSubstr("paisql_log_rows_total{a=\"b\"} 4\n"));
  EXPECT_THAT(log->Print(""), HasSubstr("paisql_log_held_bytes{} 0\n"));
  EXPECT_EQ(told_, "");
  log->Add(Entry());
  EXPECT_THAT(log->Print(""), HasSubstr("paisql_log_left_out_total{} 1\n"));
}

TEST_F(RequestLogTest, NobodyWaitsForAWriteAndWhatFindsNoRoomIsCounted) {
  options_.queue_bytes = 4 * Entry().bytes();
  const auto log = Start();
  writer_.Hold(true);
  for (int i = 0; i < 2; ++i) log->Add(Entry());
  for (int i = 0; i < 2; ++i) log->Add(Entry());
  writer_.AwaitWrite();
  for (int i = 0; i < 100; ++i) log->Add(Entry());
  EXPECT_THAT(log->Print(""), testing::Not(HasSubstr("paisql_log_left_out_total{} 0\n")));
  writer_.Hold(false);
  log->Finish();
  EXPECT_THAT(told_, HasSubstr("requests were left out of the request log: "));
}

TEST_F(RequestLogTest, AWriteThatFailsIsTriedAgain) {
  writer_.Fail(1);
  const auto log = Start();
  for (int i = 0; i < 4; ++i) log->Add(Entry());
  log->Finish();
  int64_t written = 0;
  for (const int64_t requests : writer_.requests()) written += requests;
  EXPECT_EQ(written, 4);
  EXPECT_THAT(told_, HasSubstr("could not be written, and is tried again: no disk"));
  EXPECT_THAT(log->Print(""), HasSubstr("paisql_log_failures_total{} 1\n"));
}

TEST_F(RequestLogTest, AnEndThatCannotWriteSaysWhatIsLost) {
  writer_.Fail(1000000);
  const auto log = Start();
  log->Add(Entry());
  log->Finish();
  EXPECT_THAT(told_, HasSubstr("requests were left out of the request log: 1\n"));
}

TEST_F(RequestLogTest, TheSampleIsTheShareThatWasAskedFor) {
  options_.sample = 0.25;
  const auto log = Start();
  int taken = 0;
  for (int i = 0; i < 10000; ++i) taken += log->Takes() ? 1 : 0;
  EXPECT_NEAR(taken, 2500, 200);
}

}  // namespace
}  // namespace paisql::serving
