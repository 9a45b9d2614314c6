#include "serving/log/request_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "unit/serving/models.h"

namespace {

// What is asked for beyond it is refused, as where memory is missing.
std::atomic<size_t> largest_allocation{std::numeric_limits<size_t>::max()};

}  // namespace

// Not inlined: GCC would take the one half for ours, and the other for the library's.
[[gnu::noinline]] void* operator new(size_t size) {
  if (size > largest_allocation) throw std::bad_alloc();
  return ::operator new (size, std::align_val_t{__STDCPP_DEFAULT_NEW_ALIGNMENT__});
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  ::operator delete (memory, std::align_val_t{__STDCPP_DEFAULT_NEW_ALIGNMENT__});
}
[[gnu::noinline]] void operator delete(void* memory, size_t) noexcept { operator delete(memory); }

namespace paisql::serving {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// 2026-01-31 15:59:59.5 UTC is the last second of the day in Asia/Shanghai.
constexpr int64_t kLastOfTheDay = 1769875199'500000;

// Keeps batches, fails as often or for as long as it is told to, refuses rows that have "poison",
// and can be held.
class FakeWriter final : public LogWriter {
 public:
  Status Open(std::span<const LogColumn>) override { return Status::Ok(); }
  Result<LogWritten> Write(const LogBatch& batch) override {
    std::unique_lock lock(mutex_);
    entered_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return !held_; });
    if (failures_ > 0) {
      --failures_;
      return Error{ErrorCode::kEnvironment, "no disk", {}, ""};
    }
    if (batch.day == failing_day_) return Error{ErrorCode::kEnvironment, "locked", {}, ""};
    int64_t refused = 0;
    for (const std::string& line : Split(batch.csv, '\n')) {
      if (line.find("poison") != std::string::npos) ++refused;
    }
    csv_ += batch.csv;
    requests_.push_back(batch.requests);
    changed_.notify_all();
    return LogWritten{refused, refused > 0 ? "a poison" : ""};
  }
  void Hold(bool held) {
    const std::lock_guard lock(mutex_);
    held_ = held;
    changed_.notify_all();
  }
  void Fail(int times) { failures_ = times; }
  void FailDay(std::string day) { failing_day_ = std::move(day); }
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

  const std::string& csv() const { return csv_; }  // when the log has ended

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool held_ = false;
  bool entered_ = false;
  int failures_ = 0;
  std::string failing_day_;
  std::string csv_;
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
  // A row for each text.
  LogEntry Entry(std::vector<std::string> texts = {"a", "b"}) {
    LogEntry entry;
    entry.time_us = kLastOfTheDay;
    entry.signature = &signature_;
    Tensor& input = entry.inputs.emplace_back();
    input.type = ElementType::kString;
    input.shape = {static_cast<int64_t>(texts.size())};
    input.strings = std::move(texts);
    return entry;
  }

  Signature signature_{"serving_default",
                       {{"name", ElementType::kString, std::vector<int64_t>{-1}}},
                       {{"y", ElementType::kFloat, std::vector<int64_t>{-1, 1}}}};
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
  for (int i = 0; i < 10000; ++i) taken += log->Begin("") != nullptr ? 1 : 0;
  EXPECT_NEAR(taken, 2500, 200);
}

TEST_F(RequestLogTest, RowsThatAreRefusedStopNoOthers) {
  const auto log = Start();
  log->Add(Entry({"good", "poison"}));
  LogEntry next_day = Entry({"poison"});
  next_day.time_us += 500000;
  log->Add(std::move(next_day));
  log->Finish();
  EXPECT_THAT(writer_.requests(), ElementsAre(1, 1));
  const std::string metrics = log->Print("");
  EXPECT_THAT(metrics, HasSubstr("paisql_log_rows_total{} 1\n"));
  EXPECT_THAT(metrics, HasSubstr("paisql_log_requests_total{} 1\n"));
  EXPECT_THAT(metrics, HasSubstr("paisql_log_refused_rows_total{} 2\n"));
  EXPECT_THAT(metrics, HasSubstr("paisql_log_left_out_total{} 1\n"));
  EXPECT_THAT(metrics, HasSubstr("paisql_log_failures_total{} 0\n"));
  EXPECT_THAT(metrics, HasSubstr("paisql_log_held_bytes{} 0\n"));
  EXPECT_THAT(told_, HasSubstr("which its table does not take: 1 (a poison)\n"));
}

TEST_F(RequestLogTest, ADayThatCannotBeWrittenHoldsUpNoOther) {
  writer_.FailDay("20260131");
  const auto log = Start();
  log->Add(Entry());
  for (int i = 0; i < 2; ++i) {
    LogEntry next_day = Entry();
    next_day.time_us += 500000;
    log->Add(std::move(next_day));
  }
  log->Finish();
  EXPECT_THAT(log->Print(""), HasSubstr("paisql_log_requests_total{} 2\n"));
  EXPECT_THAT(told_, HasSubstr("is tried again: locked\n"));
  EXPECT_THAT(told_, HasSubstr("requests were left out of the request log: 1\n"));
}

TEST_F(RequestLogTest, WhereMemoryEndsWholeLinesAreLeft) {
  options_.max_rows = 100;
  const auto log = Start();
  log->Add(Entry());
  // Its first line is there already when memory is missing for the second.
  LogEntry large = Entry({"whole", std::string(4 << 20, 'x')});
  largest_allocation = 1 << 20;
  log->Add(std::move(large));
  log->Add(Entry({"c"}));
  log->Finish();
  largest_allocation = std::numeric_limits<size_t>::max();
  EXPECT_EQ(Split(writer_.csv(), '\n').size(), 5U) << writer_.csv();  // the header and the end
  EXPECT_THAT(writer_.csv(), testing::Not(HasSubstr("whole")));
  EXPECT_THAT(log->Print(""), HasSubstr("paisql_log_rows_total{} 3\n"));
  EXPECT_THAT(log->Print(""), HasSubstr("paisql_log_left_out_total{} 1\n"));
  EXPECT_THAT(log->Print(""), HasSubstr("paisql_log_held_bytes{} 0\n"));
}

TEST_F(RequestLogTest, ADayWithoutRowsIsNotWritten) {
  const auto log = Start();
  LogEntry large = Entry({std::string(4 << 20, 'x')});
  largest_allocation = 1 << 20;
  log->Add(std::move(large));
  log->Finish();
  largest_allocation = std::numeric_limits<size_t>::max();
  EXPECT_THAT(writer_.requests(), ElementsAre());
  EXPECT_THAT(log->Print(""), HasSubstr("paisql_log_held_bytes{} 0\n"));
}

}  // namespace
}  // namespace paisql::serving
